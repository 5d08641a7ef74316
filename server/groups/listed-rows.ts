/** Lists groups: all with filters, and mine. */
import { type SQL, sql } from 'drizzle-orm'
import type { Group } from '../../domain/groups/api.ts'
import { escapeHtml, plainText } from '../../domain/lib/plain-text.ts'
import type { Filters } from '../browse/filters.ts'
import type { Database } from '../db/database.ts'
import { search } from '../db/search.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Found, isOneOf, withHits } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listNewest, type NamedActivity, named, toWireHut } from './group-rows.ts'

/** The list of groups that match the filters of the query. */
export async function getGroupList(
  { db }: Dependencies,
  viewer: SignedIn | null,
  filters: Filters
): Promise<{ groups: Group[]; groupsCount: number }> {
  const rows = filters.joined && !viewer ? [] : await listGroups(db, filters, viewer?.id ?? null)
  const newest = await listNewest(
    db,
    rows.map(({ id }) => id)
  )
  return {
    groups: rows.map(row => toWireListed(row, newest.get(row.id) ?? [])),
    groupsCount: rows[0]?.total ?? 0
  }
}

/** A row of a list, with only the beginning of the text, as plain words. */
function toWireListed(row: GroupListRow, newest: readonly NamedActivity[]): Group {
  // The text may be cut inside a tag.
  const beginning = row.content.replace(/<[^>]*$/, '')
  return {
    ...toWireHut(row),
    content: escapeHtml(plainText(beginning)),
    parents_title: row.parents_title,
    challenges: newest.map(named),
    time_zone: row.time_zone,
    revision: row.revision
  }
}

interface GroupListRow {
  id: number
  slug: string
  title: string
  /** In a list, only its beginning. */
  content: string
  user_count: number
  time_zone: string
  revision: number
  parents_title: string | null
  is_joined: boolean
  total: number
}

/** A list shows only a line or two of a text, which may be long. */
const BEGINNING = 2000

/** Category, difficulty and templates select groups that have such an activity. */
function where(filters: Filters, viewerId: number | null, found: SQL): SQL {
  const conditions = [
    found,
    filters.joined ? sql`(g.hidden_at is null or g.user_id = ${viewerId})` : sql`g.hidden_at is null`
  ]
  const activity: SQL[] = []
  if (filters.joined) {
    conditions.push(sql`g.id in (select m.group_id from group_members m where m.user_id = ${viewerId})`)
  }
  if (filters.templates) activity.push(sql`a.is_preset`)
  if (filters.termIds) activity.push(isOneOf(sql`a.term_id`, filters.termIds))
  if (filters.difficulty !== null) activity.push(sql`a.difficulty = ${filters.difficulty}`)
  if (activity.length > 0) {
    conditions.push(sql`exists (select from activities a
      where a.group_id = g.id and a.deleted_at is null and not a.unlisted and ${sql.join(activity, sql` and `)})`)
  }
  return sql.join(conditions, sql` and `)
}

/**
 * A page of groups, largest first, each with the count of all up to 100. Among groups of equal size, those without an
 * activity come last, so that many new groups do not push others off the page.
 */
function listGroups(db: Database, filters: Filters, viewerId: number | null): Promise<GroupListRow[]> {
  const searched = { rows: sql`groups g where true`, title: sql`g.searched`, more: { words: sql`g.words` } }
  return search(db, filters.q, searched, found => groupList(filters, found, viewerId))
}

function groupList(filters: Filters, found: Found, viewerId: number | null): SQL {
  const rows = (one: SQL): SQL => sql`groups g where ${where(filters, viewerId, one)}`
  const isJoined =
    viewerId === null
      ? sql`false`
      : sql`exists (select from group_members m where m.group_id = g.id and m.user_id = ${viewerId})`
  return sql`${withHits({ ...found, rows, row: sql`g`, order: sql`g.user_count desc, g.activity_count = 0, g.id desc` }, filters.slice)}
    select g.id::int, g.slug, g.title, left(g.content, ${BEGINNING}) as content, g.user_count, g.time_zone, g.revision, p.title as parents_title,
      ${isJoined} as is_joined, hits.total
    from hits join groups g on g.id = any(hits.ids) left join groups p on p.id = g.parent_id and p.hidden_at is null
    order by array_position(hits.ids, g.id)`
}
