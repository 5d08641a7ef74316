/** Converts rows to what `draftLog` takes, and its draft to a row. */
import { randomUUID } from 'node:crypto'
import { isOpenGoal } from '../../domain/goals/goal.ts'
import { logText } from '../../domain/goals/presses.ts'
import type { DraftedLog, OwnGoal, OwnTimer } from '../../domain/logs/draft.ts'
import { dueAt } from '../../domain/logs/log.ts'
import { NO_KEY, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import type { GoalRow } from '../progress/goal-rows.ts'
import { type LogRow, logColumns } from '../progress/log-rows.ts'
import type { ParticipantRow } from '../progress/participant-rows.ts'
import { logState } from '../progress/wire-log.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import type { NewEvent } from '../webhooks/event-rows.ts'

export function toOwnGoal(goal: GoalRow): OwnGoal {
  return { ...goal, isOpen: isOpenGoal(goal) }
}

/** @param found what the caller needs again if the timer runs already */
export function toOwnTimer<Found extends { log: Omit<LogRow, 'id'> }>(found: Found): OwnTimer & { found: Found } {
  return { ...found.log, ...logState(found.log), found }
}

export function toMember(member: ParticipantRow | null | undefined): { joinedAt: number } | null {
  return member ? { joinedAt: member.joined_at.getTime() } : null
}

/** The row of a drafted log. */
export function toLogRow(
  { madeAt, ...log }: DraftedLog,
  { by, key, now }: { by: SignedIn; key: RequestKey | null; now: number }
): Omit<LogRow, 'id'> {
  return {
    ...log,
    ...logColumns(log, dueAt(log)),
    uuid: randomUUID(),
    user_id: by.id,
    import_id: null,
    ...(key ?? NO_KEY),
    created_at: new Date(madeAt),
    updated_at: new Date(now),
    deleted_at: null
  }
}

/** The event of a new log, for webhooks. Distances are in miles, because no browser tells the unit of its person. */
export function logEvent(log: LogRow, goal: Pick<GoalRow, 'id' | 'title' | 'unit'> | null): NewEvent {
  const { id, day, title, amount, distance, duration, user_id, session_id } = log
  return {
    type: 'log.made',
    data: {
      log: { id, day, title, amount, distance, duration },
      goal: goal && { id: goal.id, title: goal.title, unit: goal.unit },
      text: logText(log, goal?.unit ?? '', 'mi')
    },
    whom: { user: user_id },
    subject: goal ? `goal ${goal.id}` : `session ${session_id}`
  }
}

/** Timers appear only on a person's own pages, so the event names only the people whose timers changed. */
export function recordTimers(record: RecordEvent, sessionId: number, usernames: string[]): void {
  if (usernames.length > 0) record(sessionId, { type: 'update', data: { timers: [...new Set(usernames)] } })
}
