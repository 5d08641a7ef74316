/** Who people are at the payment provider, and their saved cards. */
import { and, asc, desc, eq, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Mode } from '../../domain/billing/payment.ts'
import type { Database, Transaction } from '../db/database.ts'
import { users } from '../db/schema/accounts.ts'
import { cards, customers } from '../db/schema/billing.ts'
import type { LookedCard } from './look.ts'

export type CustomerRow = typeof customers.$inferSelect

const isOf = (userId: number, mode: Mode) => and(eq(customers.user_id, userId), eq(customers.mode, mode))

/** The row of a person, which is made when there is none. */
export async function getCustomer(db: Database, userId: number, mode: Mode): Promise<CustomerRow> {
  const known = await findCustomer(db, userId, mode)
  if (known) return known
  await db.insert(customers).values({ user_id: userId, mode }).onConflictDoNothing()
  const made = await findCustomer(db, userId, mode)
  if (!made) throw new Error(`user ${userId} is gone`)
  return made
}

export async function findCustomer(db: Database, userId: number, mode: Mode): Promise<CustomerRow | null> {
  const [row] = await db.select().from(customers).where(isOf(userId, mode))
  return row ?? null
}

export async function findCustomerAt(db: Database, provider: string): Promise<CustomerRow | null> {
  const [row] = await db.select().from(customers).where(eq(customers.provider, provider))
  return row ?? null
}

/** Forgets who the person was at the provider, where an operator has deleted them: the next payment makes them anew. */
export async function resetProvider(tx: Transaction, { user_id, mode }: CustomerRow): Promise<void> {
  await tx
    .update(customers)
    .set({ provider: null, request_key: sql`gen_random_uuid()`, look_at: null })
    .where(isOf(user_id, mode))
  await tx.delete(cards).where(and(eq(cards.user_id, user_id), eq(cards.mode, mode)))
}

export async function setProvider(db: Database, { user_id, mode }: CustomerRow, provider: string): Promise<void> {
  await db.update(customers).set({ provider }).where(isOf(user_id, mode))
}

/** Claims the right to store a look at the provider: false where a later one was stored since `revision` was read. */
export async function countUp(tx: Transaction, { user_id, mode, revision }: CustomerRow, lookAt: Date | null) {
  const changed = await tx
    .update(customers)
    .set({ revision: revision + 1, look_at: lookAt })
    .where(and(isOf(user_id, mode), eq(customers.revision, revision)))
    .returning({ revision: customers.revision })
  return changed.length === 1
}

/** People of whom something is due that no event may tell, those who wait longest first. */
export async function listDueCustomers(db: Database, mode: Mode, now: Date, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: customers.user_id })
    .from(customers)
    .where(and(eq(customers.mode, mode), isNotNull(customers.provider), lte(customers.look_at, now)))
    .orderBy(asc(customers.look_at))
    .limit(most)
  return rows.map(({ id }) => id)
}

export async function postponeLook(db: Database, userId: number, mode: Mode, until: Date): Promise<void> {
  await db.update(customers).set({ look_at: until }).where(isOf(userId, mode))
}

export async function getContact(db: Database | Transaction, userId: number): Promise<{ name: string; email: string }> {
  const [row] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error(`user ${userId} is gone`)
  return row
}

/** Saved cards, the one that pays first. */
export async function listCards(db: Database, userId: number, mode: Mode) {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.user_id, userId), eq(cards.mode, mode)))
    .orderBy(desc(cards.is_default), desc(cards.created_at), asc(cards.provider))
}

/** Whose saved card it is. */
export async function findCard(db: Database, provider: string) {
  const [row] = await db.select().from(cards).where(eq(cards.provider, provider))
  return row ?? null
}

/** Makes the stored cards those of the provider. */
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
