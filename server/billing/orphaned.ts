/**
 * Ends orphaned subscriptions: those of a provider that is no longer used, such as the sandbox after an operator set
 * keys. Nobody renews them, so they end with the paid period.
 */
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { changeBalance, lockBalance, setPlan } from '../tokens/balance-rows.ts'
import { findLastPaid } from './payment-rows.ts'
import { listOrphaned, type SubscriptionRow, updateSubscription } from './subscription-rows.ts'

/** Ends orphaned subscriptions whose paid period is over. */
export async function endOrphaned({ db, clock, provider }: Dependencies): Promise<void> {
  const now = dateAt(clock)
  for (const row of await listOrphaned(db, provider.mode, now)) {
    await db.transaction(tx => endSubscription(tx, row, now))
  }
}

/** Ends a subscription and takes its monthly tokens. */
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
