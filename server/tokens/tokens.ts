/**
 * The ledger. All tokens move through here, inside the transaction of what they pay for, so that nothing is charged
 * without its thing nor the reverse. `npm run audit` proves it over the whole database.
 */
import { refuse } from '../../domain/lib/refusal.ts'
import type { ChargedAction } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import { balances, ledger } from '../db/schema.ts'
import { charge, lockBalance, takeUse } from './locked-balance.ts'

/** The first balance of a new person, from the welcome tokens. */
export async function openBalance(tx: Transaction, userId: number, uses: number, now: Date): Promise<void> {
  await tx.insert(balances).values({ user_id: userId, free: uses })
  await tx.insert(ledger).values({ user_id: userId, bucket: 'free', amount: uses, action: 'welcome', created_at: now })
}

interface Subject {
  id: number
  /** A join, and chat and forum of a session: what Goal Basics does not pay for (D-05). */
  inSession: boolean
}

/**
 * Charges one use for a row that this transaction has inserted, and answers how many uses are left.
 * The balance's row stays locked until the end of the transaction, so two presses are charged one after the other.
 * @throws Refused 402 INSUFFICIENT_TOKENS
 */
export async function spend(
  tx: Transaction,
  userId: number,
  action: ChargedAction,
  { id, inSession }: Subject,
  now: Date
): Promise<number> {
  const { bucket, left } = await takeOne(tx, userId, inSession)
  await charge(tx, { userId, bucket, action, subjectId: id }, now)
  return left
}

/** Refuses who could not pay for a join, without charging: hosts join their own sessions free, yet need the right (D-75). */
export async function requireSessionTokens(tx: Transaction, userId: number): Promise<void> {
  await takeOne(tx, userId, true)
}

async function takeOne(tx: Transaction, userId: number, inSession: boolean) {
  const taken = takeUse(await lockBalance(tx, userId), inSession)
  return taken.ok ? taken.value : refuse(taken.refusal)
}
