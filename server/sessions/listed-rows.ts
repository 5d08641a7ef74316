/** Lists sessions as cards: running and upcoming ones, those of one activity, and mine. */

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Card, type Hut, type ListData, MOST_ON_CARD } from '../../domain/browse/api.ts'
import { own } from '../../domain/lib/own.ts'
import { type ListedSession, sessionCard } from '../../domain/sessions/card.ts'
import { LONGEST } from '../../domain/sessions/length.ts'
import type { HOST, MEMBER } from '../../domain/sessions/people/permissions.ts'
import { listTemplates } from '../activities/listed-rows.ts'
import { type Filters, inGroup, readFilters } from '../browse/filters.ts'
import { choicesOf, getTerms, nameOf, type Terms } from '../browse/term-rows.ts'
import type { Database } from '../db/database.ts'
import { onceEach, prepared, selectRows } from '../db/prepared.ts'
import { participants } from '../db/schema/sessions.ts'
import { search } from '../db/search.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { cut, type Found, isOneOf, isOneOfGiven, type Slice, sliceOf, withHits } from '../lib/paging.ts'
import { singleFlight } from '../lib/sharing/single-flight.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listOffersTo } from './people/waitlist-rows.ts'

/** The list of home and `/events`: running and upcoming sessions (D-57). */
export async function getSessionList(
  deps: Dependencies,
  viewer: SignedIn | null,
  query: Record<string, unknown>,
  /** Lists only sessions of this group. */
  hut: Hut | null = null
): Promise<ListData> {
  const { db, config, clock } = deps
  const terms = await getTerms(db)
  const filters = inGroup(readFilters(query, terms, config.perPage), hut)
  const rows = filters.joined && !viewer ? [] : await listSessions(db, filters, viewer?.id ?? null, dateAt(clock))
  return {
    challenges: await toWireCards(db, viewer?.id ?? null, rows, terms, clock.now()),
    challengesCount: rows[0]?.total ?? 0,
    ...choicesOf(terms),
    hut,
    templates:
      rows.length === 0 || (rows.length <= FEW && isUnfiltered(query))
        ? await listTemplates(deps, terms, filters.groupId)
        : []
  }
}

/** A list this short leaves room to offer templates under it. */
const FEW = 4

function isUnfiltered(query: Record<string, unknown>): boolean {
  return !['q', 'category', 'difficulty', 'joined', 'page'].some(name => own(query, name))
}

/** Sessions of an activity: the live ones, or a page of all. */
export async function listSessionsOfActivity(
  { db, config, clock }: Dependencies,
  viewer: SignedIn | null,
  activityId: number,
  { live, query }: { live: boolean; query: Record<string, unknown> }
): Promise<Card[]> {
  const terms = await getTerms(db)
  const slice = sliceOf(query, config.perPage)
  const rows = await listByActivity(db, activityId, viewer?.id ?? null, live ? dateAt(clock) : null, slice)
  return toWireCards(db, viewer?.id ?? null, rows, terms, clock.now())
}

/** Sessions that a person is in, of any status. */
export async function listMySessions(
  { db, config, clock }: Dependencies,
  viewer: SignedIn,
  query: Record<string, unknown>
): Promise<Card[]> {
  const rows = await listSessionsOf(db, viewer.id, sliceOf(query, config.perPage))
  const terms = await getTerms(db)
  return toWireCards(db, viewer?.id ?? null, rows, terms, clock.now())
}

/** Running and upcoming sessions that a person is in, and the other ones of their groups. */
export async function listSessionsOfToday(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  most: number
): Promise<{ sessions: Card[]; group_sessions: Card[] }> {
  const now = dateAt(clock)
  const list = (which: SQL, isIn: boolean): Promise<SessionListRow[]> =>
    selectRows<SessionListRow>(
      db,
      sql`
      select ${COLUMNS}, ${isIn} as is_joined, 0 as total
      ${FROM}
      where ${live(now)} and not s.is_preset and (s.hidden_at is null or s.user_id = ${viewer.id}) and ${which}
      order by ${ORDER}
      limit ${most}`
    )
  const inGroup = sql`s.group_id in (select m.group_id from group_members m where m.user_id = ${viewer.id})`
  const [terms, mine, others] = await Promise.all([
    getTerms(db),
    list(isJoined(viewer.id), true),
    list(sql`${inGroup} and not ${isJoined(viewer.id)}`, false)
  ])
  return {
    sessions: await toWireCards(db, viewer.id, mine, terms, clock.now()),
    group_sessions: await toWireCards(db, viewer.id, others, terms, clock.now())
  }
}

