/** Who may log in a session, and on what (D-86, D-98). */

import { JOIN_FIRST } from '../chat/chat.ts'
import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../lib/limits.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, conflict, deny, type Result } from '../lib/result.ts'
import { SessionStatus } from './status.ts'

export const NO_LOGS_YET = 'Progress can be logged when the session is in progress.'

/**
 * Whether somebody may log in the session (D-86): members from its start on, so that results can still be entered after
 * its end. 403 without membership, 409 before the start.
 */
export function mayLog(session: { status: SessionStatus }, membership: object | null): Result<true> {
  if (!membership) return deny({ kind: 'forbidden', message: JOIN_FIRST })
  if (session.status !== SessionStatus.NotStarted) return allow(true)
  return conflict(NO_LOGS_YET)
}

/**
 * Whether a log that was made in the session on a goal of one's own counts there (D-138): while the goal is attached and
 * the session runs. What was pressed before the end and arrives later still does; anything else is the person's alone.
 * 409 before the start (D-86).
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
 * The time of a log in a session, in ms since 1970. A log that waited for a connection counts from when it was made,
 * but not from before the session started or its member joined: a timer gets no time that it could not have run.
 */
export function logTime(session: { startedAt: number }, member: { joinedAt: number }, doneAt: number): number {
  return Math.max(doneAt, session.startedAt, member.joinedAt)
}

interface Groups<Task> {
  tasks: readonly { hidden: 0 | 1; parts: readonly Task[] }[]
}

/** The goal of the plan with this uuid, or null. Goals of a hidden group are found for hosts only (D-98). */
export function findTask<Task extends { uuid: string }>(
  plan: Groups<Task>,
  uuid: string,
  isHost: boolean
): Task | null {
  const groups = plan.tasks.filter(group => isHost || !group.hidden)
  return groups.flatMap(group => group.parts).find(task => task.uuid === uuid) ?? null
}

/** What a person's logs take up in a session already. */
export interface Used {
  /** Timers that run or are paused. */
  timers: number
  /** The totals that they count for, by `totalKey`. */
  totals: ReadonlySet<string>
}

/** Names one total of a person: each goal and action has its own. */
export function totalKey(taskUuid: string | null, action: string): string {
  return `${taskUuid ?? ''} ${action}`
}

/**
 * Whether one more log fits, as everybody in the session is sent what it changes. 422 for one timer too many, and for
 * one more action by somebody who has used very many.
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
