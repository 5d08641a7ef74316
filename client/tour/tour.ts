/** Where somebody is on the welcome tour, kept for the tab: a reload goes on with it. */
import { atom } from 'nanostores'

const KEPT = 'tour'

/** From 0 on; null while there is no tour. */
export const tourStep = atom<number | null>(kept())
tourStep.listen(step => {
  try {
    if (step === null) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, String(step))
  } catch {
    // Without storage the tour ends with the page.
  }
})

/** Whether nobody there is in the middle of something: who registered in a room joins it first. */
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
