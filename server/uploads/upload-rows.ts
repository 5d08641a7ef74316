/** The pictures that are stored, and which texts show them. */
import { type SQL, sql } from 'drizzle-orm'
import type { Plan } from '../../domain/activities/plan.ts'
import { namesIn, type Stored } from '../../domain/uploads/picture.ts'
import type { Database, Transaction } from '../db/database.ts'
import { uploads } from '../db/schema/uploads.ts'

export async function insertUpload(db: Database, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

/** What shows a picture, by the column of its id in `upload_uses`. */
export type Thing =
  | { activity_id: number }
  | { session_id: number }
  | { group_id: number }
  | { post_id: number }
  | { item_id: number }

/** The texts of an activity or a session. */
export function textsOf({ content, plan }: { content: string; plan: Pick<Plan, 'parts'> }): string[] {
  return [content, ...plan.parts.flatMap(group => group.parts.map(part => part.content))]
}

/** Everyone may see the picture `p`: something that is public shows it. Drafts and earlier versions of items are not. */
const IS_SHOWN = sql`exists (select from upload_uses s left join items i on i.id = s.item_id
  where s.upload_id = p.id and s.is_shown and (s.item_id is null or i.is_public))`

/**
 * Notes which pictures the texts of a thing show, in the transaction that saves them. It locks the pictures, so that
 * none is deleted meanwhile. A picture that the writer may not see is not noted, or knowing its address would publish it.
 * @param by the user who writes
 * @param texts all texts of the thing as they are now
 * @param before the same before the change; what only these show is not shown any more
 */
export async function noteUses(
  tx: Transaction,
  thing: Thing,
  by: number,
  texts: string[],
  before: string[] = []
): Promise<void> {
  const [names, earlier] = [namesIn(...texts), namesIn(...before)]
  const added = names.filter(name => !earlier.includes(name))
  const gone = earlier.filter(name => !names.includes(name))
  const [[column, id]] = Object.entries(thing) as [[string, number]]
  const of = sql.identifier(column)
  if (gone.length > 0) {
    await tx.execute(
      sql`delete from upload_uses u using uploads p
          where u.${of} = ${id} and p.id = u.upload_id and p.name = any(${sql.param(gone)})`
    )
  }
  if (added.length > 0) {
    await tx.execute(
      sql`insert into upload_uses (upload_id, ${of})
          select p.id, ${id} from uploads p where p.name = any(${sql.param(added)}) and ${maySee(by)}
          order by p.id for key share
          on conflict do nothing`
    )
  }
}

/** Its sender may, and everyone where it is shown. Nobody is left to ask for one whose sender is gone. */
const maySee = (userId: number): SQL => sql`(p.user_id is null or p.user_id = ${userId} or ${IS_SHOWN})`

/**
 * The same for an item, whose earlier versions and drafts keep pictures too: these are not shown to others.
 * @param kept other texts of the item that are stored now
 */
export async function noteItemUses(
  tx: Transaction,
  itemId: number,
  by: number,
  shown: string,
  kept: string[] = []
): Promise<void> {
  await noteUses(tx, { item_id: itemId }, by, [shown, ...kept])
  const names = namesIn(shown)
  await tx.execute(sql`update upload_uses u set is_shown = p.name = any(${sql.param(names)}) from uploads p
    where u.item_id = ${itemId} and p.id = u.upload_id and u.is_shown <> (p.name = any(${sql.param(names)}))`)
  await forgetItemUses(tx, itemId)
}

/** A draft shows nobody a picture, and keeps it. */
export async function noteDraftUses(tx: Transaction, itemId: number, by: number, draft: string): Promise<void> {
  const names = namesIn(draft)
  if (names.length === 0) return
  await tx.execute(
    sql`insert into upload_uses (upload_id, item_id, is_shown)
        select p.id, ${itemId}, false from uploads p where p.name = any(${sql.param(names)}) and ${maySee(by)}
        order by p.id for key share
        on conflict do nothing`
  )
}

/** Forgets the pictures that neither an item nor any of its versions and drafts has any more. */
export async function forgetItemUses(tx: Transaction, itemId: number): Promise<void> {
  await tx.execute(sql`delete from upload_uses u using uploads p
    where u.item_id = ${itemId} and not u.is_shown and p.id = u.upload_id
      and not exists (select from item_versions v where v.item_id = ${itemId} and strpos(v.content, p.name) > 0)
      and not exists (select from item_drafts d where d.item_id = ${itemId} and strpos(d.content, p.name) > 0)`)
}

/** Who may see a picture: everyone, or only its sender. Null for one that is not there. */
export async function findVisibility(
  db: Database,
  name: string
): Promise<{ id: number; user_id: number | null; is_shown: boolean } | null> {
  const { rows } = await db.execute<{ id: number; user_id: number | null; is_shown: boolean }>(
    sql`select p.id::int, p.user_id::int, ${IS_SHOWN} as is_shown from uploads p where p.name = ${name}`
  )
  return rows[0] ?? null
}

/** Whether an item of this person has the picture, such as one that is unpublished. */
export async function isInItemOf(db: Database, uploadId: number, userId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from upload_uses u join items i on i.id = u.item_id
    join persons o on o.id = i.person_id where u.upload_id = ${uploadId} and o.user_id = ${userId} limit 1`)
  return rows.length > 0
}

/** Deletes the rows of pictures that were sent before and that nothing shows. Returns them, for their files. */
export async function deleteUnused(tx: Transaction, before: Date, most: number): Promise<Stored[]> {
  const { rows: old } = await tx.execute<{ id: number }>(
    sql`select id from uploads p where created_at < ${before}
        and not exists (select from upload_uses u where u.upload_id = p.id)
        and not exists (select from new_item_drafts d join persons o on o.id = d.person_id
          where o.user_id = p.user_id and strpos(d.content, p.name) > 0)
        order by created_at limit ${most} for update of p skip locked`
  )
  if (old.length === 0) return []
  // Another look: what was noted between the look above and its lock is seen now.
  const { rows } = await tx.execute<Stored & Record<string, unknown>>(
    sql`delete from uploads p where id = any(${sql.param(old.map(({ id }) => id))})
        and not exists (select from upload_uses u where u.upload_id = p.id)
        returning name, type, widths`
  )
  return rows
}
