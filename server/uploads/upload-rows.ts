/** The pictures that are stored, and which texts show them. */
import { sql } from 'drizzle-orm'
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

/**
 * Notes which pictures the texts of a thing show, in the transaction that saves them. It locks the pictures, so that
 * none is deleted meanwhile.
 * @param texts all texts of the thing as they are now
 * @param before the same before the change; what only these show is not shown any more
 */
export async function noteUses(tx: Transaction, thing: Thing, texts: string[], before: string[] = []): Promise<void> {
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
          select id, ${id} from uploads where name = any(${sql.param(added)}) order by id for key share
          on conflict do nothing`
    )
  }
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
