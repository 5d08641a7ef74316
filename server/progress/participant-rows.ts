/** People in a session, with their totals there. */
import { and, asc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Stay, stays } from '../../domain/activities/turns.ts'
import { roundMiles } from '../../domain/lib/distance.ts'
import { totalKey } from '../../domain/logs/logging.ts'
import type { Participant, SessionStay, Summary } from '../../domain/sessions/api.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { findRow, updaterOf } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { participants, sessions } from '../db/schema/sessions.ts'
import { isOneOfGiven } from '../lib/paging.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import type { SessionRow } from '../realtime/room-rows.ts'

export type ParticipantRow = typeof participants.$inferSelect

/** A response lists at most this many people; the count is always complete. */
const MOST_LISTED = 500

interface Totals {
  task_uuid: string
  action: string
  amount: number
  distance: number
  duration: number
  list_progress: string[]
}

const totals = sql<Totals[] | null>`(
  select json_agg(json_build_object('task_uuid', t.task_uuid, 'action', t.action, 'amount', t.amount,
    'distance', t.distance, 'duration', t.duration, 'list_progress', t.list_progress))
  from participant_totals t
  where t.session_id = participants.session_id and t.user_id = participants.user_id)`

const select = (db: Handle) =>
  db
    .select({
      session_id: participants.session_id,
      user_id: participants.user_id,
      username: users.username,
      client_uuid: participants.client_uuid,
      role: participants.role,
      is_ready: participants.is_ready,
      was_host: participants.was_host,
      joined_at: participants.joined_at,
      completed_at: participants.completed_at,
      is_creator: sql<boolean>`sessions.user_id = participants.user_id`,
      totals
    })
    .from(participants)
    .innerJoin(users, eq(users.id, participants.user_id))
    .innerJoin(sessions, eq(sessions.id, participants.session_id))

type Row = Awaited<ReturnType<typeof select>>[number]

const participantsOf = prepared(db =>
  select(db)
    .where(present(sql.placeholder('session')))
    .orderBy(asc(participants.joined_at), asc(participants.id))
    .limit(MOST_LISTED)
)

/** Present participants in order of joining. */
export async function listParticipants(db: Database, sessionId: number): Promise<Participant[]> {
  const rows = await participantsOf(db).execute({ session: sessionId })
  return rows.map(toWireParticipant)
}

/** A person who is in the session; null when they left or never joined. */
export async function findParticipant(db: Handle, sessionId: number, userId: number): Promise<Participant | null> {
  const [row] = await select(db).where(and(present(sessionId), eq(participants.user_id, userId)))
  return row ? toWireParticipant(row) : null
}

const BY_PERSON = sql`(participants.session_id, participants.user_id) in (
  select session_id, user_id from jsonb_to_recordset(${sql.placeholder('people')}::jsonb)
    as person(session_id bigint, user_id bigint))`

const participantsByPerson = prepared((tx: Transaction) =>
  select(tx)
    .where(and(isNull(participants.left_at), BY_PERSON))
    .limit(MOST_LISTED)
)

export interface FoundParticipant {
  session_id: number
  user_id: number
  participant: Participant
}

/** Those of these people who are in their session now. */
export async function findParticipants(
  tx: Transaction,
  people: { session_id: number; user_id: number }[]
): Promise<FoundParticipant[]> {
  const rows = await participantsByPerson(tx).execute({ people: JSON.stringify(people) })
  return rows.map(row => ({
    session_id: row.session_id,
    user_id: row.user_id,
    participant: toWireParticipant(row)
  }))
}

/** The membership of someone who is or was in the session; `left_at` says when they left. */
export function findMembership(db: Handle, sessionId: number, userId: number): Promise<ParticipantRow | null> {
  return findRow(db, participants, and(eq(participants.session_id, sessionId), eq(participants.user_id, userId)))
}

/** The membership of someone who is or was in a session, by username. */
export async function findMember(tx: Transaction, sessionId: number, username: string): Promise<Member | null> {
  const [row] = await tx
    .select({
      member: participants,
      username: users.username,
      is_guest: sql<boolean>`${users.guest_key} is not null`
    })
    .from(participants)
    .innerJoin(users, eq(users.id, participants.user_id))
    .where(and(eq(participants.session_id, sessionId), eq(users.username, username)))
  return row ?? null
}

interface Member {
  member: ParticipantRow
  /** Spelled as the person wrote it. */
  username: string
  is_guest: boolean
}

/** The membership of someone who is in the session now. */
export async function findPresent(db: Handle, sessionId: number, userId: number): Promise<ParticipantRow | null> {
  const member = await findMembership(db, sessionId, userId)
  return member?.left_at === null ? member : null
}

const memberships = prepared((tx: Transaction) =>
  tx
    .select()
    .from(participants)
    .where(and(eq(participants.session_id, sql.placeholder('session')), isOneOfGiven(participants.user_id, 'users')))
)

