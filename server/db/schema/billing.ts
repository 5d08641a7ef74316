import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PLAN_KEYS, type PlanKey } from '../../../domain/accounts/user.ts'
import {
  INVOICE_SERIES,
  type InvoiceSeries,
  MODES,
  type Mode,
  PAYMENT_KINDS,
  PAYMENT_STATES,
  type PaymentKind,
  type PaymentState,
  REVERSAL_KINDS,
  type ReversalKind
} from '../../../domain/billing/payment.ts'
import { users } from './accounts.ts'
import { checks, createdAt, id, isNotEmpty, isNotNegative, isOneOf, ref, revision, when } from './columns.ts'

/** Which payment provider: the sandbox, or the real one by its test or its live keys. They know nothing of each other. */
const mode = () => text().$type<Mode>().notNull()

/** Names a call to the provider, so that one that is repeated after a crash makes nothing twice. */
const providerKey = () => uuid().notNull().defaultRandom()

/** Who a person is at the payment provider. */
export const customers = pgTable(
  'customers',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mode: mode(),
    request_key: providerKey(),
    /** Their id there; null until it is known. */
    provider: text(),
    /** Counts up with each look at the provider that was stored, so that an older look is not stored over a newer one. */
    revision: revision(),
    /** When the provider is to be asked again without an event; null where nothing is to come. */
    look_at: when()
  },
  table => [
    primaryKey({ columns: [table.user_id, table.mode] }),
    uniqueIndex('customers_provider_key').on(table.provider),
    index('customers_look').on(table.look_at).where(sql`${table.look_at} is not null`),
    ...checks('customers', { mode: isOneOf(table.mode, MODES) })
  ]
)

/** Saved cards, as the provider lists them: never a number (D-10). */
export const cards = pgTable(
  'cards',
  {
    provider: text().primaryKey(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** Subscriptions, and attempts at one that nobody has paid yet (`incomplete`). */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    mode: mode(),
    request_key: providerKey(),
    provider: text(),
    plan: text().$type<PlanKey>().notNull(),
    /** As the provider calls it. */
    status: text().notNull(),
    started_at: when().notNull(),
    period_end: when(),
    /** When it will end; null while it goes on. */
    end_date: when(),
    /** The smaller plan that begins with the next period (D-161); null where the plan stays. */
    next_plan: text().$type<PlanKey>(),
    /** When the last renewal was declined; null when it was paid. */
    failed_at: when(),
    /** When it ended for the person; for an attempt, when it was given up. */
    ended_at: when()
  },
  table => [
    uniqueIndex('subscriptions_provider_key').on(table.provider),
    // A person has at most one, and at most one attempt at another.
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

/** What people pay: packs of tokens, and the invoices of subscriptions. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    mode: mode(),
    kind: text().$type<PaymentKind>().notNull(),
    state: text().$type<PaymentState>().notNull(),
    request_key: providerKey(),
    /** Ids at the provider. A pack has an intent, a period of a subscription an invoice, and an intent once it is charged. */
    intent: text(),
    invoice: text(),
    subscription_id: ref().references(() => subscriptions.id),
    /** Of the invoice, from its series; null until it is paid. */
    number: text(),
    /** Who paid, by the name of that day; null until it is paid, and once the person is deleted. */
    payer: text(),
    /** How often the provider tried to charge an invoice, as far as the person was told. */
    attempts: smallint().notNull().default(0),
    plan: text().$type<PlanKey>(),
    /** Whether the tokens go to the shared pool (D-06). */
    to_pool: boolean().notNull().default(false),
    /** Cents. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** What it brings. */
    uses: integer().notNull(),
    /** Cents that went back. */
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
    // An intent that was not paid is used again.
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

/** The last number that each series of invoices has given. A number is given in the transaction that marks a payment paid. */
export const invoiceSeries = pgTable(
  'invoice_series',
  { series: text().$type<InvoiceSeries>().primaryKey(), last: integer().notNull() },
  table => [
    ...checks('invoice_series', { series: isOneOf(table.series, INVOICE_SERIES), last: isNotNegative(table.last) })
  ]
)

/** Money that went back: refunds, and disputes while they are not won. */
export const reversals = pgTable(
  'reversals',
  {
    id: id(),
    payment_id: ref()
      .notNull()
      .references(() => payments.id),
    kind: text().$type<ReversalKind>().notNull(),
    provider: text().notNull(),
    /** Cents. */
    amount: integer().notNull(),
    /** Uses that were taken back: as far as they were there. */
    uses: integer().notNull(),
    created_at: createdAt(),
    /** When it was called off, and the uses were given back. */
    returned_at: when()
  },
  table => [
    uniqueIndex('reversals_provider_key').on(table.provider),
    index('reversals_payment').on(table.payment_id),
    ...checks('reversals', {
      kind: isOneOf(table.kind, REVERSAL_KINDS),
      amount: isNotNegative(table.amount),
      uses: isNotNegative(table.uses)
    })
  ]
)

/**
 * Events of the payment provider: stored before they are answered, handled afterwards, and tried again until that worked.
 * What they say is not stored, as the provider is asked for it.
 */
export const providerEvents = pgTable(
  'provider_events',
  {
    /** At the provider, so that one that comes twice is handled once. */
    id: text().primaryKey(),
    type: text().notNull(),
    /** The object that it is about, and its customer. */
    object: text().notNull(),
    customer: text(),
    created_at: createdAt(),
    attempts: integer().notNull().default(0),
    /** When it is to be handled; while a node does it, when another one may. Null once it was handled or given up. */
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