/** The public session of a group that runs, or that begins next; null for none. */
export async function findNextSession(
  { db, clock }: Dependencies,
  groupId: number,
  viewerId: number | null
): Promise<Card | null> {
  const [terms, rows] = await Promise.all([
    getTerms(db),
    selectRows<SessionListRow>(
      db,
      sql`
      select ${COLUMNS}, ${isJoined(viewerId)} as is_joined, 0 as total
      ${FROM}
      where s.group_id = ${groupId} and ${live(dateAt(clock))} and not s.is_preset and not s.unlisted
      order by ${ORDER}
      limit 1`
    )
  ])
  return (await toWireCards(db, viewerId, rows, terms, clock.now()))[0] ?? null
}

/** Public sessions of now or soon that a person hosts, or that they are in and do not host. A series has only its next. */
export async function listPublicOf(
  { db, clock }: Dependencies,
  viewer: SignedIn | null,
  userId: number,
  role: typeof HOST | typeof MEMBER,
  most: number
): Promise<Card[]> {
  const [terms, rows] = await Promise.all([
    getTerms(db),
    selectRows<SessionListRow>(
      db,
      sql`
      select ${COLUMNS}, ${isJoined(viewer?.id ?? null)} as is_joined, 0 as total
      from (
        select distinct on (${SERIES}) s.* from sessions s
        where ${live(dateAt(clock))} and not s.is_preset and not s.unlisted
          and exists (select from participants p
            where p.session_id = s.id and p.user_id = ${userId} and p.role = ${role} and p.left_at is null)
        order by ${SERIES}, ${ORDER}
      ) s left join groups h on h.id = s.group_id and h.hidden_at is null
      order by ${ORDER}
      limit ${most}`
    )
  ])
  return toWireCards(db, viewer?.id ?? null, rows, terms, clock.now())
}

export type SessionListRow = ListedSession & {
  term_id: number | null
  total: number
  /** The usernames of the first people who are in it. */
  faces: string[]
}

const FACES = sql`array(select u.username::text from participants p join users u on u.id = p.user_id
  where p.session_id = s.id and p.left_at is null order by p.joined_at, p.user_id limit ${MOST_ON_CARD}::int)`
const COLUMNS = sql`s.id::int, s.slug, s.title, s.status, s.is_preset, s.needs_code, s.is_manually_started,
  s.participant_limit, s.participants_count, s.held_places, s.started_at, s.ended_at, s.duration, s.difficulty, s.term_id::int,
  s.paused_since, h.slug as hut_slug, h.title as hut_title, ${FACES} as faces`
const FROM = sql`from sessions s left join groups h on h.id = s.group_id and h.hidden_at is null`

/** The same for all dates of a series, and different for other sessions. */
const SERIES = sql`coalesce(s.series_id, -s.id)`

const isJoined = (viewerId: number | null): SQL =>
  viewerId === null
    ? sql`false`
    : sql`exists (select from participants p
        where p.session_id = s.id and p.user_id = ${viewerId} and p.left_at is null)`

/**
 * Sessions that run or are upcoming at `now`, however late the sweep is: `statusAt` of domain/sessions/status.ts is not
 * Ended. A pause delays the end until the session has lasted the longest allowed time (D-94). live-predicate.test.ts
 * compares both.
 *
 * With `coalesce` PostgreSQL estimates the same number of rows for any time, so it plans a list once. Without it,
 * PostgreSQL planned each home page again, which took twice as long as reading it.
 */
const live = (now: Date): SQL =>
  sql`s.status < 2
    and (coalesce(s.ended_at > ${now}, true)
      or (s.paused_since is not null and s.started_at > ${new Date(now.getTime() - LONGEST * 1000)}))`
/** Running first, then the soonest start; those without a start wait at the end (D-57). */
const ORDER = sql`s.status desc, s.started_at asc, s.id asc`

