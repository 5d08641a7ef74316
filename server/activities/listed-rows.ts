/** Lists activities as cards: filtered, templates, and those to make a session of. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Card, Hut, ListData } from '../../domain/browse/api.ts'
import { type Filters, inGroup, readFilters } from '../browse/filters.ts'
import { choicesOf, getTerms, nameOf, pathTo, type Terms } from '../browse/term-rows.ts'
import type { Database } from '../db/database.ts'
import { onceEach, prepared } from '../db/prepared.ts'
import { activities, followers } from '../db/schema/activities.ts'
import { search } from '../db/search.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Found, isOneOf, isOneOfGiven, withHits } from '../lib/paging.ts'
import { singleFlight } from '../lib/sharing/single-flight.ts'
import type { SignedIn } from '../lib/signed-in.ts'

/** The list of activities that match the filters of the query. */
export async function getActivityList(
  { db, config }: Dependencies,
  viewer: SignedIn | null,
  query: Record<string, unknown>,
  /** Lists only activities of this group. */
  hut: Hut | null = null
): Promise<ListData> {
  const terms = await getTerms(db)
  const filters = inGroup(readFilters(query, terms, config.perPage), hut)
  const rows = filters.joined && !viewer ? [] : await listActivities(db, filters, viewer?.id ?? null)
  return {
    challenges: rows.map(row => toWireActivityCard(row, terms)),
    challengesCount: rows[0]?.total ?? 0,
    ...choicesOf(terms),
    hut,
    templates: []
  }
}

const MOST_TEMPLATES = 100

/** Templates for an empty or short list (D-62): the newest of each category first, for variety. */
export async function listTemplates(
  { db, config }: Dependencies,
  terms: Terms,
  /** Templates of this group, if it has any. */
  groupId: number | null = null
): Promise<ListData['templates']> {
  const filters = readFilters({ templates: '1' }, terms, MOST_TEMPLATES)
  const own = groupId === null ? [] : await listActivities(db, { ...filters, groupId }, null)
  const rows = own.length > 0 ? own : await listActivities(db, filters, null)
  const seen = new Set<number | undefined>()
  const isFirst = (row: (typeof rows)[number]): boolean => {
    const [top] = pathTo(terms, row.term_id)
    return !seen.has(top) && Boolean(seen.add(top))
  }
  const { first = [], more = [] } = Object.groupBy(rows, row => (isFirst(row) ? 'first' : 'more'))
  return [...first, ...more].slice(0, config.perPage).map(row => toWireActivityCard(row, terms))
}

/** Activities to make a session of: those that the viewer made or follows, then the newest. */
export async function listChoices(
  { db }: Dependencies,
  viewer: SignedIn | null
): Promise<{ slug: string; title: string }[]> {
  const filters = { ...readFilters({}, await getTerms(db), 0), slice: { limit: 50, offset: 0 } }
  const own = viewer ? await listActivities(db, { ...filters, joined: true, unlisted: true }, viewer.id) : []
  const newest = await listActivities(db, filters, viewer?.id ?? null)
  return [...new Map([...own, ...newest].map(row => [row.slug, row])).values()]
}

/** The slugs of those activities that the person created. */
export async function listOwn(db: Database, userId: number, slugs: string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select({ slug: activities.slug })
    .from(activities)
    .where(sql`${activities.slug} = any(${sql.param(slugs)}::text[]) and ${activities.user_id} = ${userId}`)
  return rows.map(({ slug }) => slug)
}

export interface NewActivity {
  id: number
  slug: string
  title: string
  created_at: Date
}

/** The listed activities that a person made last. */
export function listNewestOf(db: Database, userId: number, most: number): Promise<NewActivity[]> {
  const { id, slug, title, created_at, user_id, unlisted, deleted_at } = activities
  return db
    .select({ id, slug, title, created_at })
    .from(activities)
    .where(and(eq(user_id, userId), isNull(deleted_at), eq(unlisted, false)))
    .orderBy(desc(id))
    .limit(most)
}

