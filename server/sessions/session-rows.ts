/**
 * A session as it is by now: found, locked, and moved through the rules of `domain/sessions/session.ts` to the status
 * that is due, which leaves an event in the room (SES-065..SES-075, D-82). Asked twice, or on two nodes, the second
 * finds nothing to do.
 */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { refuse } from '../../domain/lib/refusal.ts'
import { canHost, HOST, ONLY_HOST } from '../../domain/sessions/permissions.ts'
import { advance, pausedSince, type SessionState } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Database, Transaction } from '../db/database.ts'
import { onceEach, prepared, preparedInsert } from '../db/prepared.ts'
import { activities, groups, participants, sessions } from '../db/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { readSlugOrId } from '../lib/id.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { dateOf } from '../lib/stored-date.ts'
import { findPresent, staysOf } from '../progress/participant-rows.ts'
import { haltLogsOfSession } from '../progress/progress.ts'
import { freeGoals } from '../progress/totals.ts'
import { lockRoom, type RecordEvent, type SessionRow, withRoomEvents } from '../realtime/room-rows.ts'

const bySlugOrId = prepared(db =>
  db
    .select({
      session: sessions,
      activity: { id: activities.id, slug: activities.slug, title: activities.title },
      hut: { slug: groups.slug, title: groups.title }
    })
    .from(sessions)
    .leftJoin(activities, and(eq(activities.id, sessions.activity_id), isNull(activities.deleted_at)))
    .leftJoin(groups, eq(groups.id, sessions.group_id))
    .where(or(eq(sessions.slug, sql.placeholder('slug')), eq(sessions.id, sql.placeholder('id'))))
    .prepare('session_by_slug_or_id')
)

export interface SessionWithActivity {
  session: SessionRow
  activity: { id: number; slug: string; title: string } | null
  /** The group it is in. */
  hut: { slug: string; title: string } | null
}

export async function findSession(db: Database, slugOrId: string): Promise<SessionWithActivity | null> {
  const [row] = await bySlugOrId(db).execute(readSlugOrId(slugOrId))
  return row ?? null
}

/** As it is stored: one that was just made cannot be late. */
export async function readSession({ db }: Pick<Dependencies, 'db'>, slugOrId: string): Promise<SessionWithActivity> {
  return (await findSession(db, slugOrId)) ?? refuse({ kind: 'notFound' })
}

/** By slug or id; a status that is late is put right first (D-82). */
export async function getSession(deps: Dependencies, slugOrId: string): Promise<SessionWithActivity> {
  const found = await readSession(deps, slugOrId)
  if (!isLate(found.session, deps.clock.now())) return found
  const { id } = found.session
  await advances(deps.hub)(String(id), () => advanceSession(deps, id))
  return readSession(deps, slugOrId)
}

/** Everybody in a room asks for it the moment it ends, and one change serves them all. */
const advances = onceEach((_: Dependencies['hub']) => singleFlight<void>('done'))

export async function findSlugByKey(db: Database, userId: number, key: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: sessions.slug })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.request_key, key)))
  return row?.slug ?? null
}

const insertRow = preparedInsert(sessions)

/** Inserts a session and its creator, who is in it as host free of charge. */
export async function insertSession(
  tx: Transaction,
  session: typeof sessions.$inferInsert,
  clientUuid: string | null
): Promise<SessionRow> {
  const row = await insertRow(tx, { ...session, participants_count: 1 })
  await tx.insert(participants).values({
    session_id: row.id,
    user_id: row.user_id,
    role: HOST,
    client_uuid: clientUuid,
    joined_at: row.created_at,
    starts_at: row.started_at
  })
  return row
}

/** The row as it should be by now: what was due has happened when this returns. The caller holds the room's lock. */
export async function advanceIfLate(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  row: SessionRow
): Promise<SessionRow> {
  const now = deps.clock.now()
  // Who takes turns says how something begins, not whether: it is read when something is due.
  if (!isLate(row, now)) return row
  const { session } = advance(sessionState(row), now, await staysOf(tx, row))
  return saveStatus(deps, tx, record, row, session)
}

/** The session as it is by now, locked, for its host or a site admin; others are refused. */
export async function lockAsHost(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  viewer: SignedIn,
  sessionId: number
): Promise<SessionRow> {
  const row = await advanceIfLate(deps, tx, record, await lockRoom(tx, sessionId))
  if (canHost(viewer, await findPresent(tx, sessionId, viewer.id))) return row
  return refuse({ kind: 'forbidden', message: ONLY_HOST, errors: [ONLY_HOST] })
}

/** `advanceIfLate` in a transaction of its own. */
export async function advanceSession(deps: Dependencies, id: number): Promise<void> {
  await withRoomEvents(deps, id, async (tx, record) => {
    await advanceIfLate(deps, tx, record, await lockRoom(tx, id))
  })
}

/** Whether a read has found a status that is late (D-82). */
function isLate(row: SessionRow, now: number): boolean {
  return advance(sessionState(row), now).events.length > 0
}

/** Saves what a rule made of a session and tells the room. What still runs in it stops with it. */
export async function saveStatus(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  row: SessionRow,
  state: SessionState
): Promise<SessionRow> {
  const change = {
    status: state.status,
    started_at: dateOf(state.started_at),
    ended_at: dateOf(state.ended_at),
    is_manually_started: Boolean(state.is_manually_started),
    plan: { ...row.plan, ...state.plan },
    updated_at: dateAt(deps.clock)
  }
  // A start that stays where it was need not be told to everybody's list (D-55).
  const { started_at, ...others } = change
  const isMoved = started_at?.getTime() !== row.started_at?.getTime()
  await updateSessionRow(tx, row.id, isMoved ? change : others)
  if (state.status === SessionStatus.Ended) {
    // At its end, not when it was noticed: a timer adds no time after it.
    const at = change.ended_at?.getTime() ?? deps.clock.now()
    await haltLogsOfSession(tx, record, { sessionId: row.id, userId: null }, 'stop', at)
    await freeGoals(tx, row.id, null, dateAt(deps.clock))
  }
  record(row.id, {
    type: 'update',
    data: { status: state.status, started_at: state.started_at, ended_at: state.ended_at, reload: true }
  })
  return { ...row, ...change }
}

/** A row as the rules see it. */
export function sessionState(row: SessionRow): SessionState {
  return {
    status: row.status,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    duration: row.duration,
    is_manually_started: row.is_manually_started,
    plan: row.plan
  }
}

/** Pauses and starts are kept in columns too, so that lists need read no plans and no other rows (D-55, D-94). */
export async function updateSessionRow(
  tx: Transaction,
  id: number,
  change: Partial<typeof sessions.$inferInsert>
): Promise<void> {
  const paused_since = change.plan ? { paused_since: dateOrNull(pausedSince(change.plan)) } : {}
  await tx
    .update(sessions)
    .set({ ...change, ...paused_since })
    .where(eq(sessions.id, id))
  if (change.started_at === undefined) return
  await tx
    .update(participants)
    .set({ starts_at: change.started_at })
    .where(and(eq(participants.session_id, id), sql`${participants.starts_at} is distinct from ${change.started_at}`))
}

function dateOrNull(time: number | null): Date | null {
  return time === null ? null : new Date(time)
}
