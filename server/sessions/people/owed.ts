/** Charges the regulars of a series for a date when it begins, and frees the places of those without tokens (D-150). */
import { collectUses, type Owing } from '../../../domain/sessions/people/owed.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { detachGoals } from '../../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../../realtime/room-rows.ts'
import { lockBalances } from '../../tokens/balance-rows.ts'
import { charge } from '../../tokens/ledger-rows.ts'
import { addToCount } from '../queries.ts'
import { promoteHeir, recordPeople } from './membership.ts'
import { endPlaces, listOwing, markPaid } from './owed-rows.ts'

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
  await Promise.all([
    charge(tx, 'join', charges, now),
    markPaid(
      tx,
      paid.map(({ id }) => id)
    )
  ])
  if (unpaid.length > 0) await freePlaces(tx, record, session, unpaid, now)
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
  await endPlaces(
    tx,
    people.map(one => one.id),
    now
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
