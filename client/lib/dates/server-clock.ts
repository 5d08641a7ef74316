/**
 * The server's time in the browser, in ms since 1970. Each response is a sample; of the last few, the one with the
 * shortest round trip applies. Countdowns are computed from this time and keep no count of their own.
 */
import { useSyncExternalStore } from 'react'
import { getRenderedAt } from '../embedded.ts'
import { useHydrated } from '../hydrated.ts'

interface Sample {
  /** Server time minus device time, in ms. */
  offset: number
  roundTrip: number
}

const KEPT = 8
/** So long that every response is better. */
const KEPT_ROUND_TRIP = 60_000
let samples: Sample[] = []
/** By the device's clock; 0 before the first response. */
let contactAt = 0

export function addTimeSample(serverTime: number, sentAt: number, receivedAt: number): void {
  const roundTrip = receivedAt - sentAt
  if (!Number.isFinite(serverTime) || serverTime <= 0 || roundTrip < 0) return
  contactAt = Date.now()
  const sample = { offset: serverTime - (sentAt + receivedAt) / 2, roundTrip }
  // Two samples of steady clocks differ by at most half of both round trips. If they differ by more, the device's
  // clock was set or the machine slept, and earlier samples are worthless.
  const best = bestSample()
  const jumped = best && Math.abs(best.offset - sample.offset) > (best.roundTrip + roundTrip) / 2 + 250
  samples = jumped ? [sample] : [...samples, sample].slice(-KEPT)
}

function bestSample(): Sample | undefined {
  return samples.reduce<Sample | undefined>(
    (best, one) => (best && best.roundTrip <= one.roundTrip ? best : one),
    undefined
  )
}

export function serverNow(): number {
  return Date.now() + (bestSample()?.offset ?? 0)
}

/** Takes the page's own HTML as the first sample. */
export function addPageSample(serverTime: number): void {
  // The shell comes from the device and has no time.
  if (serverTime <= 0) return
  contactAt = Date.now()
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!navigation?.responseStart) return
  const { timeOrigin } = performance
  addTimeSample(serverTime, timeOrigin + navigation.requestStart, timeOrigin + navigation.responseStart)
}

/** When the server last responded, and how its clock differed from the device's. */
export function lastContact(): { contactAt: number; clockOffset: number } {
  return { contactAt, clockOffset: bestSample()?.offset ?? 0 }
}

/** Takes the last contact of an earlier page until the server responds. */
export function takeKeptContact(kept: { contactAt: number; clockOffset: number }): void {
  samples = [{ offset: kept.clockOffset, roundTrip: KEPT_ROUND_TRIP }]
  contactAt = kept.contactAt
}

/** @internal Used by tests only. */
export function resetServerClock(): void {
  samples = []
  contactAt = 0
}

/**
 * The server's time, rounded down to a full `interval` (ms). The component renders again when the next one begins.
 */
export function useNow(interval = 1000): number {
  const now = (): number => Math.floor(serverNow() / interval) * interval
  const whenRendered = (): number => Math.floor((getRenderedAt() ?? serverNow()) / interval) * interval
  const isHydrated = useHydrated()
  return useSyncExternalStore(
    listener => {
      let timer = 0
      const next = (): void => {
        // A few ms late rather than early, so that a tick never shows the previous second.
        timer = window.setTimeout(
          () => {
            listener()
            next()
          },
          interval - (serverNow() % interval) + 5
        )
      }
      next()
      // Timers of a hidden page run late or never, so read the time again when the page is visible.
      const look = (): void => {
        if (document.visibilityState !== 'visible') return
        window.clearTimeout(timer)
        listener()
        next()
      }
      document.addEventListener('visibilitychange', look)
      return () => {
        window.clearTimeout(timer)
        document.removeEventListener('visibilitychange', look)
      }
    },
    isHydrated ? now : whenRendered,
    whenRendered
  )
}
