/**
 * Subscriptions of another provider: of the sandbox, once an operator has set keys. Nobody renews or ends them any more,
 * so they end with the period that was paid.
 */
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { changeBalance, lockBalance, setPlan } from '../tokens/ledger-rows.ts'
import { findLastPaid } from './payment-rows.ts'
import { listForsaken, type SubscriptionRow, updateSubscription } from './subscription-rows.ts'

export async function endForsaken({ db, clock, provider }: Dependencies): Promise<void> {
  const now = dateAt(clock)
  for (const row of await listForsaken(db, provider.mode, now)) {
    await db.transaction(tx => endSubscription(tx, row, now))
  }
}

/** Ends a subscription that the provider has nothing of, with its monthly tokens. */
export async function endSubscription(
  tx: Transaction,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  now: Date
): Promise<void> {
  if (user_id !== null) {
    const { monthly } = await lockBalance(tx, user_id)
    const subjectId = await findLastPaid(tx, id)
    if (monthly > 0 && subjectId !== null) {
      await changeBalance(tx, user_id, { bucket: 'monthly', amount: -monthly, action: 'ended', subjectId }, now)
    }
    await setPlan(tx, user_id, null)
  }
  await updateSubscription(tx, id, { ended_at: now })
}
