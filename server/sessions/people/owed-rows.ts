/** Places that are paid when the session begins (D-150). */
import { isSuspended } from '../../../domain/accounts/suspension.ts'
import type { Owing } from '../../../domain/sessions/people/owed.ts'
import { MEMBER } from '../../../domain/sessions/people/permissions.ts'
import type { Transaction } from '../../db/database.ts'

/** The people of a session who have not paid. */
export async function listOwing(tx: Transaction, sessionId: number, now: number): Promise<Owing[]> {
  const { rows } = await tx.$client.query<Omit<Owing, 'isSuspended'> & { suspended_until: Date | null }>(
    `select p.id::int, p.user_id::int, u.username, u.suspended_until from participants p
     join users u on u.id = p.user_id
     where p.session_id = $1 and p.owes and p.left_at is null order by p.user_id`,
    [sessionId]
  )
  return rows.map(({ suspended_until, ...row }) => ({
    ...row,
    isSuspended: isSuspended(suspended_until?.getTime() ?? null, now)
  }))
}

export async function markPaid(tx: Transaction, places: number[]): Promise<void> {
  await tx.$client.query('update participants set owes = false, charged = true where id = any($1::bigint[])', [places])
}

/** Ends the stays of people who did not pay. */
export async function endPlaces(tx: Transaction, places: number[], now: Date): Promise<void> {
  await tx.$client.query(
    'update participants set left_at = $2, is_ready = false, role = $3 where id = any($1::bigint[])',
    [places, now, MEMBER]
  )
}
