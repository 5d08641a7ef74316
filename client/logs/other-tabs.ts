/**
 * Keeps pages with goals, logs and notes up to date with other tabs and devices. Other tabs of this browser notify
 * each other at once. A tab that was hidden for a while reloads, because another device may have changed something.
 */
import { goalLogsPage, goalNotesPage, goalPage, myGoalsPage } from '../../domain/goals/api.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import { myNotesPage } from '../../domain/notes/api.ts'
import { sessionGoalsPage } from '../../domain/session-goals/api.ts'
import { sessionLogsPage } from '../../domain/sessions/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { getUser } from '../lib/user.ts'

const PAGES = [
  ...[myGoalsPage, goalPage, goalLogsPage, goalNotesPage],
  ...[myLogsPage, myNotesPage, sessionGoalsPage, sessionLogsPage, todayPage]
]
const HIDDEN_FOR_LONG_MS = 60_000

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('goals')
let hiddenAt = Number.POSITIVE_INFINITY

channel?.addEventListener('message', ({ data }) => {
  if (data === getUser()?.id) void reloadGoals()
})
// The server has no document.
globalThis.document?.addEventListener('visibilitychange', () => {
  const now = performance.now()
  if (document.visibilityState === 'visible' && now - hiddenAt > HIDDEN_FOR_LONG_MS) void reloadGoals()
  hiddenAt = document.visibilityState === 'hidden' ? now : Number.POSITIVE_INFINITY
})

/** Call after this tab has changed a goal, log or note of the user. */
export function notifyOtherTabs(): void {
  channel?.postMessage(getUser()?.id)
}

/** Reloads the pages with goals, logs and notes: those on screen now, the others when they open. */
export function reloadGoals(): Promise<void> {
  return reloadPages(PAGES)
}
