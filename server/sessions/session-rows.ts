/** Reads and writes sessions, and converts rows to the state that rules take. */

import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../domain/accounts/user.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import type { AuditAction } from '../../domain/audit-log/entry.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { hasLongTurns } from '../../domain/sessions/long-turns.ts'
import { canHost, HOST, ONLY_HOST } from '../../domain/sessions/people/permissions.ts'
import type { Rule } from '../../domain/sessions/repeats.ts'
import { advance, pausedSince, type SessionState, WAS_CANCELLED } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import { columnsToRead } from '../db/columns.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { prepared, preparedInserts } from '../db/prepared.ts'
import { updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { activities } from '../db/schema/activities.ts'
import { groups } from '../db/schema/groups.ts'
import { series } from '../db/schema/series.ts'
import { participants, sessions } from '../db/schema/sessions.ts'
import type { Dependencies } from '../dependencies.ts'
import { readSlugOrId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findPresent } from '../progress/participant-rows.ts'
import type { SessionRow } from '../realtime/room-rows.ts'

/** Counting numbers must not find unlisted sessions, so they open by their slug only (D-159). */
const isSlugOrId = or(
  eq(sessions.slug, sql.placeholder('slug')),
  and(eq(sessions.id, sql.placeholder('id')), eq(sessions.unlisted, false))
)

const bySlugOrId = prepared(db =>
  db
    .select({
      session: columnsToRead(sessions),
      activity: { id: activities.id, slug: activities.slug, title: activities.title },
      hut: { slug: groups.slug, title: groups.title },
      series: {
        slug: series.slug,
        user_id: series.user_id,
        ...{ repeats: series.repeats, every: series.every, weekdays: series.weekdays },
        ...{ until: series.until, count: series.count },
        ...{ starts_at: series.starts_at, zone: series.zone }
      }
    })
    .from(sessions)
    .leftJoin(
      activities,
      and(eq(activities.id, sessions.activity_id), isNull(activities.deleted_at), isNull(activities.hidden_at))
    )
    .leftJoin(groups, and(eq(groups.id, sessions.group_id), isNull(groups.hidden_at)))
    .leftJoin(series, eq(series.id, sessions.series_id))
    .where(isSlugOrId)
)

export type RuleColumns = Pick<
  typeof series.$inferSelect,
  'repeats' | 'every' | 'weekdays' | 'until' | 'count' | 'starts_at' | 'zone'
>

export interface SessionWithActivity {
  session: SessionRow
  activity: { id: number; slug: string; title: string } | null
  /** The group it is in. */
  hut: { slug: string; title: string } | null
  /** The rule that it is a date of. */
  series: (RuleColumns & { slug: string; user_id: number }) | null
}

/**
 * Whether the series `name` shows nothing to others, because it repeats the words of a date that is hidden, or because
 * an admin has removed everything of its host (D-149).
 */
export const isSeriesHidden = (name: string): SQL =>
  sql.raw(`(${name}.hidden_at is not null
    or exists (select from removals x where x.user_id = ${name}.user_id and x.state <> 'restoring'))`)

/** The rule of a series, as `domain/sessions/repeats.ts` takes it. */
export function ruleOf({ repeats, every, weekdays, until, count, starts_at, zone }: RuleColumns): Rule {
  return { repeats, every, weekdays, until, count, startsAt: starts_at.getTime(), zone }
}

const idBySlugOrId = prepared(db =>
  db
    .select({
      id: sessions.id,
      user_id: sessions.user_id,
      cancelled_at: sessions.cancelled_at,
      hidden_at: sessions.hidden_at
    })
    .from(sessions)
    .where(isSlugOrId)
)

/**
 * The id of a session, for calls that lock the room next and read its state then.
 * @param viewer who may use it although it is hidden: its author and moderators (D-149)
 */
export async function getSessionId(
  { db }: Pick<Dependencies, 'db'>,
  slugOrId: string,
  viewer: Viewer = null
): Promise<number> {
  const [row] = await idBySlugOrId(db).execute(readSlugOrId(slugOrId))
  return needVisible(notCancelled(row), viewer).id
}

/** Like `getSessionId`; null when there is none. */
export async function findSessionId({ db }: Pick<Dependencies, 'db'>, slugOrId: string): Promise<number | null> {
  const [row] = await idBySlugOrId(db).execute(readSlugOrId(slugOrId))
  return row && row.cancelled_at === null && row.hidden_at === null ? row.id : null
}

/** The id of a session that may be cancelled already (D-139). */
export async function getAnySessionId({ db }: Pick<Dependencies, 'db'>, slugOrId: string): Promise<number> {
  const [row] = await idBySlugOrId(db).execute(readSlugOrId(slugOrId))
  return row?.id ?? refuse({ kind: 'notFound' })
}

/** A session by slug or id; null when it does not exist, was cancelled or is hidden. */
export async function findSession(db: Database, slugOrId: string): Promise<SessionWithActivity | null> {
  const [row] = await bySlugOrId(db).execute(readSlugOrId(slugOrId))
  return row && row.session.cancelled_at === null && row.session.hidden_at === null ? row : null
}

/** A session as it is stored, for one that was just made and cannot be late. */
export async function readSession({ db }: Pick<Dependencies, 'db'>, slugOrId: string): Promise<SessionWithActivity> {
  const [row] = await bySlugOrId(db).execute(readSlugOrId(slugOrId))
  notCancelled(row?.session)
  return row ?? refuse({ kind: 'notFound' })
}

/** Refuses a missing session, and a cancelled one with a 404 that says so (D-139). */
export function notCancelled<Row extends { cancelled_at: Date | null }>(row: Row | undefined): Row {
  if (!row) return refuse({ kind: 'notFound' })
  return row.cancelled_at === null ? row : refuse({ kind: 'notFound', message: WAS_CANCELLED })
}

/** A session by slug or id. If its start or end is due, that happens first (D-82). */
export async function getSession(
  deps: Dependencies,
  slugOrId: string,
  viewer: Viewer = null
): Promise<SessionWithActivity> {
  const found = await readSession(deps, slugOrId)
  needVisible(found.session, viewer)
  if (!isLate(found.session, deps.clock.now())) return found
  await deps.rooms.settle(found.session.id)
  return readSession(deps, slugOrId)
}

/** The session that this person made with this request key. */
export async function findSlugByKey(db: Database, userId: number, key: string) {
  const [row] = await db
    .select({ slug: sessions.slug, request_digest: sessions.request_digest })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.request_key, key)))
  return row ?? null
}

