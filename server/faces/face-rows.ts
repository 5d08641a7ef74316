/** The picture of a person is the one that `upload_uses` refers to. */

import { sql } from 'drizzle-orm'
import { mayBeGuest } from '../../domain/accounts/username.ts'
import type { Uploaded } from '../../domain/uploads/api.ts'
import type { Stored } from '../../domain/uploads/picture.ts'
import type { Database, Transaction } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { toWire } from '../uploads/uploads.ts'

/** Pictures by username in its original spelling; people without a picture are missing. */
export async function findFaces(db: Database, usernames: string[]): Promise<Map<string, Uploaded>> {
  const { rows } = await db.execute<
    Stored & { username: string; width: number; height: number } & Record<string, unknown>
  >(
    sql`select p.username::text, u.name, u.type, u.widths, u.width, u.height
        from persons p join upload_uses x on x.person_id = p.id join uploads u on u.id = x.upload_id
        where p.username = any(${sql.param(usernames)}::citext[]) and u.hidden_at is null`
  )
  return new Map(rows.map(row => [row.username, toWire(row)]))
}

/** The display names of those who are guests, by username. */
export async function findGuestNames(db: Database, usernames: string[]): Promise<Map<string, string>> {
  const names = usernames.filter(mayBeGuest)
  if (names.length === 0) return new Map()
  const rows = await selectRows<{ username: string; name: string }>(
    db,
    sql`select username::text, name from users
      where username = any(${sql.param(names)}::citext[]) and guest_key is not null`
  )
  return new Map(rows.map(({ username, name }) => [username, name]))
}

/** The wide picture above the page of a person; null for none. */
export async function findCover(db: Database, personId: number): Promise<Uploaded | null> {
  const { rows } = await db.execute<Stored & { width: number; height: number } & Record<string, unknown>>(
    sql`select u.name, u.type, u.widths, u.width, u.height
        from covers c join uploads u on u.id = c.upload_id where c.person_id = ${personId} and u.hidden_at is null`
  )
  return rows[0] ? toWire(rows[0]) : null
}

/** The id of a person's picture, and when a moderator hid it. */
export async function findFaceOf(
  db: Database,
  personId: number
): Promise<{ id: number; hidden_at: Date | null } | null> {
  const [row] = await selectRows<{ id: number; hidden_at: string | null }>(
    db,
    sql`select u.id::int, u.hidden_at from upload_uses x join uploads u on u.id = x.upload_id
      where x.person_id = ${personId}`
  )
  return row ? { id: row.id, hidden_at: row.hidden_at === null ? null : new Date(row.hidden_at) } : null
}

/** Sets the picture of a person. Returns the id of the one before. @param name of the picture; null for none */
export async function putFace(tx: Transaction, personId: number, name: string | null): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`delete from upload_uses where person_id = ${personId} returning upload_id::int as id`
  )
  await tx.execute(
    sql`insert into upload_uses (upload_id, person_id) select id, ${personId} from uploads where name = ${name}`
  )
  return rows[0]?.id ?? null
}

/**
 * Sets the wide picture above the page of a person. Returns the id of the one before.
 * @param name of the picture; null for none
 */
export async function putCover(tx: Transaction, personId: number, name: string | null): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`delete from covers where person_id = ${personId} returning upload_id::int as id`
  )
  await tx.execute(
    sql`insert into covers (upload_id, person_id) select id, ${personId} from uploads where name = ${name}`
  )
  return rows[0]?.id ?? null
}
