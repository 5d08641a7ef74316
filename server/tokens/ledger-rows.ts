/**
 * The ledger. All tokens move through here, inside the transaction of what they pay for, so that nothing is charged
 * without its thing nor the reverse. `npm run audit` proves it over the whole database.
 */
import { eq, sql } from 'drizzle-orm'
import type { PlanKey } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
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
import { balances, ledger } from '../db/schema.ts'

/** The first balance of a new person, from the welcome tokens. */
export async function openBalance(tx: Transaction, userId: number, uses: number, now: Date): Promise<void> {
  await tx.insert(balances).values({ user_id: userId, free: uses })
  await tx.insert(ledger).values({ user_id: userId, bucket: 'free', amount: uses, action: 'welcome', created_at: now })
}

interface Subjects {
  /** The rows that are paid for, each with one use. */
  ids: number[]
  /** A join, and chat and forum of a session: what Goal Basics does not pay for (D-05). */
  inSession: boolean
}

/**
 * Charges one use for each row that this transaction has inserted, in their order, and returns how many uses are left.
 * The balance's row stays locked until the end of the transaction, so two presses are charged one after the other.
 * @throws Refused 402 INSUFFICIENT_TOKENS
 */
export async function spend(
  tx: Transaction,
  userId: number,
  action: ChargedAction,
  { ids, inSession }: Subjects,
  now: Date
): Promise<number> {
  const balance = await lockBalance(tx, userId)
  const subjects = ids.map(id => ({ id, bucket: takeOne(balance, inSession) }))
  for (const [bucket, paid] of Map.groupBy(subjects, subject => subject.bucket)) {
    await charge(tx, { userId, bucket, action, subjectIds: paid.map(({ id }) => id) }, now)
  }
  return totalUses(balance)
}

/** Refuses who could not pay for a join, without charging: hosts join their own sessions free, yet need the right (D-75). */
export async function requireSessionTokens(tx: Transaction, userId: number): Promise<void> {
  takeOne(await lockBalance(tx, userId), true)
}

function takeOne(balance: LockedBalance, inSession: boolean): Bucket {
  const taken = takeUse(balance, inSession)
  return taken.ok ? taken.value.bucket : refuse(taken.refusal)
}

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
  /** The rows that are paid for, each with one use. */
  subjectIds: number[]
}

const CHARGES = {
  monthly: chargeTo('monthly'),
  free: chargeTo('free'),
  purchased: chargeTo('purchased')
} satisfies Record<Bucket, string>

function chargeTo(bucket: Bucket): string {
  return `
    with taken as (update balances set ${bucket} = ${bucket} - jsonb_array_length($3::jsonb) where user_id = $1)
    insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
    select $1, '${bucket}', -1, $2, id::bigint, $4 from jsonb_array_elements_text($3::jsonb) as subject(id)`
}

/** A use from one bucket for each row, with its entry, in one statement. */
export async function charge(
  tx: Transaction,
  { userId, bucket, action, subjectIds }: Charge,
  now: Date
): Promise<void> {
  await tx.$client.query({ text: CHARGES[bucket] }, [userId, action, JSON.stringify(subjectIds), now])
}
