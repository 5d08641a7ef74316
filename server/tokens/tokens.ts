/**
 * The ledger. All tokens move through here, inside the transaction of what they pay for, so that nothing is charged
 * without its thing nor the reverse. `npm run audit` proves it over the whole database.
 */
import type { PlanKey } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { type ChargedAction, outOfTokens, payingBucket, totalUses } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import { balances, ledger } from '../db/schema.ts'
import { lockBalance, takeOne } from './queries.ts'

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
  subject: Subject,
  now: Date
): Promise<number> {
  const { plan, ...balance } = await lockBalance(tx, userId)
  const bucket = payingBucket(balance, plan, subject.inSession)
  if (!bucket) return refuseFor(plan)
  await takeOne(tx, { userId, bucket, action, subjectId: subject.id, now })
  return totalUses(balance) - 1
}

/** Refuses who could not pay for a join, without charging: hosts join their own sessions free, yet need the right (D-75). */
export async function requireSessionTokens(tx: Transaction, userId: number): Promise<void> {
  const { plan, ...balance } = await lockBalance(tx, userId)
  if (!payingBucket(balance, plan, true)) refuseFor(plan)
}

function refuseFor(plan: PlanKey | null): never {
  return refuse({ kind: 'insufficientTokens', message: outOfTokens(plan).text })
}
