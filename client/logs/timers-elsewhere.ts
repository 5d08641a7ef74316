/**
 * Timers that another device has started or changed. Loads them when the page opens or becomes visible, and when the
 * socket reports a change.
 */
import { getRunningTimers } from '../../domain/logs/timer-api.ts'
import { call } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import { reloadGoals } from './other-tabs.ts'
import { hasOwnTimerChangeSince, setTimers } from './running-timers.ts'

/** The response to a call and the socket's message about it come in any order. */
const RESPONSE_WITHIN_MS = 1500
const RESPONSE_BEFORE_MS = 300

async function refreshTimers(): Promise<void> {
  const user = getUser()?.id
  if (user === undefined) return
  const { timers } = await call(getRunningTimers, { isUnasked: true })
  if (getUser()?.id === user) setTimers(user, timers)
}

/**
 * Call when the socket reports a change. Ignores changes that this tab made itself, because its pages have them
 * already.
 */
export function timersChanged(): void {
  const reportedAt = performance.now()
  setTimeout(() => {
    if (hasOwnTimerChangeSince(reportedAt - RESPONSE_BEFORE_MS)) return
    void refreshTimers().catch(() => {})
    void reloadGoals()
  }, RESPONSE_WITHIN_MS)
}

/** Loads the timers now, and whenever the page becomes visible. Returns a function that stops it. */
export function watchTimers(): () => void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') void refreshTimers().catch(() => {})
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => document.removeEventListener('visibilitychange', ask)
}