export function toWireActivityCard(row: Omit<ActivityListRow, 'total'>, terms: Terms): Card {
  return {
    kind: 'activity',
    id: row.id,
    slug: row.slug,
    title: row.title,
    path: `/activities/${row.slug}`,
    // Nothing runs on an activity itself (D-63).
    status: 0,
    is_preset: row.is_preset ? 1 : 0,
    is_joined: row.is_joined ? 1 : 0,
    needs_code: 0,
    is_manually_started: 0,
    participant_limit: row.participant_limit,
    participants_count: row.followers_count,
    started_at: null,
    ended_at: null,
    paused_since: null,
    duration: row.duration,
    difficulty: row.difficulty,
    category_name: nameOf(terms, row.term_id),
    hut_slug: row.hut_slug,
    hut_title: row.hut_title,
    remaining: null
  }
}

export interface ActivityListRow {
  id: number
  slug: string
  title: string
  is_preset: boolean
  participant_limit: number | null
  followers_count: number
  duration: number
  difficulty: number | null
  term_id: number | null
  hut_slug: string | null
  hut_title: string | null
  is_joined: boolean
  total: number
}

function where(filters: Filters, viewerId: number | null, found: SQL): SQL {
  const conditions = [sql`a.deleted_at is null`, found]
  conditions.push(filters.unlisted ? sql`(a.hidden_at is null or a.user_id = ${viewerId})` : sql`not a.unlisted`)
  if (filters.templates) conditions.push(sql`a.is_preset`)
  if (filters.termIds) conditions.push(isOneOf(sql`a.term_id`, filters.termIds))
  if (filters.difficulty !== null) conditions.push(sql`a.difficulty = ${filters.difficulty}`)
  if (filters.groupId !== null) conditions.push(sql`a.group_id = ${filters.groupId}`)
  if (filters.joined) {
    conditions.push(sql`a.id in (select f.activity_id from followers f where f.user_id = ${viewerId}
      union all select own.id from activities own where own.user_id = ${viewerId})`)
  }
  return sql.join(conditions, sql` and `)
}

/**
 * A page of activities, each with the count of all up to 100, read like `listSessions`. The newest come first; for
 * visitors, those that someone else has used (D-159).
 */
async function listActivities(db: Database, filters: Filters, viewerId: number | null): Promise<ActivityListRow[]> {
  const searched = {
    rows: sql`activities a where a.deleted_at is null`,
    title: sql`a.searched`,
    more: { words: sql`a.words`, term: sql`a.term_id`, group: sql`a.group_id` }
  }
  const order = viewerId === null ? sql`a.is_used desc, a.id desc` : sql`a.id desc`
  const list = (viewer: number | null): Promise<ActivityListRow[]> =>
    search(db, filters.q, searched, found => activityList(filters, found, viewer, order))
  if (filters.joined || viewerId === null) return list(viewerId)
  const rows = await publicLists(db)(JSON.stringify(filters), () => list(null))
  if (rows.length === 0) return rows
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const followed = new Set((await followedOf(db).execute({ user: viewerId, ids })).map(({ id }) => id))
  return rows.map(row => ({ ...row, is_joined: followed.has(row.id) }))
}

const publicLists = onceEach((_: Database) => singleFlight<ActivityListRow[]>('sent'))

const followedOf = prepared(db =>
  db
    .select({ id: followers.activity_id })
    .from(followers)
    .where(and(eq(followers.user_id, sql.placeholder('user')), isOneOfGiven(followers.activity_id, 'ids')))
)

function activityList(filters: Filters, found: Found, viewerId: number | null, order: SQL): SQL {
  const rows = (one: SQL): SQL => sql`activities a where ${where(filters, viewerId, one)}`
  const isJoined =
    viewerId === null
      ? sql`false`
      : sql`exists (select from followers f where f.activity_id = a.id and f.user_id = ${viewerId})`
  return sql`${withHits({ ...found, rows, row: sql`a`, order }, filters.slice)}
    select a.id::int, a.slug, a.title, a.is_preset, a.participant_limit, a.followers_count, a.duration, a.difficulty,
      a.term_id::int, h.slug as hut_slug, h.title as hut_title, ${isJoined} as is_joined, hits.total
    from hits join activities a on a.id = any(hits.ids) left join groups h on h.id = a.group_id and h.hidden_at is null
    order by array_position(hits.ids, a.id)`
}
