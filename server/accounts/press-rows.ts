/** Press addresses (D-156). Only the SHA-256 of a secret is stored. */
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { PRESSED_TWICE_MS } from '../../domain/presses/api.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { deleteRows } from '../db/rows.ts'
import { goals } from '../db/schema/goals.ts'
import { pressAddresses } from '../db/schema/presses.ts'
import { lockUser } from './user-rows.ts'

type Row = typeof pressAddresses.$inferSelect

/** The press addresses of a person with their goals, the newest first. Those of deleted goals are left out. */
export function listPressAddresses(db: Handle, userId: number) {
  return db
    .select({ address: pressAddresses, goal: goals })
    .from(pressAddresses)
    .innerJoin(goals, eq(goals.id, pressAddresses.goal_id))
    .where(and(eq(pressAddresses.user_id, userId), isNull(goals.deleted_at)))
    .orderBy(desc(pressAddresses.id))
}

/** How many a person has. Locks the person's row, so that two new ones at once do not exceed the limit. */
export async function countPressAddresses(tx: Transaction, userId: number): Promise<number> {
  await lockUser(tx, userId)
  const [row] = await tx.select({ count: count() }).from(pressAddresses).where(eq(pressAddresses.user_id, userId))
  return row?.count ?? 0
}

export async function insertPressAddress(tx: Transaction, row: typeof pressAddresses.$inferInsert): Promise<Row> {
  const [inserted] = await tx.insert(pressAddresses).values(row).returning()
  if (!inserted) throw new Error('an insert returns its row')
  return inserted
}

/** Deletes an address. Returns false when this person has no such address. */
export function deletePressAddress(db: Handle, userId: number, id: number): Promise<boolean> {
  return deleteRows(db, pressAddresses, and(eq(pressAddresses.user_id, userId), eq(pressAddresses.id, id)))
}

export async function deletePressAddressesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(pressAddresses).where(eq(pressAddresses.user_id, userId))
}

export async function notePressUse(db: Database, id: number, now: Date): Promise<void> {
  await db.update(pressAddresses).set({ used_at: now }).where(eq(pressAddresses.id, id))
}

/**
 * Notes a press without a key, and returns when it counts as made: now, or when an earlier press was made a moment ago.
 * Null when the address is gone.
 */
export async function notePress(db: Database, id: number, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - PRESSED_TWICE_MS)
  const [row] = await db
    .update(pressAddresses)
    .set({
      used_at: now,
      pressed_at: sql`case when ${pressAddresses.pressed_at} > ${since} then ${pressAddresses.pressed_at} else ${now} end`
    })
    .where(eq(pressAddresses.id, id))
    .returning({ pressed_at: pressAddresses.pressed_at })
  return row?.pressed_at ?? null
}
