/** What was done in a room: per participant and goal, and the summary of all (D-85). Both are kept as logs change. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import type { Participant, Summary } from '../../domain/sessions/api.ts'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { participantTotals, sessions } from '../db/schema.ts'
import { tidy } from '../logs/to-wire.ts'
import type { RecordEvent } from '../realtime/room-events.ts'
import { findParticipant } from './participants.ts'

export type SessionRow = typeof sessions.$inferSelect

const lockedRoom = prepared((tx: Transaction) =>
  tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.deleted_at)))
    .for('update')
    .prepare('')
)

/** The session with its row locked: everything that changes a room goes through here first. */
export async function lockRoom(tx: Transaction, id: number): Promise<SessionRow> {
  const [row] = await lockedRoom(tx).execute({ id })
  return row ?? refuse({ kind: 'notFound' })
}

interface Progress {
  session_id: number
  user_id: number
  task_uuid: string | null
  action: string
}

/** Adds a log's change to its participant's totals and to the room's summary. The caller holds the room's lock. */
export async function addToRoom(
  tx: Transaction,
  progress: Progress,
  change: Contribution,
  logs: number
): Promise<void> {
  const key = progress.task_uuid ?? ''
  await tx
    .insert(participantTotals)
    .values({
      session_id: progress.session_id,
      user_id: progress.user_id,
      task_uuid: key,
      action: progress.action,
      ...change
    })
    .onConflictDoUpdate({
      target: [
        participantTotals.session_id,
        participantTotals.user_id,
        participantTotals.task_uuid,
        participantTotals.action
      ],
      set: {
        amount: sql`${participantTotals.amount} + excluded.amount`,
        distance: sql`${participantTotals.distance} + excluded.distance`,
        duration: sql`${participantTotals.duration} + excluded.duration`
      }
    })
  const [room] = await tx
    .select({ summary: sessions.summary })
    .from(sessions)
    .where(eq(sessions.id, progress.session_id))
  if (!room) throw new Error(`session ${progress.session_id} is gone`)
  const { summary } = room
  const task = summary.tasks[key] ?? { amount: 0, distance: 0, duration: 0 }
  summary.tasks[key] = {
    amount: task.amount + change.amount,
    distance: task.distance + change.distance,
    duration: task.duration + change.duration
  }
  summary.logs += logs
  await tx.update(sessions).set({ summary }).where(eq(sessions.id, progress.session_id))
}

/** Without what was counted under an action that has nothing left: actions can be changed as often as one likes. */
export async function forgetEmptyTotals(tx: Transaction, progress: Progress): Promise<void> {
  const { session_id, user_id, task_uuid, action } = progress
  // What fractions leave when they are taken back is nothing either.
  await tx.execute(sql`
    delete from participant_totals where session_id = ${session_id} and user_id = ${user_id}
      and task_uuid = ${task_uuid ?? ''} and action = ${action}
      and abs(amount) < 1e-6 and abs(distance) < 1e-6 and duration = 0 and list_progress = '[]'`)
}

/** Tells the room how one participant and the summary stand now. */
export async function recordProgress(
  tx: Transaction,
  record: RecordEvent,
  sessionId: number,
  userId: number
): Promise<Participant | null> {
  const participant = await findParticipant(tx, sessionId, userId)
  const [room] = await tx
    .select({ summary: sessions.summary, participants_count: sessions.participants_count })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  if (!room) throw new Error(`session ${sessionId} is gone`)
  record(sessionId, {
    type: 'update',
    data: {
      ...(participant ? { participants: [participant] } : {}),
      summary: toWireSummary(room)
    }
  })
  return participant
}

export function toWireSummary({
  summary,
  participants_count
}: Pick<SessionRow, 'summary' | 'participants_count'>): Summary {
  const tasks = Object.entries(summary.tasks).map(([uuid, task]) => [
    uuid,
    { amount: tidy(task.amount), distance: tidy(task.distance), duration: task.duration }
  ])
  return { participants: participants_count, logs: summary.logs, tasks: Object.fromEntries(tasks) }
}
