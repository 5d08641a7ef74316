import { atom } from 'nanostores'

/** True after a press on Write, until the text field has taken the focus. */
export const writeRequested = atom(false)
