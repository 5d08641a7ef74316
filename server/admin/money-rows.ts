import { and, desc, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MoneyMonth } from '../../domain/admin/money-api.ts'
import type { Mode } from '../../domain/billing/payment.ts'
import type { Database } from '../db/database.ts'
import { payments, reversals, subscriptions } from '../db/schema/billing/billing.ts'
import type { Slice } from '../lib/paging.ts'

/** What a list of money is limited to. */
export interface Wanted {
  mode: Mode
  /** From the first moment of a month in UTC to that of the next one; null for all. */
  month: { from: Date; until: Date } | null
  /** Null for everyone. */
  username: string | null
}

const MONTHS = `
  with paid as (
    select to_char(paid_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as payments, sum(amount) as paid
    from payments where mode = $1 and paid_at >= $2 group by 1),
  back as (
    select to_char(r.created_at at time zone 'UTC', 'YYYY-MM') as month,
      sum(r.amount) filter (where r.kind = 'refund') as refunded, sum(r.amount) filter (where r.kind = 'dispute') as disputed
    from reversals r join payments p on p.id = r.payment_id
    where p.mode = $1 and r.created_at >= $2 and r.returned_at is null group by 1)
  select month, coalesce(payments, 0) as payments, coalesce(paid, 0)::float8 as paid,
    coalesce(refunded, 0)::float8 as refunded, coalesce(disputed, 0)::float8 as disputed
  from paid full join back using (month) order by month desc`

/** Sums by month in UTC, the newest first. */
export async function sumMonths(db: Database, mode: Mode, since: Date): Promise<MoneyMonth[]> {
  const { rows } = await db.$client.query<MoneyMonth>(MONTHS, [mode, since])
  return rows
}

/** Subscriptions that go on. */
export function countRunning(db: Database, mode: Mode): Promise<number> {
  return db.$count(subscriptions, and(eq(subscriptions.mode, mode), isNull(subscriptions.ended_at), wasPaid))
}

const wasPaid = ne(subscriptions.status, 'incomplete')
/** The username of the row's person. Without the table's name, `user_id` would be a column of `users` one day. */
const nameIn = (table: 'payments' | 'subscriptions') =>
  sql<string | null>`(select u.username from users u where u.id = ${sql.raw(table)}.user_id)`

const isOf = (user: PgColumn, { username }: Wanted): SQL | undefined =>
  username === null ? undefined : eq(user, sql`(select u.id from users u where u.username = ${username})`)

const isIn = (at: PgColumn, { month }: Wanted): SQL | undefined =>
  month === null ? undefined : and(gte(at, month.from), lt(at, month.until))

/** Paid payments, the newest first. */
export function listPayments(db: Database, wanted: Wanted, { limit, offset }: Slice) {
  const { id, number, user_id, plan, to_pool, amount, refunded, is_disputed, currency, paid_at, mode } = payments
  const row = {
    id,
    number,
    username: nameIn('payments'),
    plan,
    to_pool,
    amount,
    refunded,
    is_disputed,
    currency,
    paid_at
  }
  return db
    .select(row)
    .from(payments)
    .where(and(eq(mode, wanted.mode), isNotNull(paid_at), isIn(paid_at, wanted), isOf(user_id, wanted)))
    .orderBy(desc(paid_at), desc(id))
    .limit(limit)
    .offset(offset)
}

/** Refunds and disputes, the newest first. */
export function listReturns(db: Database, wanted: Wanted, { limit, offset }: Slice) {
  const { id, kind, amount, uses, reason, created_at, returned_at, payment_id } = reversals
  const { number, currency, user_id, mode } = payments
  return db
    .select({ id, kind, number, username: nameIn('payments'), amount, currency, uses, reason, created_at, returned_at })
    .from(reversals)
    .innerJoin(payments, eq(payments.id, payment_id))
    .where(and(eq(mode, wanted.mode), isIn(created_at, wanted), isOf(user_id, wanted)))
    .orderBy(desc(id))
    .limit(limit)
    .offset(offset)
}

/** Subscriptions that were paid once, the newest first. */
export function listSubscriptions(db: Database, wanted: Wanted, { limit, offset }: Slice) {
  const { id, user_id, mode, plan, started_at, period_end, end_date, failed_at, ended_at } = subscriptions
  return db
    .select({ id, username: nameIn('subscriptions'), plan, started_at, period_end, end_date, failed_at, ended_at })
    .from(subscriptions)
    .where(and(eq(mode, wanted.mode), wasPaid, isIn(started_at, wanted), isOf(user_id, wanted)))
    .orderBy(desc(id))
    .limit(limit)
    .offset(offset)
}
