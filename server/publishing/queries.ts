import { and, eq, sql } from 'drizzle-orm'
import { itemPath } from '../../domain/publishing/item.ts'
import type { Database, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { insertIfNew, updaterOf } from '../db/rows.ts'
import { favorites, items, names } from '../db/schema/publishing.ts'
import type { FoundItem } from './item-rows.ts'
import type { Listed } from './listed-item-rows.ts'

export const insertItem = preparedInsert(items)

/** Inserts a name. A name that is taken breaks `names_pkey`. */
export async function insertName(tx: Transaction, name: string, itemId: number): Promise<void> {
  await tx.insert(names).values({ name, item_id: itemId })
}

/** Returns whether the name belongs to the item now, or did before. */
export async function claimName(tx: Transaction, name: string, itemId: number): Promise<boolean> {
  await tx.insert(names).values({ name, item_id: itemId }).onConflictDoNothing()
  const [row] = await tx.select({ item_id: names.item_id }).from(names).where(eq(names.name, name))
  return row?.item_id === itemId
}

export async function findItemByKey(db: Database, personId: number, key: string) {
  const [row] = await db
    .select({ id: items.id, request_digest: items.request_digest })
    .from(items)
    .where(and(eq(items.person_id, personId), eq(items.request_key, key)))
  return row ?? null
}

export const updateItemRow = updaterOf(items)

export async function deleteItemRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(items).where(eq(items.id, id))
}

/** Counts up to 100 items. */
export async function countItems(db: Database, { where, publicOnly }: Listed): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (select from items i
    where ${where} ${publicOnly ? sql`and i.is_public` : sql``} limit 100) found`)
  return rows[0]?.count ?? 0
}

/** The items before and after an item in its book that the viewer may read. */
export async function findNeighbours(
  db: Database,
  item: FoundItem,
  publicOnly: boolean
): Promise<Record<'previous' | 'next', { title: string; path: string } | null>> {
  const { book_slug } = item
  if (item.parent_id === null || book_slug === null) return { previous: null, next: null }
  const one = async (beyond: '<' | '>') => {
    const direction = sql.raw(beyond === '<' ? 'desc' : 'asc')
    const { rows } = await db.execute<{
      slug: string
      title: string
      is_book: boolean
    }>(sql`select slug, title, is_book from items
      where parent_id = ${item.parent_id} and (order_ms, id) ${sql.raw(beyond)} (${item.order_ms}, ${item.id})
        ${publicOnly ? sql`and is_public` : sql``}
      order by order_ms ${direction}, id ${direction} limit 1`)
    const [row] = rows
    return row ? { title: row.title, path: itemPath(row, item.username, { slug: book_slug }) } : null
  }
  const [previous, next] = await Promise.all([one('>'), one('<')])
  return { previous, next }
}

/** Prevents the deletion of an item until the transaction ends. Returns false when it is already gone. */
export async function holdItem(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, id)).for('key share')
  return rows.length > 0
}

export async function listFavorites(db: Database, userId: number, itemIds: number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`select item_id::int as id from favorites
    where user_id = ${userId} and item_id = any(${sql.param(itemIds)}::bigint[])`)
  return new Set(rows.map(({ id }) => id))
}

/** Adds a star. Returns whether it is new. */
export function insertFavorite(tx: Transaction, userId: number, itemId: number, now: Date): Promise<boolean> {
  return insertIfNew(tx, favorites, { user_id: userId, item_id: itemId, created_at: now })
}

export async function deleteFavorite(tx: Transaction, userId: number, itemId: number): Promise<void> {
  await tx.delete(favorites).where(and(eq(favorites.user_id, userId), eq(favorites.item_id, itemId)))
}

/**
 * Items whose time to be published has come, the first ones first. What a moderator took down waits until that is
 * lifted, and texts of suspended people until the suspension ends.
 */
export async function listDueItems(db: Database, now: Date, most: number): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `select i.id::int from items i join persons p on p.id = i.person_id join users u on u.id = p.user_id
     where i.publish_at <= $1 and i.status = 0 and i.hidden_at is null and coalesce(u.suspended_until <= $1, true)
     order by i.publish_at, i.id limit $2`,
    [now, most]
  )
  return rows.map(({ id }) => id)
}
