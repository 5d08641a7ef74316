/** Earlier versions of items. */
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { MOST_VERSIONS } from '../../domain/publishing/item.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { deleteRows, findRow } from '../db/rows.ts'
import { itemVersions } from '../db/schema/publishing.ts'

/** Adds a version, and keeps only the newest ones of an item. */
export async function insertVersion(tx: Transaction, version: typeof itemVersions.$inferInsert): Promise<void> {
  await tx.insert(itemVersions).values(version)
  const newest = tx
    .select({ id: itemVersions.id })
    .from(itemVersions)
    .where(eq(itemVersions.item_id, version.item_id))
    .orderBy(desc(itemVersions.id))
    .limit(MOST_VERSIONS)
  await deleteRows(
    tx,
    itemVersions,
    and(eq(itemVersions.item_id, version.item_id), notInArray(itemVersions.id, newest))
  )
}

export type VersionRow = typeof itemVersions.$inferSelect

/** The newest first. Contents are cut, because a list shows a line of each. */
export function listVersions(db: Database, itemId: number): Promise<VersionRow[]> {
  const { id, item_id, revision, title, created_at } = itemVersions
  return db
    .select({ id, item_id, revision, title, created_at, content: sql<string>`left(${itemVersions.content}, 2000)` })
    .from(itemVersions)
    .where(eq(item_id, itemId))
    .orderBy(desc(id))
}

export function findVersion(db: Handle, itemId: number, id: number): Promise<VersionRow | null> {
  return findRow(db, itemVersions, and(eq(itemVersions.item_id, itemId), eq(itemVersions.id, id)))
}

export async function deleteVersionRow(tx: Transaction, itemId: number, id: number): Promise<void> {
  await tx.delete(itemVersions).where(and(eq(itemVersions.item_id, itemId), eq(itemVersions.id, id)))
}
