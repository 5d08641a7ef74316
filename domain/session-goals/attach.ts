/**
 * Attaching goals of one's own to a session, and ticking checklists in it (D-96, D-101, D-102).
 *
 * The rule that surprises: a person's goal belongs to one session at most, and only until that ends (D-138). One that was
 * copied from the plan and then freed counts for that plan again when it comes back.
 */

import { GoalStatus, mayLogOn } from '../goals/goal.ts'
import type { Flag } from '../lib/fields.ts'
import { own } from '../lib/own.ts'
import { allow, conflict, type Result } from '../lib/result.ts'
import { countsInSession } from '../sessions/logging.ts'
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
    changes === undefined ? items.includes(uuid) : (own(changes, uuid) ?? (done.includes(uuid) ? 1 : 0)) === 1
  return list.map(({ uuid }) => uuid).filter(isTicked)
}

/** What of a list was ticked (1) and unticked (0), so that the same is done to a copy of it. */
export function tickChanges(before: readonly string[], after: readonly string[]): Record<string, Flag> {
  const changes = [...after, ...before].map(uuid => [uuid, after.includes(uuid) ? 1 : 0] as const)
  return Object.fromEntries(changes.filter(([uuid]) => before.includes(uuid) !== after.includes(uuid)))
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
  return sessionOf(copiedFrom) === sessionId ? copiedFrom?.slice(copyKey(sessionId, '').length) || null : null
}

/** The session whose plan a goal was copied from; null for any other goal. */
export function sessionOf(copiedFrom: string | null): number | null {
  const id = Number.parseInt(copiedFrom ?? '', 10)
  return copiedFrom?.startsWith(copyKey(id, '')) ? id : null
}

/**
 * Whether what a person logs or ticks, on a goal of the plan in the room or on their own copy of it, counts on both
 * (docs/decisions/0034): while the copy is open and attached and the session runs. What was done before the session's end
 * and arrives later still does.
 * @param made when it was made, in ms since 1970, and whether it is dated to a day before the session started
 */
export function countsOnBoth(
  session: { id: number; status: SessionStatus; endedAt: number | null },
  copy: { session_id: number | null; status: GoalStatus },
  membership: object | null,
  made: { at: number; isEarlier?: boolean }
): boolean {
  if (made.isEarlier || !mayLogOn(copy).ok) return false
  const counts = countsInSession(session, { isAttached: copy.session_id === session.id }, membership, made.at)
  return counts.ok && counts.value
}