const insertRows = preparedInserts(sessions)

/** Inserts a session and its creator, who is in it as host free of charge. */
export async function insertSession(
  tx: Transaction,
  session: typeof sessions.$inferInsert,
  clientUuid: string | null
): Promise<SessionRow> {
  const [row] = await insertSessions(tx, [session], clientUuid)
  if (!row) throw new Error('the session was not inserted')
  return row
}

/** Like `insertSession`, for sessions with the same columns. */
export async function insertSessions(
  tx: Transaction,
  wished: (typeof sessions.$inferInsert)[],
  clientUuid: string | null
): Promise<SessionRow[]> {
  const columns = wished.map(one => ({ ...one, turns_at: turnsAt(one.plan), participants_count: 1 }))
  const rows = await insertRows(tx, columns)
  await tx.insert(participants).values(
    rows.map(row => ({
      session_id: row.id,
      user_id: row.user_id,
      role: HOST,
      client_uuid: clientUuid,
      joined_at: row.created_at,
      starts_at: row.started_at
    }))
  )
  return rows
}

/** Refuses everyone but the hosts of the session and site admins. Returns whether it is an admin who is not a host. */
export async function requireHost(db: Handle, viewer: SignedIn, sessionId: number): Promise<boolean> {
  const membership = await findPresent(db, sessionId, viewer.id)
  if (canHost(viewer, membership)) return membership?.role !== HOST
  return refuse({ kind: 'forbidden', message: ONLY_HOST, errors: [ONLY_HOST] })
}

/** Records what an admin does to someone else's session, in the transaction that does it (docs/decisions/0059). */
export function recordOnSession(
  tx: Transaction,
  viewer: SignedIn,
  action: AuditAction,
  sessionId: number,
  now: Date
): Promise<void> {
  return recordAction(tx, viewer, { action, subject: 'session', subjectId: sessionId }, now)
}

/** Whether a start or end is due that has not been stored, or the waitlist. Nobody can join a hidden session. */
export function isLate(row: SessionRow, now: number): boolean {
  const isWaitlistDue = row.waitlist_at !== null && row.waitlist_at.getTime() <= now && row.hidden_at === null
  return isWaitlistDue || advance(sessionState(row), now).events.length > 0
}

