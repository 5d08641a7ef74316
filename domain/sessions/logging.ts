/** Permission to log in a session, and limits of logs (D-86, D-98). */

import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../lib/limits.ts'
import { invalid, JOIN_FIRST } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { SessionStatus } from './status.ts'

export const NO_LOGS_YET = 'Progress can be logged when the session is in progress.'

/**
 * Whether someone may log in the session (D-86): members may from its start on, also after its end. 403 without
 * membership, 409 before the start.
 */
export function mayLog(session: { status: SessionStatus }, membership: object | null): Result<true> {
  if (!membership) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  if (session.status !== SessionStatus.NotStarted) return allow(true)
  return conflict(NO_LOGS_YET)
}

/**
 * Whether a log on a personal goal, made in the session, counts there (D-138): while the goal is attached and the
 * session runs. A log that was made before the end and arrives later counts too. Any other log counts only for the
 * person. 409 before the start (D-86).
 * @param doneAt when it was made, in ms since 1970
 */
export function countsInSession(
  session: { status: SessionStatus; endedAt: number | null },
  goal: { isAttached: boolean },
  membership: object | null,
  doneAt: number
): Result<boolean> {
  if (!membership) return allow(false)
  if (session.status === SessionStatus.Ended) return allow(doneAt < (session.endedAt ?? 0))
  if (!goal.isAttached) return allow(false)
  return session.status === SessionStatus.Running ? allow(true) : conflict(NO_LOGS_YET)
}

/**
 * Returns the time of a log in a session, in ms since 1970. A log that waited for a connection counts from when it was
 * made, but not before the session started or the member joined.
 */
export function logTime(session: { startedAt: number }, member: { joinedAt: number }, doneAt: number): number {
  return Math.max(doneAt, session.startedAt, member.joinedAt)
}

interface Groups<Task> {
  tasks: readonly { hidden: 0 | 1; parts: readonly Task[] }[]
}

/** Returns the goal of the plan with this uuid, or null. Only hosts find goals of hidden groups (D-98). */
export function findTask<Task extends { uuid: string }>(
  plan: Groups<Task>,
  uuid: string,
  isHost: boolean
): Task | null {
  const groups = plan.tasks.filter(group => isHost || !group.hidden)
  return groups.flatMap(group => group.parts).find(task => task.uuid === uuid) ?? null
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
