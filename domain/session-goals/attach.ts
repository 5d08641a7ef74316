/**
 * Attaching goals of one's own to a session, and ticking checklists in it (D-96, D-101, D-102).
 *
 * The rule that surprises: a person's goal belongs to one session at most, and only until that ends (D-138). One that was
 * copied from the plan and then freed counts for that plan again when it comes back.
 */
import { GoalStatus } from '../goals/goal.ts'
import type { Flag } from '../lib/fields.ts'
import { allow, conflict, type Result } from '../lib/result.ts'
import { SessionStatus } from '../sessions/status.ts'

const SESSION_IS_OVER = 'This session has ended. Its goals are free again.'

/**
 * Whether the goal still has to be attached or is there already; attaching twice is the same as once (SGL-06, D-101).
 * 409 for a session that has ended, for a goal of another session and for a completed one.
 */
export function attachTo(
  session: { id: number; status: SessionStatus },
  goal: { session_id: number | null; status: GoalStatus }
): Result<'attach' | 'already'> {
  if (session.status === SessionStatus.Ended) return conflict(SESSION_IS_OVER)
  if (goal.session_id === session.id) return allow('already')
  if (goal.session_id !== null) return conflict('This goal belongs to another session already.')
  if (goal.status === GoalStatus.Completed) return conflict('This goal is completed already.')
  return allow('attach')
}

/** What a person ticked: the whole list, or only the items that changed, so that ticks of two tabs are joined (D-140). */
export interface Ticks {
  /** Uuids of all that is ticked. */
  items?: readonly string[] | undefined
  /** What was ticked (1) and unticked (0), by uuid. */
  changes?: Readonly<Record<string, Flag>> | undefined
}

/**
 * The uuids of the items that are ticked then, in the order of the list; what is not in it is left out (D-96).
 *
 * @param done the items that are ticked now
 */
export function tickedOf(
  list: readonly { uuid: string }[],
  { items = [], changes }: Ticks,
  done: readonly string[]
): string[] {
  const isTicked = (uuid: string): boolean =>
    changes === undefined ? items.includes(uuid) : (changes[uuid] ?? (done.includes(uuid) ? 1 : 0)) === 1
  return list.map(({ uuid }) => uuid).filter(isTicked)
}

/** How a goal remembers the goal of the plan that it is a copy of (D-102). */
export function copyKey(sessionId: number, taskUuid: string): string {
  return `${sessionId}/${taskUuid}`
}

/**
 * The goal of this session's plan that a goal is a copy of; null for any other goal. A copy that was freed counts for it
 * again when it is attached (D-102).
 */
export function templateOf(copiedFrom: string | null, sessionId: number): string | null {
  const start = copyKey(sessionId, '')
  return copiedFrom?.startsWith(start) ? copiedFrom.slice(start.length) || null : null
}
