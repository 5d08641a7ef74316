/**
 * Permission to log, the session that a log counts in, and the limits there (D-86, D-98, D-138). Times are in ms since
 * 1970.
 */

import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../lib/limits.ts'
import { invalid, JOIN_FIRST } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'

export const NO_LOGS_YET = 'Progress can be logged when the session is in progress.'

/** A session as the rules of logs see it. */
export interface Room {
  id: number
  /** Null before the start. */
  startedAt: number | null
  /** Null until the end. */
  endedAt: number | null
}

/** Whether its owner may log on a personal goal; 409 once it is completed (D-50). */
export function mayLogOn(goal: { isOpen: boolean }): Result<true> {
  return goal.isOpen ? allow(true) : conflict('This goal is completed. Reopen it to log more.')
}

/**
 * Whether someone may log in the session (D-86): members may from its start on, also after its end. 403 without
 * membership, 409 before the start.
 */
export function mayLog(room: Pick<Room, 'startedAt'>, member: object | null): Result<true> {
  if (!member) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  return room.startedAt === null ? conflict(NO_LOGS_YET) : allow(true)
}

/** Whether the session had ended when a log was made. Such a log on a personal goal never counts there (D-138). */
export function isOver({ endedAt }: Pick<Room, 'endedAt'>, doneAt: number): boolean {
  return endedAt !== null && doneAt >= endedAt
}

/**
 * Whether a log on a personal goal, made in the session, counts there (D-138): while the goal is attached and the
 * session runs. A log that was made before the end and arrives later counts too. Any other log counts only for the
 * person. 409 before the start (D-86).
 */
export function countsInSession(
  room: Omit<Room, 'id'>,
  goal: { isAttached: boolean },
  member: object | null,
  doneAt: number
): Result<boolean> {
  if (!member) return allow(false)
  if (room.endedAt !== null) return allow(!isOver(room, doneAt))
  if (!goal.isAttached) return allow(false)
  return room.startedAt === null ? conflict(NO_LOGS_YET) : allow(true)
}

/**
 * Whether a log or tick on a goal of the plan, or on the person's copy of it, counts on both (docs/decisions/0034). It
 * does while the copy is open and attached and the session runs. A log that was made before the end and arrives later
 * counts too.
 * @param made when it was made, and whether it is for a day before the session started
 */
export function countsOnBoth(
  room: Room,
  copy: { isOpen: boolean; session_id: number | null },
  member: object | null,
  made: { at: number; isEarlier?: boolean }
): boolean {
  if (made.isEarlier || !mayLogOn(copy).ok) return false
  const counts = countsInSession(room, { isAttached: copy.session_id === room.id }, member, made.at)
  return counts.ok && counts.value
}

/**
 * Returns the time of a log in a session. A log that waited for a connection counts from when it was made, but not
 * before the session started or the member joined.
 */
export function logTime(session: { startedAt: number }, member: { joinedAt: number }, doneAt: number): number {
  return Math.max(doneAt, session.startedAt, member.joinedAt)
}

/** The limited things that a person already uses in a session. */
export interface Used {
  /** The number of running and paused timers. */
  timers: number
  /** The keys of the person's totals (`totalKey`). */
  totals: ReadonlySet<string>
}

/** Returns the key of a total: each pair of goal and action has its own. */
export function totalKey(taskUuid: string | null, action: string): string {
  return `${taskUuid ?? ''} ${action}`
}

/**
 * Whether a person may add a log; 422 for too many open timers or too many different actions. The limits exist because
 * everyone in the session gets the changed totals.
 */
export function mayAdd(used: Used, log: { isOpenTimer: boolean; total: string }): Result<true> {
  if (log.isOpenTimer && used.timers >= MOST_OPEN_TIMERS) {
    return deny(invalid('duration', `You have ${MOST_OPEN_TIMERS} timers in this session. Stop one of them first.`))
  }
  if (!used.totals.has(log.total) && used.totals.size >= MOST_TOTALS) {
    return deny(invalid('action', `You have used ${MOST_TOTALS} actions in this session. Use one of them.`))
  }
  return allow(true)
}
