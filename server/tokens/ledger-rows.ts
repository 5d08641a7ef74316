/**
 * The ledger. All tokens move through here, in the transaction of the thing they pay for, so that nothing is charged
 * without its thing or the other way round. `npm run audit` checks this over the whole database.
 */

import { and, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { refuse } from '../../domain/lib/refusal.ts'
import type { HutSettings } from '../../domain/settings/settings.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import {
  type Balance,
  type Bucket,
  type LedgerAction,
  type Purse,
  takeUse,
  UNDO_ACTIONS,
  UNDO_MS,
  type Use,
  type UseAction,
  usesLeft
} from '../../domain/tokens/tokens.ts'
import type { Database, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { balances, freeUses, ledger } from '../db/schema/billing/tokens.ts'
import { NO_KEY, type RequestKey } from '../lib/idempotency.ts'
import { isOneOfGiven } from '../lib/paging.ts'

/** The first balance of a new person, from the welcome tokens. */
export async function openBalance(tx: Transaction, userId: number, uses: number, now: Date): Promise<void> {
  await tx.insert(balances).values({ user_id: userId, free: uses })
  await tx.insert(ledger).values({ user_id: userId, bucket: 'free', amount: uses, action: 'welcome', created_at: now })
}

/** The balance of a person. */
export async function findBalance(db: Database, userId: number): Promise<Balance | null> {
  const [row] = await db
    .select({ monthly: balances.monthly, free: balances.free, purchased: balances.purchased })
    .from(balances)
    .where(eq(balances.user_id, userId))
  return row ?? null
}

interface Change {
  bucket: Bucket
  /** Uses: negative when taken. No bucket falls below zero: the statement fails. */
  amount: number
  action: Exclude<LedgerAction, UseAction>
  /** Row of the payment, of the refund or dispute, or of the log that was undone. */
  subjectId?: number | null
  /** Of the call that gives uses. */
  key?: RequestKey | null
}

/** Changes a bucket with an entry, and returns the new balance. The balance stays locked. */
export async function changeBalance(
  tx: Transaction,
  userId: number,
  { bucket, amount, action, subjectId = null, key = null }: Change,
  now: Date
): Promise<Balance> {
  const [balance] = await tx
    .update(balances)
    .set({ [bucket]: sql`${balances[bucket]} + ${amount}` })
    .where(eq(balances.user_id, userId))
    .returning({ monthly: balances.monthly, free: balances.free, purchased: balances.purchased })
  if (!balance) throw new Error(`user ${userId} has no balance`)
  const entry = { bucket, amount, action, subject_id: subjectId, ...(key ?? NO_KEY) }
  await tx.insert(ledger).values({ user_id: userId, ...entry, created_at: now })
  return balance
}

/** Sets the plan that the monthly bucket comes from; null for none. */
export async function setPlan(tx: Transaction, userId: number, plan: PlanKey | null): Promise<void> {
  await tx.update(balances).set({ plan }).where(eq(balances.user_id, userId))
}

/** Whether uses cost anything: with payments off they don't (D-147). */
export interface Charging {
  config: { hut: Pick<HutSettings, 'payments'> }
}

export const isFreeHut = ({ config }: Charging): boolean => config.hut.payments === 'off'

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

const lockedBalances = prepared((tx: Transaction) =>
  tx
    .select({
      user_id: balances.user_id,
      monthly: balances.monthly,
      free: balances.free,
      purchased: balances.purchased,
      plan: balances.plan
    })
    .from(balances)
    .where(isOneOfGiven(balances.user_id, 'users'))
    .orderBy(balances.user_id)
    .for('update')
)

/** Locks the balances of these people until the transaction ends, in the order of their ids. */
export async function lockBalances(tx: Transaction, charging: Charging, users: number[]): Promise<Map<number, Purse>> {
  const rows = await lockedBalances(tx).execute({ users: JSON.stringify(users) })
  const isFree = isFreeHut(charging)
  return new Map(rows.map(({ user_id, ...balance }) => [user_id, { ...balance, isFree }]))
}

const PAID: Charging = { config: { hut: { payments: 'on' } } }

/** @param charging absent when the caller charges nothing */
export async function lockBalance(tx: Transaction, user: number, charging = PAID): Promise<Purse> {
  const balance = (await lockBalances(tx, charging, [user])).get(user)
  if (!balance) throw new Error(`user ${user} has no balance`)
  return balance
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

/**
 * Gives the use of a log back that was charged less than 30 seconds ago, to the bucket that paid it (D-131). Returns how
 * many uses are left then, or null where nothing is given back: the log was free, came later, or had its use back before.
 * A use of an allowance or a purchase that was taken back since is gone with it. The caller has locked the log.
 */
export async function giveBack(
  tx: Transaction,
  charging: Charging,
  userId: number,
  logId: number,
  now: Date
): Promise<number | null> {
  const of = (action: LedgerAction) => and(eq(ledger.action, action), eq(ledger.subject_id, logId))
  const [charged] = await tx
    .select({ id: ledger.id, bucket: ledger.bucket })
    .from(ledger)
    .where(and(of('log'), lt(ledger.amount, 0), gte(ledger.created_at, new Date(now.getTime() - UNDO_MS))))
  if (!charged) return null
  await lockBalance(tx, userId)
  const [spoken] = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(
      or(
        and(of('undone'), gt(ledger.amount, 0)),
        and(
          eq(ledger.user_id, userId),
          gt(ledger.id, charged.id),
          eq(ledger.bucket, charged.bucket),
          inArray(ledger.action, ['ended', 'refund', 'dispute'])
        )
      )
    )
    .limit(1)
  if (spoken) return null
  const change: Change = { bucket: charged.bucket, amount: 1, action: 'undone', subjectId: logId }
  return usesLeft(await changeBalance(tx, userId, change, now), isFreeHut(charging))
}

/**
 * Charges a restored log again where it had its use back. Returns how many uses are left then, or null without a charge.
 * The caller has locked the log.
 * @throws Refused 402 INSUFFICIENT_TOKENS
 */
export async function chargeRestored(
  tx: Transaction,
  charging: Charging,
  userId: number,
  logId: number,
  now: Date
): Promise<number | null> {
  const entries = await tx
    .select({ action: ledger.action })
    .from(ledger)
    .where(and(inArray(ledger.action, [...UNDO_ACTIONS]), eq(ledger.subject_id, logId)))
  const free = and(eq(freeUses.action, 'restored'), eq(freeUses.subject_id, logId))
  const isOwed = entries.length === 1 && (await tx.$count(freeUses, free)) === 0
  return isOwed ? spend(tx, charging, userId, 'restored', { ids: [logId], inSession: false }, now) : null
}
