/** Finds and locks items and books, and converts them to wire format (PUB-102..PUB-117). */

import { type SQL, sql } from 'drizzle-orm'
import { plainText } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { type Item, ItemStatus, itemPath, mayRead } from '../../domain/publishing/item.ts'
import type { Handle } from '../db/database.ts'
import { safeHtml } from '../lib/html.ts'
import { readSlugOrId } from '../lib/id.ts'
import type { SignedIn } from '../lib/signed-in.ts'

/** An item with its person and its book. */
export interface FoundItem extends Record<string, unknown> {
  id: number
  person_id: number
  parent_id: number | null
  is_book: boolean
  slug: string
  title: string
  content: string
  /** The length of the whole content. */
  length: number
  status: 0 | 1
  is_public: boolean
  published_at: Date | null
  /** When it becomes public by itself. */
  publish_at: Date | null
  /** When a site admin took it down. */
  hidden_at: Date | null
  order_ms: number
  revision: number
  request_digest: string | null
  created_at: Date
  updated_at: Date
  user_id: number
  username: string
  book_slug: string | null
  book_title: string | null
  is_favorite: boolean
}

/** @param content the item's content, or only its beginning */
export function columns(viewer: { id: number } | null, content: SQL): SQL {
  const isFavorite = viewer
    ? sql`exists (select from favorites f where f.user_id = ${viewer.id} and f.item_id = i.id)`
    : sql`false`
  return sql`i.id::int, i.person_id::int, i.parent_id::int, i.is_book, i.slug, i.title, ${content} as content,
    length(i.content) as length, i.status, i.is_public, i.order_ms, i.revision, i.request_digest, i.created_at, i.updated_at,
    i.published_at, i.publish_at, i.hidden_at,
    p.user_id::int, p.username, b.slug as book_slug, b.title as book_title,
    ${isFavorite} as is_favorite`
}

export const JOINED = sql`join persons p on p.id = i.person_id left join items b on b.id = i.parent_id`

export async function read(db: Handle, query: SQL): Promise<FoundItem[]> {
  const { rows } = await db.execute<FoundItem>(query)
  // Drizzle leaves the dates of raw SQL as text.
  return rows.map(row => ({
    ...row,
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
    published_at: row.published_at && new Date(row.published_at),
    publish_at: row.publish_at && new Date(row.publish_at),
    hidden_at: row.hidden_at && new Date(row.hidden_at)
  }))
}

/** An item by id, by its slug, or by an earlier slug. */
export async function findItem(
  db: Handle,
  slugOrId: string | number,
  viewer: { id: number } | null
): Promise<FoundItem | null> {
  const { slug, id } = readSlugOrId(String(slugOrId))
  const found = id < 0 ? sql`(select n.item_id from names n where n.name = ${slug})` : sql`${id}`
  const [row] = await read(
    db,
    sql`select ${columns(viewer, sql`i.content`)} from items i ${JOINED} where i.id = ${found}`
  )
  return row ?? null
}

/** null for an item that the viewer may not read, as if it did not exist (D-114). */
export async function findReadable(
  db: Handle,
  slugOrId: string | number,
  viewer: SignedIn | null
): Promise<FoundItem | null> {
  const row = await findItem(db, slugOrId, viewer)
  return row && mayRead(row, row, viewer) ? row : null
}

/** Refuses with 404 an item that the viewer may not read. A published one that was taken down says so. */
export async function getItem(db: Handle, slugOrId: string | number, viewer: SignedIn | null): Promise<FoundItem> {
  const row = (await findItem(db, slugOrId, viewer)) ?? refuse({ kind: 'notFound' })
  if (row.status === ItemStatus.Published) needVisible(row, viewer)
  return mayRead(row, row, viewer) ? row : refuse({ kind: 'notFound' })
}

/** The path of an item's page. */
export function pathOf(item: FoundItem): string {
  return itemPath(item, item.username, item.book_slug === null ? null : { slug: item.book_slug })
}

/** An item in wire format; a cut content keeps only complete tags. */
export function toWireItem(row: FoundItem): Item {
  const isCut = row.length > row.content.length
  // The content is cut anywhere, so tags may be open or incomplete.
  const content = isCut ? safeHtml(row.content.replace(/<[^>]*$/, '')) : row.content
  const book = row.book_slug === null ? null : { slug: row.book_slug, title: row.book_title ?? '' }
  const path = itemPath(row, row.username, book)
  const created_at = row.created_at.toISOString()
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    content,
    is_cut: isCut ? 1 : 0,
    summary: plainText(content),
    status: row.hidden_at ? 0 : row.status,
    is_taken_down: row.hidden_at ? 1 : 0,
    is_book: row.is_book ? 1 : 0,
    type: row.is_book ? 'book' : 'item',
    parent_id: row.parent_id,
    parent: book && { title: book.title, path: itemPath({ ...book, is_book: true }, row.username, null) },
    group: book && { id: row.parent_id as number, title: book.title },
    path,
    url: path,
    order_ms: row.order_ms,
    created_at,
    updated_at: row.updated_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    publish_at: row.publish_at?.toISOString() ?? null,
    date: created_at.slice(0, 10),
    username: row.username,
    is_favorite: row.is_favorite ? 1 : 0,
    revision: row.revision
  }
}
