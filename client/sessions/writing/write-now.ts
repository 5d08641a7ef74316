import { atom } from 'nanostores'

/** The bar was asked to write: the field takes the focus as soon as it is there. */
export const writesNow = atom(false)
