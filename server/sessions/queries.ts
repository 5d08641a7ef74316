import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { LONGEST } from '../../domain/sessions/length.ts'
import { HOST } from '../../domain/sessions/permissions.ts'
import { dueAt, storedTimes } from '../../domain/sessions/status.ts'
import type { Filters } from '../activities/filters.ts'
import type { Database, Transaction } from '../db/database.ts'
import { onceEach, prepared, selectRows } from '../db/prepared.ts'
import { contributions, participants, sessions } from '../db/schema.ts'
import { cut, isOneOf, type Slice, withHits } from '../lib/paging.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { type Meant, matches, search } from '../lib/title-search.ts'

export interface SessionListRow {
  id: number
  slug: string
  title: string
  status: 0 | 1 | 2
  is_preset: boolean
  needs_code: boolean
  is_manually_started: boolean
  participant_limit: number | null
  participants_count: number
  started_at: Date | null
  ended_at: Date | null
  /** Since when a pause delays the end. */
  paused_since: Date | null
  duration: number
  difficulty: number | null
  term_id: number | null
  hut_slug: string | null
  hut_title: string | null
  is_joined: boolean
  total: number
}

const COLUMNS = sql`s.id::int, s.slug, s.title, s.status, s.is_preset, s.needs_code, s.is_manually_started,
  s.participant_limit, s.participants_count, s.started_at, s.ended_at, s.duration, s.difficulty, s.term_id::int,
  s.paused_since, h.slug as hut_slug, h.title as hut_title`
const FROM = sql`from sessions s left join groups h on h.id = s.group_id`

const isJoined = (viewerId: number | null): SQL =>
  viewerId === null
    ? sql`false`
    : sql`exists (select from participants p
        where p.session_id = s.id and p.user_id = ${viewerId} and p.left_at is null)`

/**
 * What runs or is to come at `now`, however late the sweep is: `statusAt` of domain/sessions/status.ts is not Ended. A
 * pause moves the end on until the session has lasted as long as any may (D-94). live-predicate.test.ts compares both.
 */
const live = (now: Date): SQL =>
  sql`s.status < 2
    and (s.ended_at is null or s.ended_at > ${now}
      or (s.paused_since is not null and s.started_at > ${new Date(now.getTime() - LONGEST * 1000)}))`
/** Running first, then the soonest start; those without a start wait at the end (D-57). */
const ORDER = sql`order by s.status desc, s.started_at asc, s.id asc`

function where(filters: Filters, meant: Meant | null, viewerId: number | null, now: Date): SQL {
  const conditions = [live(now), filters.templates ? sql`s.is_preset` : sql`not s.is_preset`]
  if (filters.termIds) conditions.push(isOneOf(sql`s.term_id`, filters.termIds))
  if (filters.difficulty !== null) conditions.push(sql`s.difficulty = ${filters.difficulty}`)
  if (filters.groupId !== null) conditions.push(sql`s.group_id = ${filters.groupId}`)
  if (filters.joined) conditions.push(isJoined(viewerId))
  // A session is found by its own title or its activity's (D-58).
  if (meant) conditions.push(matches(sql`s.searched`, meant))
  return sql.join(conditions, sql` and `)
}

/**
 * A page of sessions that run or are to come, each with the count of all up to 100. What is the same for everybody is
 * read once for all who ask in one turn, and then which of it the viewer is in: a third of a signed-in home.
 */
export async function listSessions(
  db: Database,
  filters: Filters,
  viewerId: number | null,
  now: Date
): Promise<SessionListRow[]> {
  const titles = { rows: sql`sessions s where s.status < 2`, title: sql`s.searched` }
  const list = (viewer: number | null): Promise<SessionListRow[]> =>
    search(db, filters.q, titles, meant => sessionList(filters, meant, viewer, now))
  if (filters.joined || viewerId === null) return list(viewerId)
  const rows = await publicLists(db)(JSON.stringify(filters), () => list(null))
  if (rows.length === 0) return rows
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const joined = new Set((await joinedOf(db).execute({ user: viewerId, ids })).map(({ id }) => id))
  return rows.map(row => ({ ...row, is_joined: joined.has(row.id) }))
}

const publicLists = onceEach((_: Database) => singleFlight<SessionListRow[]>('sent'))

const joinedOf = prepared(db =>
  db
    .select({ id: participants.session_id })
    .from(participants)
    .where(
      and(
        eq(participants.user_id, sql.placeholder('user')),
        isNull(participants.left_at),
        sql`${participants.session_id} in (select jsonb_array_elements(${sql.placeholder('ids')}::jsonb)::bigint)`
      )
    )
    .prepare('')
)

function sessionList(filters: Filters, meant: Meant | null, viewerId: number | null, now: Date): SQL {
  const ids = sql`select s.id from sessions s where ${where(filters, meant, viewerId, now)} ${ORDER}`
  return sql`${withHits(ids, filters.slice)}
    select ${COLUMNS}, ${isJoined(viewerId)} as is_joined, hits.total
    from hits join sessions s on s.id = any(hits.ids) left join groups h on h.id = s.group_id
    ${ORDER}`
}

/** Sessions of one activity: the live ones, or all with the newest first. */
export async function listByActivity(
  db: Database,
  activityId: number,
  viewerId: number | null,
  /** Only what is live at this time. */
  liveAt: Date | null,
  slice: Slice
): Promise<SessionListRow[]> {
  return selectRows<SessionListRow>(
    db,
    sql`
    select ${COLUMNS}, ${isJoined(viewerId)} as is_joined, 0 as total
    ${FROM}
    where s.activity_id = ${activityId} ${liveAt ? sql`and ${live(liveAt)}` : sql``}
    ${liveAt ? ORDER : sql`order by s.id desc`}
    ${cut(slice)}`
  )
}

