import { atom } from 'nanostores'

/** The place for toasts in the bar at the bottom of the page, or null if the page has no bar (D-142). */
export const toastPlace = atom<HTMLElement | null>(null)
