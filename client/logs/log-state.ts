import type { Log } from '../../domain/logs/api.ts'
import { isTimed, LogStatus } from '../../domain/logs/log.ts'

/** Whether a timer runs, is paused, or was reset and can be started again. */
export function isCounting(log: Log): boolean {
  if (!isTimed(log) || log.status === LogStatus.Done) return false
  return log.status !== LogStatus.Stopped || log.started_at === null
}
