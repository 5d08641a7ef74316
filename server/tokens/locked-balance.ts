/** One charge in its three steps, for transactions that charge many people; `spend` is all three for one. */
import { eq, sql } from 'drizzle-orm'
import type { PlanKey } from '../../domain/accounts/user.ts'
import { allow, deny, type Result } from '../../domain/lib/result.ts'
import {
  type Balance,
  type Bucket,
  type ChargedAction,
  outOfTokens,
  payingBucket,
  totalUses
} from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { balances } from '../db/schema.ts'

/** A locked balance, and the plan that says what its monthly bucket may pay for. */
export interface LockedBalance extends Balance {
  plan: PlanKey | null
}

const lockedBalance = prepared((tx: Transaction) =>
  tx
    .select({ monthly: balances.monthly, free: balances.free, purchased: balances.purchased })
    .from(balances)
    .where(eq(balances.user_id, sql.placeholder('user')))
    .for('update')
    .prepare('')
)

/** Locks a balance until the transaction ends. Who opens several does so in the order of their people's ids. */
export async function lockBalance(tx: Transaction, user: number): Promise<LockedBalance> {
  const [balance] = await lockedBalance(tx).execute({ user })
  if (!balance) throw new Error(`user ${user} has no balance`)
  return { ...balance, plan: null }
}

/**
 * Takes one use from a balance, which `charge` then writes down in the same transaction.
 * @param inSession whether it pays for something of a session (D-05)
 */
export function takeUse(balance: LockedBalance, inSession: boolean): Result<{ bucket: Bucket; left: number }> {
  const bucket = payingBucket(balance, balance.plan, inSession)
  if (!bucket) return deny({ kind: 'insufficientTokens', message: outOfTokens(balance.plan).text })
  balance[bucket]--
  return allow({ bucket, left: totalUses(balance) })
}

interface Charge {
  userId: number
  bucket: Bucket
  action: ChargedAction
  /** The row that is paid for. */
  subjectId: number
}

const CHARGES = {
  monthly: chargeTo('monthly'),
  free: chargeTo('free'),
  purchased: chargeTo('purchased')
} satisfies Record<Bucket, string>

function chargeTo(bucket: Bucket): string {
  return `
    with taken as (update balances set ${bucket} = ${bucket} - 1 where user_id = $1)
    insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
    values ($1, '${bucket}', -1, $2, $3, $4)`
}

/** One use from one bucket, with its entry, in one statement. */
export async function charge(tx: Transaction, { userId, bucket, action, subjectId }: Charge, now: Date): Promise<void> {
  await tx.$client.query({ text: CHARGES[bucket] }, [userId, action, subjectId, now])
}