function where(filters: Filters, viewerId: number | null, now: Date, found: SQL): SQL {
  const conditions = [live(now), filters.templates ? sql`s.is_preset` : sql`not s.is_preset`, found]
  conditions.push(filters.unlisted ? sql`(s.hidden_at is null or s.user_id = ${viewerId})` : sql`not s.unlisted`)
  if (filters.termIds) conditions.push(isOneOf(sql`s.term_id`, filters.termIds))
  if (filters.difficulty !== null) conditions.push(sql`s.difficulty = ${filters.difficulty}`)
  if (filters.groupId !== null) conditions.push(sql`s.group_id = ${filters.groupId}`)
  if (filters.joined) conditions.push(isJoined(viewerId))
  return sql.join(conditions, sql` and `)
}

/**
 * A page of running and upcoming sessions, each with the count of all up to 100. Requests in the same turn share one
 * read of the part that is the same for everyone, which saves a third of a signed-in home page. A second read finds the
 * sessions that the viewer is in.
 * @internal
 */
export async function listSessions(
  db: Database,
  filters: Filters,
  viewerId: number | null,
  now: Date
): Promise<SessionListRow[]> {
  const searched = {
    rows: sql`sessions s where s.status < 2`,
    // Its own title or its activity's (D-58).
    title: sql`s.searched`,
    more: { words: sql`s.words`, term: sql`s.term_id`, group: sql`s.group_id` }
  }
  const list = (viewer: number | null): Promise<SessionListRow[]> =>
    search(db, filters.q, searched, found => sessionList(filters, found, viewer, now))
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
        isOneOfGiven(participants.session_id, 'ids')
      )
    )
)

function sessionList(filters: Filters, found: Found, viewerId: number | null, now: Date): SQL {
  const rows = (one: SQL): SQL => sql`sessions s where ${where(filters, viewerId, now, one)}`
  return sql`${withHits({ ...found, rows, row: sql`s`, order: ORDER }, filters.slice)}
    select ${COLUMNS}, ${isJoined(viewerId)} as is_joined, hits.total
    from hits join sessions s on s.id = any(hits.ids) left join groups h on h.id = s.group_id and h.hidden_at is null
    order by array_position(hits.ids, s.id)`
}

/** Sessions of one activity: the live ones, or all with the newest first. */
async function listByActivity(
  db: Database,
  activityId: number,
  viewerId: number | null,
  /** Lists only sessions that are live at this time. */
  liveAt: Date | null,
  slice: Slice
): Promise<SessionListRow[]> {
  return selectRows<SessionListRow>(
    db,
    sql`
    select ${COLUMNS}, ${isJoined(viewerId)} as is_joined, 0 as total
    ${FROM}
    where s.activity_id = ${activityId} and ${liveAt ? live(liveAt) : sql`s.cancelled_at is null`}
      and (not s.unlisted or ${isJoined(viewerId)}) and (s.hidden_at is null or s.user_id = ${viewerId})
    order by ${liveAt ? ORDER : sql`s.id desc`}
    ${cut(slice)}`
  )
}

/** Sessions that a person is in, of any status: those without a start first, then the newest start (D-55). */
async function listSessionsOf(db: Database, userId: number, slice: Slice): Promise<SessionListRow[]> {
  return selectRows<SessionListRow>(
    db,
    sql`
    select ${COLUMNS}, true as is_joined, 0 as total
    from participants p join sessions s on s.id = p.session_id
      left join groups h on h.id = s.group_id and h.hidden_at is null
    where p.user_id = ${userId} and p.left_at is null and s.cancelled_at is null
      and (s.hidden_at is null or s.user_id = ${userId})
    order by p.starts_at desc, p.session_id desc
    ${cut(slice)}`
  )
}

async function toWireCards(
  db: Database,
  viewerId: number | null,
  rows: SessionListRow[],
  terms: Terms,
  now: number
): Promise<Card[]> {
  const withHeld = viewerId === null ? [] : rows.filter(({ held_places }) => held_places > 0)
  const held = await listOffersTo(
    db,
    viewerId ?? 0,
    withHeld.map(({ id }) => id)
  )
  return rows.map(({ faces, ...row }) => {
    const held_places = row.held_places - (held.has(row.id) ? 1 : 0)
    return { ...sessionCard({ ...row, held_places }, nameOf(terms, row.term_id), now), faces }
  })
}
