/** Charges the regulars of a series for a date when it begins, and frees the places of those without tokens (D-150). */
import { isSuspended } from '../../../domain/accounts/suspension.ts'
import { collectUses, type Owing } from '../../../domain/sessions/people/owed.ts'
import { MEMBER } from '../../../domain/sessions/people/permissions.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { detachGoals } from '../../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../../realtime/room-rows.ts'
import { charge, lockBalances } from '../../tokens/ledger-rows.ts'
import { addToCount } from '../queries.ts'
import { promoteHeir, recordPeople } from './membership.ts'

/** The caller has locked the room, which begins now. */
export async function collectOwed(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock' | 'config'>,
  record: RecordEvent,
  session: SessionRow
): Promise<void> {
  if (session.is_free) return
  const owing = await listOwing(tx, session.id, deps.clock.now())
  if (owing.length === 0) return
  const now = dateAt(deps.clock)
  const purses = await lockBalances(
    tx,
    deps,
    owing.map(({ user_id }) => user_id)
  )
  const { paid, unpaid } = collectUses(owing, purses)
  const charges = paid.map(({ id, userId, bucket }) => ({ userId, bucket, subjectId: id }))
  await charge(tx, 'join', charges, now)
  await tx.$client.query('update participants set owes = false, charged = true where id = any($1::bigint[])', [
    paid.map(({ id }) => id)
  ])
  if (unpaid.length > 0) await freePlaces(tx, record, session, unpaid, now)
}

async function listOwing(tx: Transaction, sessionId: number, now: number): Promise<Owing[]> {
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

/** The count of people marks the waitlist as due, so the places are offered in the same transaction. */
async function freePlaces(
  tx: Transaction,
  record: RecordEvent,
  session: SessionRow,
  people: Owing[],
  now: Date
): Promise<void> {
  const { id } = session
  await detachGoals(
    tx,
    id,
    people.map(({ user_id }) => user_id),
    now
  )
  await tx.$client.query(
    'update participants set left_at = $2, is_ready = false, role = $3 where id = any($1::bigint[])',
    [people.map(one => one.id), now, MEMBER]
  )
  const participants_count = await addToCount(tx, id, -people.length)
  const promoted = await promoteHeir(tx, id)
  recordPeople(
    record,
    { ...session, participants_count },
    {
      left: people.map(({ username }) => username),
      left_at: now.toISOString(),
      ...(promoted ? { participants: [promoted] } : {})
    }
  )
}