/** A row in the form that the rules take. */
export function sessionState(row: SessionRow): SessionState {
  return {
    status: row.status,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    duration: row.duration,
    is_manually_started: row.is_manually_started,
    paused_at: row.paused_at?.toISOString() ?? null,
    paused_seconds: row.paused_seconds,
    plan: row.plan
  }
}

/** A time in the past: the turns (announce-turns.ts) or the waitlist (waitlist.ts) are due for a check. */
export const AT_ONCE = new Date(0)

function turnsAt(plan: Plan | undefined): Date | null {
  return plan && hasLongTurns(plan) ? AT_ONCE : null
}

/**
 * Also stores pauses and starts in columns of their own, so that lists read no plans and no other rows (D-55, D-94).
 */
export async function updateSessionRow(
  tx: Transaction,
  id: number,
  change: Partial<typeof sessions.$inferInsert>
): Promise<void> {
  const { plan, paused_at } = change
  // Saving the form keeps a pause of the whole session.
  const whole = paused_at === undefined ? sql`${sessions.paused_at}` : sql`${paused_at}::timestamptz`
  const paused_since = plan && sql`least(${dateOrNull(pausedSince({ plan }))}::timestamptz, ${whole})`
  await updateRows(tx, sessions, eq(sessions.id, id), {
    ...change,
    // A moved start, another limit or the end changes what the waitlist offers.
    waitlist_at: sql`case when ${sessions.waiting_count} > 0 then ${AT_ONCE}::timestamptz end`,
    ...(plan && { turns_at: turnsAt(plan) }),
    ...(paused_since && { paused_since })
  })
  if (change.started_at === undefined) return
  await updateRows(
    tx,
    participants,
    and(eq(participants.session_id, id), sql`${participants.starts_at} is distinct from ${change.started_at}`),
    { starts_at: change.started_at }
  )
}

function dateOrNull(time: number | null): Date | null {
  return time === null ? null : new Date(time)
}

/** The sessions that a person is in, which aren't cancelled. */
export function listRoomsOf(db: Database, userId: number): Promise<number[]> {
  return listRooms(db, and(eq(participants.user_id, userId), isNull(participants.left_at)))
}

/** The sessions that a person is or was in, which aren't cancelled. What they said there stays when they leave. */
export function listRoomsEverOf(db: Database, userId: number): Promise<number[]> {
  return listRooms(db, eq(participants.user_id, userId))
}

async function listRooms(db: Database, isTheirs: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: sessions.id })
    .from(participants)
    .innerJoin(sessions, eq(sessions.id, participants.session_id))
    .where(and(isTheirs, isNull(sessions.cancelled_at)))
    .orderBy(sessions.id)
  return rows.map(({ id }) => id)
}

/** The newest session of an activity that runs and that this person is in. */
export async function findRunningOf(db: Database, activityId: number, userId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(participants, eq(participants.session_id, sessions.id))
    .where(
      and(
        eq(sessions.activity_id, activityId),
        eq(sessions.status, SessionStatus.Running),
        eq(participants.user_id, userId),
        isNull(participants.left_at)
      )
    )
    .orderBy(desc(sessions.id))
    .limit(1)
  return row?.id ?? null
}

/**
 * The newest session that was made from an ended one. Leaves out cancelled ones and those of people I block (D-164). An
 * unlisted one is on the page of a listed one only for people who were in the listed one (D-159).
 */
export async function findAgain(db: Database, id: number, viewerId: number | null): Promise<SessionData['again']> {
  const isBlocked = sql`exists (select from mutes m
    where m.user_id = ${viewerId} and m.muted_id = ${sessions.user_id} and m.is_block)`
  const isFound = sql`(not ${sessions.unlisted}
    or exists (select from sessions e where e.id = ${id} and e.unlisted)
    or exists (select from participants p
      where p.session_id = ${id} and p.user_id = ${viewerId} and p.removed_at is null))`
  const [row] = await db
    .select({
      title: sessions.title,
      slug: sessions.slug,
      started_at: sessions.started_at,
      username: users.username
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        ...[eq(sessions.again_of, id), isNull(sessions.cancelled_at), isNull(sessions.hidden_at)],
        ...[sql`not ${isBlocked}`, isFound]
      )
    )
    .orderBy(desc(sessions.id))
    .limit(1)
  if (!row) return null
  const { slug, started_at, ...again } = row
  return { ...again, path: `/sessions/${slug}`, started_at: started_at?.toISOString() ?? null }
}
