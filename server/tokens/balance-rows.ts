/** Balances. Each change of one is an entry of the ledger. */
import { eq, sql } from 'drizzle-orm'
import type { HutSettings } from '../../domain/settings/settings.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import type { Balance, Bucket, LedgerAction, Purse, UseAction } from '../../domain/tokens/tokens.ts'
import type { Database, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { balances, ledger } from '../db/schema/billing/tokens.ts'
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

export interface Change {
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
