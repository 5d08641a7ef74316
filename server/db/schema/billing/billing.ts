import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  INVOICE_SERIES,
  type InvoiceSeries,
  MODES,
  type Mode,
  PAYMENT_KINDS,
  PAYMENT_STATES,
  type PaymentKind,
  type PaymentState,
  REFUND_REASONS,
  REVERSAL_KINDS,
  type RefundReason,
  type ReversalKind
} from '../../../../domain/billing/payment.ts'
import { PLAN_KEYS, type PlanKey } from '../../../../domain/tokens/plan-keys.ts'
import { users } from '../accounts.ts'
import {
  checks,
  createdAt,
  id,
  isNotEmpty,
  isNotNegative,
  isOneOf,
  needs,
  partOf,
  ref,
  revision,
  when
} from '../columns.ts'

/**
 * The payment provider: the sandbox, or the real one with test or live keys. Objects of one are unknown to the others.
 */
const mode = () => text().$type<Mode>().notNull()

/** The idempotency key of a call to the provider, so that a repetition after a crash creates nothing twice. */
const providerKey = () => uuid().notNull().defaultRandom()

/** A person's customer id at the payment provider. */
export const customers = pgTable(
  'customers',
  {
    user_id: partOf(() => users.id),
    mode: mode(),
    request_key: providerKey(),
    /** The customer's id at the provider; null until it is known. */
    provider: text(),
    /** Counts the stored looks at the provider, so that an older look never replaces a newer one. */
    revision: revision(),
    /** When to check the provider again without an event; null for never. */
    look_at: when()
  },
  table => [
    primaryKey({ columns: [table.user_id, table.mode] }),
    uniqueIndex('customers_provider_key').on(table.provider),
    index('customers_look').on(table.look_at).where(sql`${table.look_at} is not null`),
    ...checks('customers', { mode: isOneOf(table.mode, MODES) })
  ]
)

/** Saved cards from the provider, without their numbers (D-10). */
export const cards = pgTable(
  'cards',
  {
    provider: text().primaryKey(),
    user_id: partOf(() => users.id),
    mode: mode(),
    brand: text().notNull(),
    last4: text().notNull(),
    exp_month: smallint().notNull(),
    exp_year: smallint().notNull(),
    is_default: boolean().notNull().default(false),
    created_at: createdAt()
  },
  table => [
    index('cards_user').on(table.user_id),
    ...checks('cards', { mode: isOneOf(table.mode, MODES), last4: sql`${table.last4} ~ '^[0-9]{4}$'` })
  ]
)

/** Subscriptions, and unpaid attempts at one (`incomplete`). */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    mode: mode(),
    request_key: providerKey(),
    provider: text(),
    plan: text().$type<PlanKey>().notNull(),
    /** The provider's status. */
    status: text().notNull(),
    started_at: when().notNull(),
    period_end: when(),
    /** When it will end; null while it continues. */
    end_date: when(),
    /** The smaller plan that starts with the next period (D-161); null when the plan stays. */
    next_plan: text().$type<PlanKey>(),
    /** When the last renewal was declined; null when it was paid. */
    failed_at: when(),
    /** When it ended for the person, or when an attempt was given up. */
    ended_at: when()
  },
  table => [
    uniqueIndex('subscriptions_provider_key').on(table.provider),
    // A person has at most one subscription, and at most one attempt at another.
    uniqueIndex('subscriptions_current')
      .on(table.user_id)
      .where(sql`${table.ended_at} is null and ${table.status} <> 'incomplete'`),
    uniqueIndex('subscriptions_attempt')
      .on(table.user_id)
      .where(sql`${table.ended_at} is null and ${table.status} = 'incomplete'`),
    ...checks('subscriptions', {
      mode: isOneOf(table.mode, MODES),
      plan: isOneOf(table.plan, PLAN_KEYS),
      status: isNotEmpty(table.status)
    })
  ]
)

