/** The current step of the welcome tour, stored per tab, so that a reload continues with it. */
import { atom } from 'nanostores'
import { readStored, store } from '../lib/storage.ts'

const KEPT = 'tour'

/** From 0; null while there is no tour. */
export const tourStep = atom<number | null>(kept())
// Without storage the tour ends with the page.
tourStep.listen(step => void store(KEPT, step === null ? null : String(step), 'sessionStorage'))

/** Whether to offer the tour on this page. Not in a room, because a person who registered there wants to join first. */
export const isOfferedAt = (pathname: string): boolean =>
  /^\/(?:sessions|events|activities|groups|huts|account|my\/\w+)?\/?$/.test(pathname)

export const startTour = (): void => tourStep.set(0)
export const endTour = (): void => tourStep.set(null)

function kept(): number | null {
  const step = Number(readStored(KEPT, 'sessionStorage') ?? Number.NaN)
  return Number.isInteger(step) ? step : null
}
