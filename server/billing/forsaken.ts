/**
 * Subscriptions of another provider: of the sandbox, once an operator has set keys. Nobody renews or ends them any more,
 * so they end with the period that was paid.
 */
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { changeBalance, lockBalance, setPlan } from '../tokens/ledger-rows.ts'
import { findLastPaid } from './payment-rows.ts'
import { listForsaken, updateSubscription } from './subscription-rows.ts'

export async function endForsaken({ db, clock, provider }: Dependencies): Promise<void> {
  const now = dateAt(clock)
  for (const { id, user_id } of await listForsaken(db, provider.mode, now)) {
    await db.transaction(async tx => {
      if (user_id !== null) {
        const { monthly } = await lockBalance(tx, user_id)
        const subjectId = await findLastPaid(tx, id)
        if (monthly > 0 && subjectId !== null) {
          await changeBalance(tx, user_id, { bucket: 'monthly', amount: -monthly, action: 'ended', subjectId }, now)
        }
        await setPlan(tx, user_id, null)
      }
      await updateSubscription(tx, id, { ended_at: now })
    })
  }
}
