/** What a person does with logs. The caller shows refusals; every page that shows the log follows by itself. */
import type { CallOf } from '../../domain/lib/endpoint.ts'
import type { GoalTotals, Log } from '../../domain/logs/api.ts'
import * as api from '../../domain/logs/api.ts'
import { call } from '../lib/api.ts'
import { reloadAllPages, reloadPages } from '../lib/page-cache.ts'
import { applyLog, dropLog } from './apply-log.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** Starts, or goes on after a pause or reset. */
export async function startLog({ id }: Log): Promise<Log> {
  return applied(await call(api.startLog, { params: { log: String(id) }, body: {} }))
}

export async function pauseLog({ id }: Log): Promise<Log> {
  return applied(await call(api.stopLog, { params: { log: String(id) }, body: { status: 3 } }))
}

export async function stopLog({ id }: Pick<Log, 'id'>): Promise<Log> {
  return applied(await call(api.stopLog, { params: { log: String(id) }, body: { status: 4 } }))
}

export async function completeLog({ id }: Log): Promise<Log> {
  return applied(await call(api.completeLog, { params: { log: String(id) } }))
}

export async function resetLog({ id }: Log): Promise<Log> {
  return applied(await call(api.resetLog, { params: { log: String(id) } }))
}

export async function updateLog({ id }: Log, body: CallOf<typeof api.updateLog>['body']): Promise<Log> {
  return applied(await call(api.updateLog, { params: { log: String(id) }, body }))
}

export async function deleteLog(log: Log): Promise<void> {
  const { goal } = await call(api.deleteLog, { params: { log: String(log.id) } })
  dropLog(log, goal)
  told()
}

/** Takes back a press. A timer that it started is reset first, because a log that runs isn't deleted (D-131). */
export async function takeBackPress(log: Log): Promise<void> {
  if (log.is_timed) await call(api.resetLog, { params: { log: String(log.id) } })
  await deleteLog(log)
}

/** Takes back a deletion. Which pages show it, only the server knows. */
export async function restoreLog({ id }: Log): Promise<void> {
  await call(api.restoreLog, { params: { log: String(id) } })
  tellOtherTabs()
  await reloadAllPages()
}

function applied({ log, goal }: { log: Log; goal: GoalTotals | null }): Log {
  applyLog(log, goal)
  told()
  return log
}

function told(): void {
  tellOtherTabs()
  // What its days come to is summed by the server.
  void reloadPages(api.myLogsPage)
}
