/** The pictures that are stored, and which texts show them. */
import { sql } from 'drizzle-orm'
import { namesIn, type Stored } from '../../domain/uploads/picture.ts'
import type { Database, Transaction } from '../db/database.ts'
import { uploads } from '../db/schema/uploads.ts'

export async function insertUpload(db: Database, upload: typeof uploads.$inferInsert): Promise<void> {
  await db.insert(uploads).values(upload)
}

/** What shows a picture, by the column of its id in `upload_uses`. */
export type Thing = { activity_id: number } | { session_id: number } | { group_id: number } | { post_id: number }

/**
 * Notes which pictures the texts of a thing show, in the transaction that saves them: all of its texts, since what is
 * not among them is not shown any more. It locks the pictures, so that none is deleted meanwhile.
 */
export async function noteUses(tx: Transaction, thing: Thing, ...texts: string[]): Promise<void> {
  const names = namesIn(...texts)
  const [[column, id]] = Object.entries(thing) as [[string, number]]
  const of = sql.identifier(column)
  await tx.execute(
    sql`delete from upload_uses u using uploads p
        where u.${of} = ${id} and p.id = u.upload_id and not p.name = any(${sql.param(names)})`
  )
  if (names.length === 0) return
  await tx.execute(
    sql`insert into upload_uses (upload_id, ${of})
        select id, ${id} from uploads where name = any(${sql.param(names)}) order by id for key share
        on conflict do nothing`
  )
}

/** Deletes the rows of pictures that were sent before and that nothing shows. Returns them, for their files. */
export async function deleteUnused(tx: Transaction, before: Date, most: number): Promise<Stored[]> {
  const { rows: old } = await tx.execute<{ id: number }>(
    sql`select id from uploads p where created_at < ${before}
        and not exists (select from upload_uses u where u.upload_id = p.id)
        order by created_at limit ${most} for update skip locked`
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
