/** Who follows which person or book, and news of items for them. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type FollowedPage, type Following, MOST_FOLLOWED } from '../../../domain/publishing/following-api.ts'
import { itemPath } from '../../../domain/publishing/item.ts'
import { personPath } from '../../../domain/publishing/person.ts'
import type { Handle, Transaction } from '../../db/database.ts'
import { deleteRows, insertIfNew } from '../../db/rows.ts'
import { follows } from '../../db/schema/publishing.ts'

/** A page that people follow: a person's or a book's. */
export type Followed = { person_id: number } | { item_id: number }

const isOf = (page: Followed): SQL =>
  'person_id' in page ? eq(follows.person_id, page.person_id) : eq(follows.item_id, page.item_id)

/** Whether a person follows a page, and how many people do. */
export async function findFollowing(db: Handle, page: Followed, viewerId: number | null): Promise<Following> {
  const [row] = await db
    .select({
      followers_count: sql<number>`count(*)::int`,
      is_followed: sql<boolean>`coalesce(bool_or(${follows.user_id} = ${viewerId ?? -1}), false)`
    })
    .from(follows)
    .where(isOf(page))
  return { followers_count: row?.followers_count ?? 0, is_followed: row?.is_followed ? 1 : 0 }
}

export function countFollowed(tx: Transaction, userId: number): Promise<number> {
  return tx.$count(follows, eq(follows.user_id, userId))
}

/** Does nothing when the person follows the page already. */
export async function insertFollow(tx: Transaction, page: Followed, userId: number, now: Date): Promise<void> {
  await insertIfNew(tx, follows, { ...page, user_id: userId, created_at: now })
}

/** Returns whether the person followed the page. */
export function deleteFollow(tx: Transaction, page: Followed, userId: number): Promise<boolean> {
  return deleteRows(tx, follows, and(isOf(page), eq(follows.user_id, userId)))
}

/** Whether one of two people blocks the other. */
export async function isBlocked(tx: Transaction, one: number, other: number): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `select from mutes where is_block and (user_id = $1 and muted_id = $2 or user_id = $2 and muted_id = $1) limit 1`,
    [one, other]
  )
  return rowCount === 1
}

const PEOPLE = `
  select p.id::int, p.title, p.username from follows f join persons p on p.id = f.person_id
  where f.user_id = $1 and p.hidden_at is null order by lower(p.title), p.id limit ${MOST_FOLLOWED}`

/** The persons that someone follows, by title. */
export async function listFollowedPeople(db: Handle, userId: number): Promise<(FollowedPage & { username: string })[]> {
  const { rows } = await db.$client.query<{ id: number; title: string; username: string }>(PEOPLE, [userId])
  return rows.map(({ id, title, username }) => ({ id, title, username, path: personPath(username) }))
}

const BOOKS = `
  select i.id::int, i.title, i.slug, p.username, p.title as author from follows f join items i on i.id = f.item_id
  join persons p on p.id = i.person_id where f.user_id = $1 and i.is_public order by lower(i.title), i.id
  limit ${MOST_FOLLOWED}`

interface BookRow {
  id: number
  title: string
  slug: string
  username: string
  author: string
}

/** The books that someone follows, by title. */
export async function listFollowedBooks(db: Handle, userId: number): Promise<(FollowedPage & { author: string })[]> {
  const { rows } = await db.$client.query<BookRow>(BOOKS, [userId])
  return rows.map(({ id, title, author, username, slug }) => ({
    ...{ id, title, author },
    path: itemPath({ slug, is_book: true }, username, null)
  }))
}

const ACTIVITIES = `
  select a.id::int, a.title, a.slug, '/activities/' || a.slug as path from followers f
  join activities a on a.id = f.activity_id where f.user_id = $1 and a.deleted_at is null and a.hidden_at is null
  order by lower(a.title), a.id limit ${MOST_FOLLOWED}`

/** The activities that someone follows, by title. */
export async function listFollowedActivities(db: Handle, userId: number): Promise<(FollowedPage & { slug: string })[]> {
  const { rows } = await db.$client.query<FollowedPage & { slug: string }>(ACTIVITIES, [userId])
  return rows
}

/** Queues published items for the news to followers, if there are any (server/reminders/news.ts). */
export async function noteItemNews(tx: Transaction, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx.$client.query(
    `insert into item_news (item_id) select i.id from items i where i.id = any($1::bigint[])
       and (exists (select from follows f where f.person_id = i.person_id)
         or exists (select from follows f where f.item_id = i.parent_id))
     on conflict do nothing`,
    [itemIds]
  )
}
