/** The picture of a person is the one that `upload_uses` refers to. */
import { sql } from 'drizzle-orm'
import type { Uploaded } from '../../domain/uploads/api.ts'
import type { Stored } from '../../domain/uploads/picture.ts'
import type { Database, Transaction } from '../db/database.ts'
import { toWire } from '../uploads/uploads.ts'

/** Pictures by username in its original spelling; people without a picture are missing. */
export async function findFaces(db: Database, usernames: string[]): Promise<Map<string, Uploaded>> {
  const { rows } = await db.execute<
    Stored & { username: string; width: number; height: number } & Record<string, unknown>
  >(
    sql`select p.username::text, u.name, u.type, u.widths, u.width, u.height
        from persons p join upload_uses x on x.person_id = p.id join uploads u on u.id = x.upload_id
        where p.username = any(${sql.param(usernames)}::citext[])`
  )
  return new Map(rows.map(row => [row.username, toWire(row)]))
}

/** Sets the picture of a person. @param name of the picture; null for none */
export async function putFace(tx: Transaction, personId: number, name: string | null): Promise<void> {
  await tx.execute(sql`delete from upload_uses where person_id = ${personId}`)
  await tx.execute(
    sql`insert into upload_uses (upload_id, person_id) select id, ${personId} from uploads where name = ${name}`
  )
}
