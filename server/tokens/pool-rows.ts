/** The shared pool of free tokens (D-06). Its row stays locked until the end of the transaction that changes it. */
import { and, eq, gt, gte, sql } from 'drizzle-orm'
import type { PoolAction } from '../../domain/tokens/tokens.ts'
import type { Handle, Transaction } from '../db/database.ts'
import { finderByKey } from '../db/rows.ts'
import { pool, poolEntries } from '../db/schema/billing/tokens.ts'
import { NO_KEY, type RequestKey } from '../lib/idempotency.ts'

/** The uses in the pool. */
export async function getPool(db: Handle): Promise<number> {
  const [row] = await db.select({ uses: pool.uses }).from(pool)
  if (!row) throw new Error('there is no pool')
  return row.uses
}

/** Locks the pool and returns what it holds. */
export async function lockPool(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ uses: pool.uses }).from(pool).for('update')
  if (!row) throw new Error('there is no pool')
  return row.uses
}

interface PoolChange {
  userId: number | null
  /** Uses: negative when taken. */
  amount: number
  action: PoolAction
  /** Row of the payment, or of the refund or dispute. */
  subjectId?: number
  key?: RequestKey | null
}

/** Changes the pool with an entry. Returns its new content, or null without a change when it holds too little. */
export async function changePool(tx: Transaction, change: PoolChange, now: Date): Promise<number | null> {
  const [row] = await tx
    .update(pool)
    .set({ uses: sql`${pool.uses} + ${change.amount}` })
    .where(gte(pool.uses, -change.amount))
    .returning({ uses: pool.uses })
  if (!row) return null
  await tx.insert(poolEntries).values({
    user_id: change.userId,
    amount: change.amount,
    action: change.action,
    subject_id: change.subjectId ?? null,
    ...(change.key ?? NO_KEY),
    created_at: now
  })
  return row.uses
}

/** The number of people who redeemed since then, including this transaction. */
export async function countRedeemedSince(tx: Transaction, since: Date): Promise<number> {
  return tx.$count(poolEntries, and(eq(poolEntries.action, 'redeem'), gt(poolEntries.created_at, since)))
}

/** The change of the pool that a call with this key has made. */
export const findPoolEntry = finderByKey(poolEntries)
