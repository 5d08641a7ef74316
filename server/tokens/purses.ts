/** Charging many people in one transaction: their balances locked, uses taken in memory, all of it written at once. */
import { sql } from 'drizzle-orm'
import type { PlanKey } from '../../domain/accounts/user.ts'
import { allow, deny, type Outcome } from '../../domain/lib/outcome.ts'
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
export interface Purse extends Balance {
  plan: PlanKey | null
}

const purses = prepared((tx: Transaction) =>
  tx
    .select()
    .from(balances)
    .where(sql`${balances.user_id} = any(${sql.placeholder('users')}::bigint[])`)
    .orderBy(balances.user_id)
    .for('update')
    .prepare('purses')
)

/** Locks the balances of those people until the transaction ends, in one order, so that nobody waits in a circle. */
export async function openPurses(tx: Transaction, users: number[]): Promise<Map<number, Purse>> {
  const rows = await purses(tx).execute({ users })
  return new Map(rows.map(({ user_id, ...balance }) => [user_id, { ...balance, plan: null }]))
}

/**
 * Takes one use from a purse, which `charge` then writes down in the same transaction.
 * @param inSession whether it pays for something of a session (D-05)
 */
export function takeUse(purse: Purse, inSession: boolean): Outcome<{ bucket: Bucket; left: number }> {
  const bucket = payingBucket(purse, purse.plan, inSession)
  if (!bucket) return deny({ kind: 'insufficientTokens', message: outOfTokens(purse.plan).text })
  purse[bucket]--
  return allow({ bucket, left: totalUses(purse) })
}

interface Charge {
  userId: number
  bucket: Bucket
  subjectId: number
}

const CHARGE = `
  with charge as (
    select * from unnest($1::bigint[], $2::text[], $3::bigint[]) as charge(user_id, bucket, subject_id)),
  taken as (
    update balances
    set monthly = balances.monthly - taken.monthly, free = balances.free - taken.free,
      purchased = balances.purchased - taken.purchased
    from (
      select user_id, count(*) filter (where bucket = 'monthly') as monthly,
        count(*) filter (where bucket = 'free') as free, count(*) filter (where bucket = 'purchased') as purchased
      from charge group by user_id) as taken
    where balances.user_id = taken.user_id)
  insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
  select user_id, bucket, -1, $4, subject_id, $5 from charge`

/** One use for each row that was made, with its entry, in one statement. */
export async function charge(tx: Transaction, action: ChargedAction, charges: Charge[], now: Date): Promise<void> {
  const columns = [
    charges.map(({ userId }) => userId),
    charges.map(({ bucket }) => bucket),
    charges.map(({ subjectId }) => subjectId)
  ]
  await tx.$client.query({ text: CHARGE }, [...columns, action, now])
}