/** Sessions that a person is in, of any status: those without a start first, then the newest start (D-55). */
export async function listSessionsOf(db: Database, userId: number, slice: Slice): Promise<SessionListRow[]> {
  return selectRows<SessionListRow>(
    db,
    sql`
    select ${COLUMNS}, true as is_joined, 0 as total
    from participants p join sessions s on s.id = p.session_id left join groups h on h.id = s.group_id
    where p.user_id = ${userId} and p.left_at is null
    order by p.starts_at desc, p.session_id desc
    ${cut(slice)}`
  )
}

/** Returns whether the key is new. */
export async function insertContribution(
  tx: Transaction,
  sessionId: number,
  userId: number,
  key: string,
  now: Date
): Promise<boolean> {
  const added = await tx
    .insert(contributions)
    .values({ session_id: sessionId, user_id: userId, request_key: key, created_at: now })
    .onConflictDoNothing()
    .returning({ key: contributions.request_key })
  return added.length > 0
}

const INSERT_PARTICIPANTS = `
  insert into participants (session_id, user_id, role, client_uuid, charged, joined_at, starts_at)
  select $1, user_id, role, client_uuid, $2, $3, $4
  from rows from (jsonb_to_recordset($5::jsonb) as (user_id bigint, role smallint, client_uuid text))
    with ordinality as item(user_id, role, client_uuid, number)
  order by number
  returning id::int, user_id::int`

interface NewParticipant {
  user_id: number
  role: number
  client_uuid: string | null
}

/** Inserts people in this order. Returns the ids of their rows by id of the person. */
export async function insertParticipants(
  tx: Transaction,
  session: Pick<typeof sessions.$inferSelect, 'id' | 'is_free' | 'started_at'>,
  people: NewParticipant[],
  now: Date
): Promise<Map<number, number>> {
  if (people.length === 0) return new Map()
  const { rows } = await tx.$client.query<{ id: number; user_id: number }>({ text: INSERT_PARTICIPANTS }, [
    session.id,
    !session.is_free,
    now,
    session.started_at,
    JSON.stringify(people)
  ])
  return new Map(rows.map(({ id, user_id }) => [user_id, id]))
}

const BRING_BACK = `
  update participants set left_at = null, joined_at = $1, is_ready = false, role = item.role,
    client_uuid = item.client_uuid
  from jsonb_to_recordset($2::jsonb) as item(id bigint, role smallint, client_uuid text)
  where participants.id = item.id`

/** Lets people in again who have left. */
export async function bringBack(
  tx: Transaction,
  people: { id: number; role: number; client_uuid: string | null }[],
  now: Date
): Promise<void> {
  if (people.length > 0) await tx.$client.query({ text: BRING_BACK }, [now, JSON.stringify(people)])
}

export async function updateParticipant(
  tx: Transaction,
  id: number,
  change: Partial<typeof participants.$inferInsert>
): Promise<void> {
  await tx.update(participants).set(change).where(eq(participants.id, id))
}

/** Everybody who ever joined, also those who are out. */
export async function updateEveryParticipant(
  tx: Transaction,
  sessionId: number,
  change: Partial<typeof participants.$inferInsert>
): Promise<void> {
  await tx.update(participants).set(change).where(eq(participants.session_id, sessionId))
}

/** Adds to the count of those present; the caller holds the session's lock. */
export async function addToCount(tx: Transaction, sessionId: number, change: number): Promise<number> {
  const [row] = await tx
    .update(sessions)
    .set({ participants_count: sql`${sessions.participants_count} + ${change}` })
    .where(eq(sessions.id, sessionId))
    .returning({ count: sessions.participants_count })
  return row?.count ?? 0
}

/** Sessions whose status changes by itself up to `until`, as `dueAt` says; live-predicate.test.ts compares both. */
export async function listDueSessions(
  db: Database,
  until: number,
  limit: number
): Promise<{ id: number; due: number | null }[]> {
  const rows = await selectRows<DueRow>(
    db,
    sql`
    select id::int, status, started_at, ended_at, duration, paused_since from (
      select *, started_at as due from sessions where status = 0 and started_at <= ${new Date(until)}
      union all
      select *, ended_at as due from sessions where status = 1 and ended_at <= ${new Date(until)}
        and (paused_since is null or started_at <= ${new Date(until - LONGEST * 1000)})) changing
    order by due limit ${limit}`
  )
  return rows.map(row => ({ id: row.id, due: dueAt(storedTimes(row)) }))
}

type DueRow = Pick<SessionListRow, 'id' | 'status' | 'started_at' | 'ended_at' | 'duration' | 'paused_since'>

/** Who joined first of those who are in, and a host if one is in: what `heirOf` asks for. */
export async function listPossibleHeirs(
  tx: Transaction,
  sessionId: number
): Promise<{ id: number; user_id: number; role: number }[]> {
  const present = sql`select id::int, user_id::int, role from participants
    where session_id = ${sessionId} and left_at is null`
  const { rows } = await tx.execute<{ id: number; user_id: number; role: number }>(sql`
    (${present} order by joined_at, id limit 1) union all (${present} and role = ${HOST} limit 1)`)
  return rows
}
