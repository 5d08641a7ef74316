/** Redeems free tokens from the shared pool (D-06, D-07). */
import type * as z from 'zod/mini'
import { refuse } from '../../domain/lib/refusal.ts'
import { POOL_EMPTY, REDEEMED_ALREADY, REDEEMED_TODAY, type redeemAvailable } from '../../domain/tokens/api.ts'
import { type Balance, REDEEMED_USES, USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isUniqueViolation } from '../lib/database-errors.ts'
import { changeBalance } from './balance-rows.ts'
import { changePool, countRedeemedSince } from './pool-rows.ts'

const DAY_MS = 86_400_000

/**
 * Moves 500 tokens from the pool to a person, once (D-07). The unique index decides between two presses at once.
 * @throws Refused 409 when the person has redeemed before, when the pool holds less, or when as many people as the
 *   setting allows have redeemed in the last 24 hours (D-147)
 */
export async function redeem(
  { db, clock, config }: Dependencies,
  userId: number
): Promise<Pick<z.output<(typeof redeemAvailable)['response']>, 'balance' | 'pool'>> {
  const now = dateAt(clock)
  try {
    return await db.transaction(async tx => {
      // Changes the balance first, as everywhere: it refuses a second redemption before the pool is locked.
      const balance: Balance = await changeBalance(
        tx,
        userId,
        { bucket: 'free', amount: REDEEMED_USES, action: 'redeem' },
        now
      )
      const left = await changePool(tx, { userId, amount: -REDEEMED_USES, action: 'redeem' }, now)
      if (left === null) return refuse({ kind: 'conflict', message: POOL_EMPTY })
      // The pool is locked, so nobody else redeems between this count and the commit.
      const redeemed = await countRedeemedSince(tx, new Date(now.getTime() - DAY_MS))
      if (redeemed > config.hut.redeem_limit) return refuse({ kind: 'conflict', message: REDEEMED_TODAY })
      return { balance, pool: tokensIn(left) }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'ledger_redeemed_once')) refuse({ kind: 'conflict', message: REDEEMED_ALREADY })
    throw error
  }
}

/** Whole tokens, since a part of a token is of no use to anyone's 500. */
export function tokensIn(uses: number): number {
  return Math.floor(uses / USES_PER_TOKEN)
}
