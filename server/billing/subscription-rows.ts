/** Queries for subscriptions, and their format in the API (BIL-41..BIL-45). */
import { and, eq, isNull, lte, ne, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { subscription } from '../../domain/accounts/user.ts'
import type { Mode } from '../../domain/billing/payment.ts'
import { planOf } from '../../domain/billing/plans.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { findRow, updateRows, updaterOf } from '../db/rows.ts'
import { subscriptions } from '../db/schema/billing/billing.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** A subscription in the format of the API. */
export function toWireSubscription({
  id,
  plan,
  started_at,
  end_date,
  status
}: Pick<SubscriptionRow, 'id' | 'plan' | 'started_at' | 'end_date' | 'status'>): z.output<typeof subscription> {
  return {
    id,
    product: planOf(plan).title,
    product_key: plan,
    start_date: started_at.toISOString(),
    end_date: end_date?.toISOString() ?? null,
    stripe_sub_status: status
  }
}

const open = (userId: number): SQL | undefined => and(eq(subscriptions.user_id, userId), isNull(subscriptions.ended_at))

/** A person's current subscription. An unpaid attempt does not count. */
export function findCurrent(db: Handle, userId: number): Promise<SubscriptionRow | null> {
  return findRow(db, subscriptions, and(open(userId), ne(subscriptions.status, 'incomplete')))
}

/** A person's unpaid attempt at a subscription. */
export function findAttempt(db: Database, userId: number): Promise<SubscriptionRow | null> {
  return findRow(db, subscriptions, and(open(userId), eq(subscriptions.status, 'incomplete')))
}

/** A person's subscription by its id. */
export function findSubscription(db: Database, userId: number, id: number): Promise<SubscriptionRow | null> {
  return findRow(db, subscriptions, and(eq(subscriptions.user_id, userId), eq(subscriptions.id, id)))
}

/** Inserts an attempt. Returns null if the person already has one, so two calls at once create one. */
export async function insertAttempt(
  db: Database,
  userId: number,
  mode: Mode,
  plan: PlanKey,
  now: Date
): Promise<SubscriptionRow | null> {
  const [row] = await db
    .insert(subscriptions)
    .values({ user_id: userId, mode, plan, status: 'incomplete', started_at: now })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Inserts a subscription that was found at the provider. */
export async function insertFound(tx: Transaction, row: typeof subscriptions.$inferInsert): Promise<SubscriptionRow> {
  const [inserted] = await tx.insert(subscriptions).values(row).returning()
  if (!inserted) throw new Error('the subscription was not inserted')
  return inserted
}

/** Changes a subscription. */
export const updateSubscription = updaterOf(subscriptions)

/** All subscriptions of a person at one provider, oldest first. */
export async function listSubscriptions(tx: Transaction, userId: number, mode: Mode): Promise<SubscriptionRow[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, userId), eq(subscriptions.mode, mode)))
    .orderBy(subscriptions.id)
}

/** Subscriptions of another provider whose period is over. Nobody renews them. */
export async function listOrphaned(db: Database, mode: Mode, now: Date): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        ne(subscriptions.mode, mode),
        isNull(subscriptions.ended_at),
        ne(subscriptions.status, 'incomplete'),
        lte(subscriptions.period_end, now)
      )
    )
}

/** How many subscriptions at this provider are charged again at the end of their period. */
export function countRenewing(tx: Transaction, mode: Mode): Promise<number> {
  const renews = and(eq(subscriptions.mode, mode), isNull(subscriptions.ended_at), isNull(subscriptions.end_date))
  return tx.$count(subscriptions, and(renews, ne(subscriptions.status, 'incomplete')))
}

/** Ends a person's subscription at another provider. They have one here now, and only one is allowed. */
export async function endElsewhere(tx: Transaction, { user_id, mode }: { user_id: number; mode: Mode }, now: Date) {
  await updateRows(tx, subscriptions, and(open(user_id), ne(subscriptions.mode, mode)), { ended_at: now })
}
