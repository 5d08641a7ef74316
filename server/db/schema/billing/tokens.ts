import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { PLAN_KEYS, type PlanKey } from '../../../../domain/tokens/plan-keys.ts'
import {
  BUCKETS,
  type Bucket,
  CHARGED_ACTIONS,
  LEDGER_ACTIONS,
  type LedgerAction,
  PAYMENT_ACTIONS,
  POOL_ACTIONS,
  type PoolAction,
  REDEEMED_USES,
  UNDO_ACTIONS,
  type UseAction
} from '../../../../domain/tokens/tokens.ts'
import { users } from '../accounts.ts'
import { checks, createdAt, id, isNotNegative, isOneOf, ref, requestKey } from '../columns.ts'

/** The remaining uses in each bucket. They equal the sums of the ledger (`npm run audit`). */
export const balances = pgTable(
  'balances',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    monthly: integer().notNull().default(0),
    free: integer().notNull().default(0),
    purchased: integer().notNull().default(0),
    /** The plan that brought the monthly uses; null without one. It decides what they may pay for (D-05). */
    plan: text().$type<PlanKey>()
  },
  table => [
    ...checks('balances', { plan: isOneOf(table.plan, PLAN_KEYS) }),
    check('balances_not_negative', sql`${table.monthly} >= 0 and ${table.free} >= 0 and ${table.purchased} >= 0`)
  ]
)

/**
 * Every change of a balance. The app never updates or deletes an entry. Entries outlive their person: deleting a user
 * sets `user_id` to null.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: id(),
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    bucket: text().$type<Bucket>().notNull(),
    amount: integer().notNull(),
    action: text().$type<LedgerAction>().notNull(),
    /** The row in the table that the action names; null when nothing was created (welcome). */
    subject_id: ref(),
    /** Of a grant by an admin. */
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    index('ledger_request').on(table.user_id, table.request_key).where(sql`${table.request_key} is not null`),
    index('ledger_user').on(table.user_id, table.id.desc().nullsFirst()),
    // Nothing is charged twice, even after retries.
    uniqueIndex('ledger_charged_once').on(table.action, table.subject_id).where(sql`${table.amount} < 0`),
    // No payment is credited twice.
    uniqueIndex('ledger_given_once')
      .on(table.action, table.subject_id)
      .where(sql`${table.amount} > 0 and ${table.subject_id} is not null`),
    uniqueIndex('ledger_redeemed_once').on(table.user_id).where(sql`${table.action} = 'redeem'`),
    ...checks('ledger', {
      bucket: isOneOf(table.bucket, BUCKETS),
      action: isOneOf(table.action, LEDGER_ACTIONS),
      amount: sql`${table.amount} <> 0`,
      welcome: sql`${table.action} <> 'welcome' or ${table.amount} > 0`,
      redeem: sql`${table.action} <> 'redeem' or ${table.bucket} = 'free' and ${table.amount} = ${sql.raw(String(REDEEMED_USES))}`,
      // A charge takes a use and names the row that it pays for. An undo gives one back, and a restored log takes it again.
      charge: sql`case when ${isOneOf(table.action, CHARGED_ACTIONS)}
        then ${table.amount} < 0 and ${table.subject_id} is not null
        when ${isOneOf(table.action, PAYMENT_ACTIONS)} then ${table.subject_id} is not null
        when ${isOneOf(table.action, UNDO_ACTIONS)} then ${table.subject_id} is not null and abs(${table.amount}) = 1
          and (${table.action} = 'undone') = (${table.amount} > 0)
        else ${table.subject_id} is null end`,
      payment: sql`case ${table.action} when 'purchase' then ${table.bucket} = 'purchased' and ${table.amount} > 0
        when 'renewal' then ${table.bucket} = 'monthly' and ${table.amount} > 0
        when 'ended' then ${table.bucket} = 'monthly' and ${table.amount} < 0
        when 'refund' then ${table.bucket} <> 'free' when 'dispute' then ${table.bucket} <> 'free' else true end`
    })
  ]
)

/** Uses while payments are turned off (D-147). Each names the row that has no charge in the ledger. */
export const freeUses = pgTable(
  'free_uses',
  { action: text().$type<UseAction>().notNull(), subject_id: ref().notNull(), created_at: createdAt() },
  table => [
    primaryKey({ columns: [table.action, table.subject_id] }),
    ...checks('free_uses', { action: isOneOf(table.action, [...CHARGED_ACTIONS, 'restored']) })
  ]
)

/** The shared pool of free tokens (D-06). Its only row equals the sum of the entries (`npm run audit`). */
export const pool = pgTable(
  'pool',
  { id: smallint().primaryKey(), uses: bigint({ mode: 'number' }).notNull() },
  table => [...checks('pool', { single: sql`${table.id} = 1`, uses: isNotNegative(table.uses) })]
)

/** Every change of the pool. The app never updates or deletes an entry. */
export const poolEntries = pgTable(
  'pool_entries',
  {
    id: id(),
    /** The person who redeemed or gave; null for the first stock, and after the person is deleted. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    amount: bigint({ mode: 'number' }).notNull(),
    action: text().$type<PoolAction>().notNull(),
    /** The row of the payment, refund or dispute; null for other actions. */
    subject_id: ref(),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('pool_entries_given_once').on(table.action, table.subject_id).where(sql`${table.amount} > 0`),
    uniqueIndex('pool_entries_taken_once').on(table.action, table.subject_id).where(sql`${table.amount} < 0`),
    uniqueIndex('pool_entries_request').on(table.user_id, table.request_key),
    uniqueIndex('pool_entries_redeemed_once').on(table.user_id).where(sql`${table.action} = 'redeem'`),
    ...checks('pool_entries', {
      action: isOneOf(table.action, POOL_ACTIONS),
      amount: sql`case when ${table.action} = 'redeem' then ${table.amount} < 0
        when ${isOneOf(table.action, ['taken'])} then ${table.amount} < 0
        when ${isOneOf(table.action, ['refund', 'dispute'])} then ${table.amount} <> 0 else ${table.amount} > 0 end`,
      subject: sql`(${table.subject_id} is not null) = ${isOneOf(table.action, ['purchase', 'refund', 'dispute'])}`
    })
  ]
)