/** Payments: purchases of tokens and invoices of subscriptions. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    mode: mode(),
    kind: text().$type<PaymentKind>().notNull(),
    state: text().$type<PaymentState>().notNull(),
    request_key: providerKey(),
    /**
     * Ids at the provider. A token purchase has an intent. A subscription period has an invoice, and an intent after it
     * is charged.
     */
    intent: text(),
    invoice: text(),
    subscription_id: ref().references(() => subscriptions.id),
    /** The invoice number from its series; null until it is paid. */
    number: text(),
    /** The payer's name on the day of the payment; null until it is paid, and after the person is deleted. */
    payer: text(),
    /** How often the provider tried to charge an invoice, up to the last mail about it. */
    attempts: smallint().notNull().default(0),
    plan: text().$type<PlanKey>(),
    /** Whether the tokens go to the shared pool (D-06). */
    to_pool: boolean().notNull().default(false),
    /** In cents. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** The uses that it brings. */
    uses: integer().notNull(),
    /** Refunded cents. */
    refunded: integer().notNull().default(0),
    is_disputed: boolean().notNull().default(false),
    card_brand: text(),
    card_last4: text(),
    period_start: when(),
    period_end: when(),
    created_at: createdAt(),
    paid_at: when()
  },
  table => [
    uniqueIndex('payments_intent_key').on(table.intent),
    uniqueIndex('payments_invoice_key').on(table.invoice),
    index('payments_user').on(table.user_id, table.id.desc().nullsFirst()),
    index('payments_subscription').on(table.subscription_id),
    index('payments_paid').on(table.mode, table.paid_at).where(sql`${table.paid_at} is not null`),
    // An unpaid intent is reused.
    uniqueIndex('payments_open_pack')
      .on(table.user_id, table.mode)
      .where(sql`${table.kind} = 'tokens' and ${table.state} = 'open'`),
    ...checks('payments', {
      mode: isOneOf(table.mode, MODES),
      kind: isOneOf(table.kind, PAYMENT_KINDS),
      state: isOneOf(table.state, PAYMENT_STATES),
      amount: isNotNegative(table.amount),
      uses: sql`${table.uses} > 0`,
      currency: sql`${table.currency} ~ '^[a-z]{3}$'`,
      refunded: sql`${table.refunded} between 0 and ${table.amount}`,
      paid: sql`(${table.paid_at} is not null) = (${table.state} = 'paid')`,
      plan: sql`case ${table.kind} when 'plan' then ${table.plan} is not null and ${isOneOf(table.plan, PLAN_KEYS)}
        and ${table.invoice} is not null and ${table.subscription_id} is not null and not ${table.to_pool}
        else num_nonnulls(${table.plan}, ${table.invoice}, ${table.subscription_id}) = 0 end`
    })
  ]
)

/** The last number of each invoice series. A number is taken in the transaction that marks a payment as paid. */
export const invoiceSeries = pgTable(
  'invoice_series',
  { series: text().$type<InvoiceSeries>().primaryKey(), last: integer().notNull() },
  table => [
    ...checks('invoice_series', { series: isOneOf(table.series, INVOICE_SERIES), last: isNotNegative(table.last) })
  ]
)

/** Money that went back: refunds, and disputes that are not won. */
export const reversals = pgTable(
  'reversals',
  {
    id: id(),
    payment_id: needs(() => payments.id),
    kind: text().$type<ReversalKind>().notNull(),
    provider: text().notNull(),
    /** In cents. */
    amount: integer().notNull(),
    /** The uses that were taken back, as far as they were available. */
    uses: integer().notNull(),
    /** Why an admin of the hut refunded it; null for a dispute, and for a refund that was made at the provider. */
    reason: text().$type<RefundReason>(),
    created_at: createdAt(),
    /** When it was reversed and the uses were returned. */
    returned_at: when()
  },
  table => [
    uniqueIndex('reversals_provider_key').on(table.provider),
    index('reversals_payment').on(table.payment_id),
    ...checks('reversals', {
      kind: isOneOf(table.kind, REVERSAL_KINDS),
      reason: isOneOf(table.reason, REFUND_REASONS),
      amount: isNotNegative(table.amount),
      uses: isNotNegative(table.uses)
    })
  ]
)

/**
 * Events of the payment provider. They are stored before the response, handled afterwards, and retried until that
 * works. Their content is not stored, because the app reads it from the provider.
 */
export const providerEvents = pgTable(
  'provider_events',
  {
    /** The provider's id, so that a repeated event is handled once. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The object of the event, and its customer. */
    object: text().notNull(),
    customer: text(),
    created_at: createdAt(),
    attempts: integer().notNull().default(0),
    /**
     * When to handle it. While a node handles it, this is when another node may. Null after it was handled or given up.
     */
    due_at: when(),
    handled_at: when(),
    failed_at: when(),
    /** Why the last attempt failed. */
    error: text()
  },
  table => [
    index('provider_events_due').on(table.due_at).where(sql`${table.due_at} is not null`),
    index('provider_events_created').on(table.created_at),
    ...checks('provider_events', {
      attempts: isNotNegative(table.attempts),
      state: sql`num_nonnulls(${table.due_at}, ${table.handled_at}, ${table.failed_at}) = 1`
    })
  ]
)
