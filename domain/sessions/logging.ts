/** Who may log in a session, and on what (D-86, D-98). */

import { JOIN_FIRST } from '../chat/chat.ts'
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
