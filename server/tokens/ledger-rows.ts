/**
 * The ledger. All tokens move through here, in the transaction of the thing they pay for, so that nothing is charged
 * without its thing or the other way round. `npm run audit` checks this over the whole database.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import { type Bucket, type Purse, takeUse, type Use, type UseAction, usesLeft } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import { freeUses } from '../db/schema/billing/tokens.ts'
import { type Charging, lockBalance } from './balance-rows.ts'

interface Subjects {
  /** The rows to pay for, one use each. The balance is locked while they are still being inserted. */
  ids: number[] | Promise<number[]>
  /** A join, or chat and forum of a session, which Goal Basics does not pay for (D-05). */
  inSession: boolean
}

/**
 * Charges one use for each row that this transaction has inserted, in their order, and returns how many uses are left.
 * The balance's row stays locked until the end of the transaction, so two presses are charged one after the other.
 * @throws Refused 402 INSUFFICIENT_TOKENS
 */
export async function spend(
  tx: Transaction,
  charging: Charging,
  userId: number,
  action: UseAction,
  { ids, inSession }: Subjects,
  now: Date
): Promise<number> {
  const locked = lockBalance(tx, userId, charging)
  // If inserting the rows fails, this fails too, but the error of the insert is thrown.
  locked.catch(() => {})
  const inserted = await ids
  let purse = await locked
  const charges = inserted.map(subjectId => {
    const use = paidBy(purse, inSession)
    purse = use.purse
    return { userId, bucket: use.bucket, subjectId }
  })
  await charge(tx, action, charges, now)
  return usesLeft(purse, purse.isFree)
}

function paidBy(purse: Purse, inSession: boolean): Use {
  const use = takeUse(purse, inSession)
  return use.ok ? use.value : refuse(use.refusal)
}

/** Refuses people who could not pay for a join. Charges nothing: hosts join free, but need the tokens (D-75). */
export async function requireSessionTokens(tx: Transaction, charging: Charging, userId: number): Promise<void> {
  paidBy(await lockBalance(tx, userId, charging), true)
}

interface Charge {
  userId: number
  /** Null for a use that is free. */
  bucket: Bucket | null
  /** The row that the use pays for. */
  subjectId: number
}

const CHARGE = `
  with item as (
    select * from jsonb_to_recordset($2::jsonb) as item("userId" bigint, bucket text, "subjectId" bigint)),
  uses as (
    select "userId", count(*) filter (where bucket = 'monthly') as monthly,
      count(*) filter (where bucket = 'free') as free, count(*) filter (where bucket = 'purchased') as purchased
    from item group by "userId"),
  taken as (
    update balances set monthly = balances.monthly - uses.monthly, free = balances.free - uses.free,
      purchased = balances.purchased - uses.purchased
    from uses
    where balances.user_id = uses."userId" and balances.user_id = any(array(select "userId" from item)))
  insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
  select "userId", bucket, -1, $1, "subjectId", $3 from item`

/** Charges one use for each row, with its entry, in one statement. The caller has locked the balances. */
export async function charge(tx: Transaction, action: UseAction, charges: Charge[], now: Date): Promise<void> {
  const [free, paid] = [
    charges.filter(({ bucket }) => bucket === null),
    charges.filter(({ bucket }) => bucket !== null)
  ]
  if (free.length > 0) {
    const rows = free.map(({ subjectId }) => ({ action, subject_id: subjectId, created_at: now }))
    await tx.insert(freeUses).values(rows)
  }
  if (paid.length === 0) return
  await tx.$client.query({ text: CHARGE }, [action, JSON.stringify(paid), now])
}
