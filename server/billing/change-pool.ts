/** An admin adds tokens to the shared pool, or takes some out again (D-08). */
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { poolHolds } from '../../domain/tokens/api.ts'
import { type PoolReason, USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { once, type RequestKey } from '../lib/idempotency.ts'
import { tokensIn } from '../tokens/pool.ts'
import { changePool, findPoolEntry, getPool, lockPool } from '../tokens/pool-rows.ts'

/**
 * Changes the pool once per key. Returns the tokens in it.
 * @param tokens negative to take some out
 * @throws Refused 422 when the pool holds less
 */
export async function changePoolAsAdmin(
  { db, clock }: Dependencies,
  admin: { id: number },
  { tokens, reason }: { tokens: number; reason: PoolReason | null },
  key: RequestKey | null
): Promise<number> {
  const now = dateAt(clock)
  const action = tokens > 0 ? 'gift' : 'taken'
  await once(
    key,
    'pool_entries_request',
    earlier => findPoolEntry(db, admin.id, earlier),
    () => null,
    () =>
      db.transaction(async tx => {
        const before = await lockPool(tx)
        const change = { userId: admin.id, amount: tokens * USES_PER_TOKEN, action, key } as const
        const after = await changePool(tx, change, now)
        if (after === null) return refuse(invalid('tokens', poolHolds(tokensIn(before))))
        const states = { before: { uses: before }, after: { uses: after, reason } }
        return recordAction(tx, admin, { action: 'change_pool', ...states }, now)
      })
  )
  return tokensIn(await getPool(db))
}
