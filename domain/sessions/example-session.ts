/** Sessions of an hour for tests, with times in seconds after `T0`. */
import { type partsOf, planOf } from '../activities/example-plan.ts'
import { begin, type SessionState } from './session.ts'
import { SessionStatus } from './status.ts'

export const T0 = Date.UTC(2026, 0, 1, 12)
export const ms = (seconds: number): number => T0 + seconds * 1000
export const at = (seconds: number): string => new Date(ms(seconds)).toISOString()

type Group = ReturnType<typeof partsOf>

/** A session that waits; `start` is null while its start is unknown. */
export function waiting(start: number | null, ...parts: Group[]): SessionState {
  const started_at = start === null ? null : at(start)
  const plan = planOf({ parts })
  return { status: SessionStatus.NotStarted, started_at, ended_at: null, duration: 3600, is_manually_started: 0, plan }
}

/** A session that began at `T0`. */
export const running = (...parts: Group[]): SessionState => begin(waiting(null, ...parts), T0)
