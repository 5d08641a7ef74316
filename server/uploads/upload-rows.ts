/** The rows of stored pictures, and of the texts that show them. */
import { type SQL, sql } from 'drizzle-orm'
import type { Plan } from '../../domain/activities/plan.ts'
import { namesIn, type Stored } from '../../domain/uploads/picture.ts'
import type { Database, Transaction } from '../db/database.ts'
import { uploads } from '../db/schema/uploads.ts'

/** Stores the row of a picture. */
export async function insertUpload(db: Database, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

/** The thing that shows a picture, by its id column in `upload_uses`. */
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

/** Whether the settings of the hut contain picture `p`: its logo, or a picture in a legal text. */
const IN_SETTINGS = sql`exists (select from hut_settings h where strpos(h.chosen::text, p.name) > 0)`

/**
 * Whether everyone may see picture `p`, because something public shows it. Drafts and earlier versions do not count.
 */
const IS_SHOWN = sql`p.hidden_at is null and (exists (select from upload_uses s left join items i on i.id = s.item_id
  where s.upload_id = p.id and s.is_shown and (s.item_id is null or i.is_public))
  or exists (select from covers c where c.upload_id = p.id)
  or ${IN_SETTINGS})`

/**
 * Stores which pictures the texts of a thing show, in the transaction that saves the texts. Locks the pictures, so that
 * none is deleted meanwhile. Skips pictures that the author may not see, since otherwise knowing an address would
 * publish a picture.
 * @param by the author
 * @param texts all texts of the thing as they are now
 * @param before all texts before the change; pictures that only these show are removed
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

/** The sender may see a picture, and everyone may see one that is shown or has lost its sender. */
const maySee = (userId: number): SQL => sql`(p.user_id is null or p.user_id = ${userId} or ${IS_SHOWN})`

/**
 * Like `noteUses` for an item, whose earlier versions and drafts keep pictures too but do not show them to others.
 * @param kept the other stored texts of the item
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

/** Keeps the pictures of a draft, without showing them to anyone. */
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

/** Removes pictures that neither the item nor any of its versions and drafts contains. */
export async function forgetItemUses(tx: Transaction, itemId: number): Promise<void> {
  await tx.execute(sql`delete from upload_uses u using uploads p
    where u.item_id = ${itemId} and not u.is_shown and p.id = u.upload_id
      and not exists (select from item_versions v where v.item_id = ${itemId} and strpos(v.content, p.name) > 0)
      and not exists (select from item_drafts d where d.item_id = ${itemId} and strpos(d.content, p.name) > 0)`)
}

/** Whether everyone may see a picture, and its sender. Null when there is no such picture. */
export async function findVisibility(db: Database, name: string) {
  const { rows } = await db.execute<{ id: number; user_id: number | null; is_shown: boolean }>(
    sql`select p.id::int, p.user_id::int, ${IS_SHOWN} as is_shown from uploads p where p.name = ${name}`
  )
  return rows[0] ?? null
}

/** Whether an item of this person contains the picture, even an unpublished one. */
export async function isInItemOf(db: Database, uploadId: number, userId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from upload_uses u join items i on i.id = u.item_id
    join persons o on o.id = i.person_id where u.upload_id = ${uploadId} and o.user_id = ${userId} limit 1`)
  return rows.length > 0
}

/** Deletes the rows of pictures sent before then that nothing shows. Returns them, for their files. */
export async function deleteUnused(tx: Transaction, before: Date, most: number): Promise<Stored[]> {
  const { rows: old } = await tx.execute<{ id: number }>(
    sql`select id from uploads p where created_at < ${before}
        and not exists (select from upload_uses u where u.upload_id = p.id)
        and not exists (select from covers c where c.upload_id = p.id)
        and not ${IN_SETTINGS}
        and not exists (select from new_item_drafts d join persons o on o.id = d.person_id
          where o.user_id = p.user_id and strpos(d.content, p.name) > 0)
        order by created_at limit ${most} for update of p skip locked`
  )
  if (old.length === 0) return []
  // Checks again, now with the locks held, for uses that were stored in between.
  const { rows } = await tx.execute<Stored & Record<string, unknown>>(
    sql`delete from uploads p where id = any(${sql.param(old.map(({ id }) => id))})
        and not exists (select from upload_uses u where u.upload_id = p.id)
        and not exists (select from covers c where c.upload_id = p.id)
        returning name, type, widths`
  )
  return rows
}
