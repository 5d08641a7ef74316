/**
 * Attaching personal goals to a session, and ticking checklists (D-96, D-101, D-102).
 *
 * The rules that surprise: a personal goal is attached to at most one session, and only until the session ends (D-138).
 * A copy of a goal of the plan that was detached counts for the plan again once it is attached again.
 */

import { GoalStatus } from '../goals/goal.ts'
import type { Flag } from '../lib/fields.ts'
import { own } from '../lib/own.ts'
import { allow, conflict, type Result } from '../lib/result.ts'
import { SessionStatus } from '../sessions/status.ts'

const SESSION_IS_OVER = 'This session has ended. Bring the goal into another one.'

/**
 * Returns whether the goal must still be attached or is attached already (SGL-06, D-101). 409 for a session that has
 * ended, a goal of another session and a completed goal.
 */
export function attachTo(
  session: { id: number; status: SessionStatus },
  goal: { session_id: number | null; status: GoalStatus }
): Result<'attach' | 'already'> {
  if (session.status === SessionStatus.Ended) return conflict(SESSION_IS_OVER)
  if (goal.session_id === session.id) return allow('already')
  if (goal.session_id !== null) return conflict('This goal is already in another session.')
  if (goal.status === GoalStatus.Completed) return conflict('This goal is already completed.')
  return allow('attach')
}

/** A save of a checklist: all ticked items, or only the changed ones, so that changes from two tabs combine (D-140). */
export interface Ticks {
  /** The uuids of all ticked items. */
  items?: readonly string[] | undefined
  /** The changed items by uuid: 1 for ticked, 0 for unticked. */
  changes?: Readonly<Record<string, Flag>> | undefined
}

/**
 * Returns the uuids of the ticked items after a save, in the order of the list; unknown uuids are left out (D-96).
 *
 * @param done the uuids of the items that were ticked before
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

/** Returns the changed items of a list, 1 for ticked and 0 for unticked, to apply them to a copy of the list. */
export function tickChanges(before: readonly string[], after: readonly string[]): Record<string, Flag> {
  const changes = [...after, ...before].map(uuid => [uuid, after.includes(uuid) ? 1 : 0] as const)
  return Object.fromEntries(changes.filter(([uuid]) => before.includes(uuid) !== after.includes(uuid)))
}

/** Returns the key that a copied goal stores about the goal of the plan (D-102). */
export function copyKey(sessionId: number, taskUuid: string): string {
  return `${sessionId}/${taskUuid}`
}

/**
 * Returns the uuid of the goal of this session's plan from which a goal was copied; null for any other goal (D-102).
 */
export function templateOf(copiedFrom: string | null, sessionId: number): string | null {
  return sessionOf(copiedFrom) === sessionId ? copiedFrom?.slice(copyKey(sessionId, '').length) || null : null
}

/** Returns the id of the session from whose plan a goal was copied; null for any other goal. */
export function sessionOf(copiedFrom: string | null): number | null {
  const id = Number.parseInt(copiedFrom ?? '', 10)
  return copiedFrom?.startsWith(copyKey(id, '')) ? id : null
}
