/** Drafts of items and of new items. */
import { and, desc, eq } from 'drizzle-orm'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { findRow } from '../db/rows.ts'
import { itemDrafts, newItemDrafts } from '../db/schema/publishing.ts'

export type DraftRow = typeof itemDrafts.$inferSelect

export function findDraft(db: Handle, itemId: number, userId: number): Promise<DraftRow | null> {
  return findRow(db, itemDrafts, isDraft(itemId, userId))
}

export async function upsertDraft(tx: Transaction, draft: DraftRow): Promise<void> {
  const { item_id, user_id, ...set } = draft
  await tx
    .insert(itemDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [itemDrafts.item_id, itemDrafts.user_id], set })
}

export async function deleteDraftRow(db: Handle, itemId: number, userId: number): Promise<void> {
  await db.delete(itemDrafts).where(isDraft(itemId, userId))
}

const isDraft = (itemId: number, userId: number) => and(eq(itemDrafts.item_id, itemId), eq(itemDrafts.user_id, userId))

export type NewDraftRow = typeof newItemDrafts.$inferSelect

const isNewDraft = (personId: number, uuid: string) =>
  and(eq(newItemDrafts.person_id, personId), eq(newItemDrafts.uuid, uuid))

/** The drafts of new items, the last saved first. */
export function listNewDrafts(db: Database, personId: number): Promise<NewDraftRow[]> {
  return db
    .select()
    .from(newItemDrafts)
    .where(eq(newItemDrafts.person_id, personId))
    .orderBy(desc(newItemDrafts.saved_at), desc(newItemDrafts.id))
}

export function findNewDraft(tx: Transaction, personId: number, uuid: string): Promise<NewDraftRow | null> {
  return findRow(tx, newItemDrafts, isNewDraft(personId, uuid))
}

export async function countNewDrafts(tx: Transaction, personId: number): Promise<number> {
  return tx.$count(newItemDrafts, eq(newItemDrafts.person_id, personId))
}

export async function upsertNewDraft(tx: Transaction, draft: typeof newItemDrafts.$inferInsert): Promise<void> {
  const { person_id, uuid, ...set } = draft
  await tx
    .insert(newItemDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [newItemDrafts.person_id, newItemDrafts.uuid], set })
}

export async function deleteNewDraftRow(db: Handle, personId: number, uuid: string): Promise<void> {
  await db.delete(newItemDrafts).where(isNewDraft(personId, uuid))
}
