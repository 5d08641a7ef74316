/** Undoing an import deletes the items, activities and lists that it made, unless someone has used them since. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { lockPerson } from '../../accounts/persons/person-rows.ts'
import type { Transaction } from '../../db/database.ts'
import { deleteRows, updateRows } from '../../db/rows.ts'
import { activities } from '../../db/schema/activities.ts'
import { activityLists } from '../../db/schema/lists.ts'
import { items } from '../../db/schema/publishing.ts'
import { uploadUses } from '../../db/schema/uploads.ts'

/**
 * Deletes unchanged items. It keeps an item that the person has edited or is editing, an item that someone has
 * paraphrased, and a group that still has items.
 */
export async function deleteMovedItems(tx: Transaction, importId: number): Promise<void> {
  const found = await tx.selectDistinct({ id: items.person_id }).from(items).where(eq(items.import_id, importId))
  for (const { id } of found.toSorted((one, other) => one.id - other.id)) await lockPerson(tx, id)
  const isUnused = sql`${items.import_id} = ${importId} and ${items.revision} = 0
    and not exists (select from item_drafts d where d.item_id = ${items.id})
    and not exists (select from paraphrases s where s.item_id = ${items.id})
    and not exists (select from items i where i.parent_id = ${items.id})`
  // A group becomes empty when its items are gone, so the inner groups go first.
  while (await deleteRows(tx, items, isUnused)) {}
}

/** Deletes lists, and activities that have not changed and that only their person has used. */
export async function deleteMade(tx: Transaction, importId: number, now: Date): Promise<void> {
  await deleteRows(tx, activityLists, eq(activityLists.import_id, importId))
  const a = activities
  const isUnused: SQL = sql`${a.import_id} = ${importId} and ${a.deleted_at} is null and ${a.revision} = 0
    and not ${a.is_used} and ${a.group_id} is null
    and not exists (select from sessions s where s.activity_id = ${a.id})
    and not exists (select from series s where s.activity_id = ${a.id})
    and not exists (select from followers f where f.activity_id = ${a.id} and f.user_id <> ${a.user_id})
    and not exists (select from listed_activities l where l.activity_id = ${a.id})
    and not exists (select from activities c where c.copied_from = ${a.id})`
  const gone = await tx.select({ id: a.id }).from(a).where(isUnused).orderBy(a.id).for('update')
  for (const { id } of gone) {
    // Without its key, it can be restored again.
    await updateRows(tx, a, eq(a.id, id), { deleted_at: now, request_key: null })
    await deleteRows(tx, uploadUses, eq(uploadUses.activity_id, id))
  }
}