/** The memberships of those of these people who are or were in the session, by user id. */
export async function findMemberships(
  tx: Transaction,
  session: number,
  users: number[]
): Promise<Map<number, ParticipantRow>> {
  const rows = await memberships(tx).execute({ session, users: JSON.stringify(users) })
  return new Map(rows.map(row => [row.user_id, row]))
}

/** The memberships of those of these people who are in the session now, by user id. */
export async function findPresentUsers(
  tx: Transaction,
  session: number,
  users: number[]
): Promise<Map<number, ParticipantRow>> {
  const members = await findMemberships(tx, session, users)
  for (const [id, { left_at }] of members) if (left_at !== null) members.delete(id)
  return members
}

const TOTALS_OF = `
  select user_id::int, task_uuid, action from participant_totals
  where session_id = $1 and user_id = any(array(select jsonb_array_elements($2::jsonb)::bigint))`

/** The keys (`totalKey`) of the totals that these people have in a session, by user id. */
export async function findTotalKeys(
  tx: Transaction,
  session: number,
  users: number[]
): Promise<Map<number, Set<string>>> {
  const { rows } = await tx.$client.query<{ user_id: number; task_uuid: string; action: string }>({ text: TOTALS_OF }, [
    session,
    JSON.stringify(users)
  ])
  const keys = new Map<number, Set<string>>()
  for (const { user_id, task_uuid, action } of rows) {
    keys.set(user_id, (keys.get(user_id) ?? new Set()).add(totalKey(task_uuid, action)))
  }
  return keys
}

export const updateParticipant = updaterOf(participants)

/** Updates everyone who ever joined, including people who left. */
export async function updateEveryParticipant(
  tx: Transaction,
  sessionId: number,
  change: Partial<typeof participants.$inferInsert>
): Promise<void> {
  await tx.update(participants).set(change).where(eq(participants.session_id, sessionId))
}

/** When people joined and left; empty unless a part takes turns (D-93). */
export async function staysOf(db: Handle, row: Pick<SessionRow, 'id' | 'plan'>): Promise<Stay[]> {
  return stays((await findStays(db, row)) ?? [])
}

/** The same in wire format, in order of joining; null when no part takes turns. */
export async function findStays(
  db: Handle,
  { id, plan }: Pick<SessionRow, 'id' | 'plan'>
): Promise<SessionStay[] | null> {
  if (!plan.parts.some(group => group.parts.some(part => part.per_participant))) return null
  const rows = await db
    .select({ username: users.username, joined_at: participants.joined_at, left_at: participants.left_at })
    .from(participants)
    .innerJoin(users, eq(users.id, participants.user_id))
    .where(eq(participants.session_id, id))
    .orderBy(asc(participants.joined_at), asc(participants.id))
  return rows.map(row => ({
    ...row,
    joined_at: row.joined_at.toISOString(),
    left_at: row.left_at?.toISOString() ?? null
  }))
}

function present(sessionId: number | Placeholder): SQL | undefined {
  return and(eq(participants.session_id, sessionId), isNull(participants.left_at))
}

function toWireParticipant({ totals, ...row }: Row): Participant {
  const ofTasks = new Map<string, Participant['task_totals'][string]>()
  const ofActions = new Map<string, Participant['task_action_totals'][string]>()
  for (const { task_uuid, action, amount, distance, duration, list_progress } of totals ?? []) {
    const task = ofTasks.get(task_uuid) ?? { amount: 0, distance: 0, duration: 0, list_progress: [] }
    ofTasks.set(task_uuid, {
      amount: threeDecimals(task.amount + amount),
      distance: roundMiles(task.distance + distance),
      duration: task.duration + duration,
      list_progress: list_progress.length > 0 ? list_progress : task.list_progress
    })
    const own = ofActions.get(action) ?? { amount: 0, distance: 0, duration: 0 }
    ofActions.set(action, {
      amount: threeDecimals(own.amount + amount),
      distance: roundMiles(own.distance + distance),
      duration: own.duration + duration
    })
  }
  return {
    username: row.username,
    client_uuid: row.client_uuid,
    role: row.role,
    is_ready: row.is_ready ? 1 : 0,
    is_creator: row.is_creator ? 1 : 0,
    was_host: row.was_host ? 1 : 0,
    joined_at: row.joined_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    task_totals: Object.fromEntries(ofTasks),
    task_action_totals: Object.fromEntries(ofActions)
  }
}

/** The number of people present, and the totals of everyone. */
export function toWireSummary({
  summary,
  participants_count
}: Pick<SessionRow, 'summary' | 'participants_count'>): Summary {
  const tasks = Object.entries(summary.tasks).map(([uuid, task]) => [
    uuid,
    { amount: threeDecimals(task.amount), distance: roundMiles(task.distance), duration: task.duration }
  ])
  return { participants: participants_count, logs: summary.logs, tasks: Object.fromEntries(tasks) }
}
