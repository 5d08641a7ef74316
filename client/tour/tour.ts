/** The current step of the welcome tour, stored per tab, so that a reload continues with it. */
import { atom } from 'nanostores'

const KEPT = 'tour'

/** From 0; null while there is no tour. */
export const tourStep = atom<number | null>(kept())
tourStep.listen(step => {
  try {
    if (step === null) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, String(step))
  } catch {
    // Without storage the tour ends with the page.
  }
})

/** Whether to offer the tour on this page. Not in a room, because a person who registered there wants to join first. */
export const isOfferedAt = (pathname: string): boolean =>
  /^\/(?:sessions|events|activities|groups|huts|account|my\/\w+)?\/?$/.test(pathname)

export const startTour = (): void => tourStep.set(0)
export const endTour = (): void => tourStep.set(null)

function kept(): number | null {
  try {
    const step = Number(sessionStorage.getItem(KEPT) ?? Number.NaN)
    return Number.isInteger(step) ? step : null
  } catch {
    return null
  }
}
