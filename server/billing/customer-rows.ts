/** Queries for customers of the payment provider and their saved cards. */
import { and, asc, desc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Mode } from '../../domain/billing/payment.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { findRow, updateRows } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import { cards, customers } from '../db/schema/billing/billing.ts'
import type { LookedCard } from './look.ts'

export type CustomerRow = typeof customers.$inferSelect

const isOf = (userId: number, mode: Mode) => and(eq(customers.user_id, userId), eq(customers.mode, mode))

/** Returns a person's row, and inserts it if there is none. */
export async function getCustomer(db: Database, userId: number, mode: Mode): Promise<CustomerRow> {
  const known = await findCustomer(db, userId, mode)
  if (known) return known
  await db.insert(customers).values({ user_id: userId, mode }).onConflictDoNothing()
  const made = await findCustomer(db, userId, mode)
  if (!made) throw new Error(`user ${userId} is gone`)
  return made
}

/** A person's row, if there is one. */
export function findCustomer(db: Database, userId: number, mode: Mode): Promise<CustomerRow | null> {
  return findRow(db, customers, isOf(userId, mode))
}

/** The row with a customer id of the provider. */
export function findCustomerAt(db: Database, provider: string): Promise<CustomerRow | null> {
  return findRow(db, customers, eq(customers.provider, provider))
}

/** Forgets a customer whom an operator deleted at the provider. The next payment creates a new customer. */
export async function resetProvider(tx: Transaction, { user_id, mode }: CustomerRow): Promise<void> {
  await updateRows(tx, customers, isOf(user_id, mode), {
    provider: null,
    request_key: sql`gen_random_uuid()`,
    look_at: null
  })
  await tx.delete(cards).where(and(eq(cards.user_id, user_id), eq(cards.mode, mode)))
}

/** Stores the provider's id of a customer. */
export async function setProvider(db: Database, { user_id, mode }: CustomerRow, provider: string): Promise<void> {
  await db.update(customers).set({ provider }).where(isOf(user_id, mode))
}

/**
 * Raises the revision before a look at the provider is stored. Returns false if a later look was stored since
 * `revision` was read.
 * @param lookAt when to look again; null for never
 */
export async function raiseRevision(tx: Transaction, { user_id, mode, revision }: CustomerRow, lookAt: Date | null) {
  const changed = await tx
    .update(customers)
    .set({ revision: revision + 1, look_at: lookAt })
    .where(and(isOf(user_id, mode), eq(customers.revision, revision)))
    .returning({ revision: customers.revision })
  return changed.length === 1
}

/** People whose payments need a check because no event may report a change. The longest wait comes first. */
export async function listDueCustomers(db: Database, mode: Mode, now: Date, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: customers.user_id })
    .from(customers)
    .where(and(eq(customers.mode, mode), isNotNull(customers.provider), lte(customers.look_at, now)))
    .orderBy(asc(customers.look_at))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Sets when to check a person's payments next. */
export async function postponeLook(db: Database, userId: number, mode: Mode, until: Date): Promise<void> {
  await db.update(customers).set({ look_at: until }).where(isOf(userId, mode))
}

/** A person's name and email. */
export async function getContact(db: Handle, userId: number): Promise<{ name: string; email: string }> {
  const [row] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error(`user ${userId} is gone`)
  return row
}

/** A person's saved cards, the default card first. */
export async function listCards(db: Database, userId: number, mode: Mode) {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.user_id, userId), eq(cards.mode, mode)))
    .orderBy(desc(cards.is_default), desc(cards.created_at), asc(cards.provider))
}

/** The row of a saved card, by the provider's id. */
export function findCard(db: Database, provider: string) {
  return findRow(db, cards, eq(cards.provider, provider))
}

/** Replaces the stored cards by the provider's list. */
export async function storeCards(tx: Transaction, userId: number, mode: Mode, found: LookedCard[]): Promise<void> {
  const kept = found.map(({ provider }) => provider)
  const gone = kept.length > 0 ? notInArray(cards.provider, kept) : undefined
  await tx.delete(cards).where(and(eq(cards.user_id, userId), eq(cards.mode, mode), gone))
  if (found.length === 0) return
  await tx
    .insert(cards)
    .values(found.map(card => ({ ...card, user_id: userId, mode })))
    .onConflictDoUpdate({
      target: cards.provider,
      set: {
        user_id: sql`excluded.user_id`,
        brand: sql`excluded.brand`,
        last4: sql`excluded.last4`,
        exp_month: sql`excluded.exp_month`,
        exp_year: sql`excluded.exp_year`,
        is_default: sql`excluded.is_default`
      }
    })
}
