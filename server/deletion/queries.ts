/** The fate of each row of a deleted person (docs/decisions/0026). */
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { namelessUsername } from '../../domain/accounts/username.ts'
import { UTC } from '../../domain/lib/day.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'
import { COUNTED, FORGOTTEN, IN_PIECES, ROWS } from './deleted-rows.ts'

/** Locks the row, so that keeping the account happens either before or after its deletion. */
export async function lockDeletion(tx: Transaction, id: number) {
  const { username, email, role_id, delete_at, is_deletion_by_admin, erased_at, is_unapproved, guest_key } = users
  const [row] = await tx
    .select({ username, email, role_id, delete_at, is_deletion_by_admin, erased_at, is_unapproved, guest_key })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  if (!row) throw new Error(`user ${id} is gone`)
  return row
}

/** Sets when an account is deleted; null keeps it. @param isByAdmin whether only an admin can cancel that */
export async function setDeletion(tx: Handle, id: number, at: Date | null, isByAdmin = false): Promise<void> {
  await tx.update(users).set({ delete_at: at, is_deletion_by_admin: isByAdmin }).where(eq(users.id, id))
}

/** Accounts that are due, also those that an earlier run did not finish. */
export async function listDue(db: Database, now: Date) {
  const { id, username, erased_at } = users
  return db
    .select({ id, username, erased_at })
    .from(users)
    .where(and(isNotNull(users.delete_at), lte(users.delete_at, now)))
    .orderBy(users.delete_at)
}

/** Running and upcoming sessions that the person is in. */
export async function listOpenSessions(db: Database, userId: number): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: string }>(
    `select s.id from participants p join sessions s on s.id = p.session_id
     where p.user_id = $1 and p.left_at is null and s.status < 2 and s.cancelled_at is null order by s.id`,
    [userId]
  )
  return rows.map(({ id }) => Number(id))
}

/** Sessions whose plan has the person's name: those they were in, and repetitions of these. */
export async function listSessionsNaming(
  db: Database,
  { id, username }: { id: number; username: string }
): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `with recursive theirs as (
       select p.session_id as id from participants p where p.user_id = $1
       union select s.id from sessions s join theirs t on s.again_of = t.id)
     select s.id::int from sessions s join theirs t on t.id = s.id
     where strpos(s.plan::text, $2) > 0 or strpos(s.plan::text, $3) > 0 order by s.id`,
    [id, `<strong>${username}:</strong>`, `"${username}"`]
  )
  return rows.map(row => row.id)
}

/** Renames the person in the events of a room too, for people who catch up. */
export async function renameInEvents(tx: Transaction, room: number, from: string, to: string): Promise<void> {
  await tx.$client.query(
    `update room_events set event = replace(event::text, $2, $3)::jsonb
     where session_id = $1 and strpos(event::text, $2) > 0`,
    [room, from, to]
  )
}

/** Passes groups of a deleted person to the member who joined first. */
const GROUPS_PASS = `
  update groups g set user_id = heir.user_id
  from (
    select distinct on (m.group_id) m.group_id, m.user_id from group_members m join users u on u.id = m.user_id
    where u.erased_at is null and m.user_id <> $1 order by m.group_id, m.created_at, m.user_id) heir
  where heir.group_id = g.id and g.user_id = $1`

/** Removes the name, and everything that has few rows. */
export async function takeName(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.$client.query(GROUPS_PASS, [id])
  for (const statement of COUNTED) await tx.$client.query(statement, [id])
  for (const [column, fate] of Object.entries(ROWS)) {
    const [table, name] = column.split('.')
    if (fate === 'deleted') await tx.$client.query(`delete from ${table} where ${name} = $1`, [id])
  }
  for (const statement of FORGOTTEN) await tx.$client.query(statement, [id])
  const nameless = namelessUsername(id)
  await tx
    .update(users)
    .set({
      ...{ username: nameless, email: nameless, name: 'deleted', first_name: '', last_name: '', new_email: null },
      // No password has this hash.
      ...{
        password_hash: '',
        guest_key: null,
        erased_at: now,
        ...UTC,
        rest_days: [],
        pauses: [],
        shows_streak: false,
        shows_sessions: false,
        new_messages: {} as never
      }
    })
    .where(and(eq(users.id, id), isNull(users.erased_at)))
}

/** Deletes one piece of rows of which there may be many. Returns whether there is more. */
export async function erasePiece(db: Database, id: number): Promise<boolean> {
  for (const statement of IN_PIECES) {
    const { rowCount } = await db.$client.query(statement, [id])
    if (rowCount) return true
  }
  return false
}
