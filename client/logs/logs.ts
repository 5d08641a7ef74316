/** Actions on logs. The caller shows refusals; pages that show the log update themselves. */
import type { CallOf } from '../../domain/lib/endpoint.ts'
import type { Log } from '../../domain/logs/api.ts'
import * as api from '../../domain/logs/api.ts'
import type { GoalTotals } from '../../domain/logs/goal-totals.ts'
import * as myLogsApi from '../../domain/logs/my-logs-api.ts'
import * as timerApi from '../../domain/logs/timer-api.ts'
import { call } from '../lib/api.ts'
import { reloadAllPages, reloadPages } from '../lib/page-cache.ts'
import { applyLog, dropLog } from './apply-log.ts'
import { notifyOtherTabs } from './other-tabs.ts'

/** Starts a timer, or resumes it after a pause or reset. */
export async function startLog({ id }: Log): Promise<Log> {
  return applied(await call(timerApi.startLog, { params: { log: String(id) }, body: {} }))
}

export async function pauseLog({ id }: Log): Promise<Log> {
  return applied(await call(timerApi.stopLog, { params: { log: String(id) }, body: { status: 3 } }))
}

export async function stopLog({ id }: Pick<Log, 'id'>): Promise<Log> {
  return applied(await call(timerApi.stopLog, { params: { log: String(id) }, body: { status: 4 } }))
}

export async function completeLog({ id }: Log): Promise<Log> {
  return applied(await call(timerApi.completeLog, { params: { log: String(id) } }))
}

export async function resetLog({ id }: Log): Promise<Log> {
  return applied(await call(timerApi.resetLog, { params: { log: String(id) } }))
}

export async function updateLog({ id }: Log, body: CallOf<typeof api.updateLog>['body']): Promise<Log> {
  return applied(await call(api.updateLog, { params: { log: String(id) }, body }))
}

export async function deleteLog(log: Log): Promise<void> {
  const { goal } = await call(api.deleteLog, { params: { log: String(log.id) } })
  dropLog(log, goal)
  reportChange()
}

/** Undoes a press. Resets a started timer first, because a running log cannot be deleted (D-131). */
export async function takeBackPress(log: Log): Promise<void> {
  if (log.is_timed) await call(timerApi.resetLog, { params: { log: String(log.id) } })
  await deleteLog(log)
}

/** Undoes a deletion. Reloads all pages, because only the server knows which pages list the log. */
export async function restoreLog({ id }: Log): Promise<void> {
  await call(api.restoreLog, { params: { log: String(id) } })
  notifyOtherTabs()
  await reloadAllPages()
}

function applied({ log, goal }: { log: Log; goal: GoalTotals | null }): Log {
  applyLog(log, goal)
  reportChange()
  return log
}

function reportChange(): void {
  notifyOtherTabs()
  // The server sums up the days.
  void reloadPages(myLogsApi.myLogsPage)
}
