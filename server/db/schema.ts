/**
 * The tables. `sessions` are timed group sessions; being logged in is a row of `logins`. Flags are booleans here and
 * 0/1 on the wire, durations are whole seconds, dates are `timestamptz`. The running totals (`*_done`) hold what
 * `contribution` in domain/logs/log.ts returns. README.md says how to change the schema.
 *
 * A descending index needs `nullsFirst()`, because that is what `order by … desc` means to PostgreSQL. Drizzle's bare
 * `desc()` puts nulls last, and none of our queries can use such an index.
 *
 * PostgreSQL evaluates every CHECK of a table on each update of a row, also when the column has not changed. So there
 * is no CHECK on large JSON: it would be read on each event of a room. Plans are checked by domain/activities/stored-plan.ts.
 *
 * A foreign key without `onDelete` refuses to delete a row that is still in use. Accounts that own activities or took
 * part in sessions cannot be deleted yet (D-131).
 */
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { type MessageKey, PLAN_KEYS, type PlanKey, Role } from '../../domain/accounts/user.ts'
import { DIFFICULTIES, type Plan } from '../../domain/activities/plan.ts'
import { readPlan, writePlan } from '../../domain/activities/stored-plan.ts'
import {
  MODES,
  type Mode,
  PAYMENT_KINDS,
  PAYMENT_STATES,
  type PaymentKind,
  type PaymentState,
  REVERSAL_KINDS,
  type ReversalKind
} from '../../domain/billing/payment.ts'
import {
  GoalStatus,
  type ListItem,
  LONGEST_GOAL,
  MAX_COMPLETIONS,
  MAX_SETS,
  type QuickLogButton,
  type Timer
} from '../../domain/goals/goal.ts'
import { MONTH } from '../../domain/lib/duration.ts'
import { type Flag, MAX_QUANTITY } from '../../domain/lib/fields.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import type { Mail } from '../../domain/mail/mail.ts'
import { MODERATION_ACTIONS, type ModerationAction } from '../../domain/moderation/api.ts'
import type { Summary } from '../../domain/sessions/api.ts'
import type { NewRoomEvent } from '../../domain/sessions/live.ts'
import { HOST, MEMBER } from '../../domain/sessions/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import {
  BUCKETS,
  type Bucket,
  CHARGED_ACTIONS,
  LEDGER_ACTIONS,
  type LedgerAction,
  PAYMENT_ACTIONS,
  POOL_ACTIONS,
  type PoolAction,
  REDEEMED_USES
} from '../../domain/tokens/tokens.ts'

/** Text that compares without regard to case. */
const citext = customType<{ data: string }>({ dataType: () => 'citext' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** Every plan is stored and read through this column type. */
const versionedPlan = customType<{ data: Plan }>({
  dataType: () => 'jsonb',
  toDriver: plan => JSON.stringify(writePlan(plan)),
  fromDriver: stored => readPlan(stored)
})

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const ref = () => bigint({ mode: 'number' })
const when = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => when().notNull()
/** The `Idempotency-Key` of the call that made it, and a digest of what was sent (`lib/idempotency.ts`). */
const requestKey = () => ({ request_key: text(), request_digest: text() })
/** How often what its form holds was changed: a save that started from an older state is told (D-140). */
const revision = () => integer().notNull().default(0)

/**
 * All that a search finds a row by, in one column, so that one look into its index finds what has each word somewhere:
 * the parts of the titles' words, the words of the description (the parser of PostgreSQL skips the tags of rich text),
 * and as `#t1` and `#g1` the ids of its category and its group, whose titles may change.
 */
const allWords = (titles: SQL, ids?: SQL) => {
  const content = sql`strip(to_tsvector('simple'::regconfig, left(content, 100000)))`
  const named = ids ? sql` || array_to_tsvector(array_remove(${ids}, null))` : sql``
  return tsvector().generatedAlwaysAs(sql`${content} || array_to_tsvector(parts_of(${titles}))${named}`)
}
const idsInWords = sql`array['#t' || term_id::text, '#g' || group_id::text]`

/** One CHECK a rule, named `<table>_<rule>`. */
const checks = (table: string, rules: Record<string, SQL>) =>
  Object.entries(rules).map(([name, rule]) => check(`${table}_${name}`, rule))
// Written out: a CHECK cannot have parameters.
const literal = (value: string | number) => (typeof value === 'number' ? String(value) : `'${value}'`)
const isOneOf = (column: AnyPgColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} in (${sql.raw(values.map(literal).join(', '))})`
const isWithin = (column: AnyPgColumn, least: number, most: number): SQL =>
  sql`${column} between ${sql.raw(literal(least))} and ${sql.raw(literal(most))}`
const isNotEmpty = (column: AnyPgColumn): SQL => sql`${column} <> ''`
const isNotNegative = (column: AnyPgColumn): SQL => sql`${column} >= 0`
const isDuration = (column: AnyPgColumn): SQL => isWithin(column, 0, MONTH)
/** NaN and infinity are outside too. */
const isQuantity = (column: AnyPgColumn): SQL => isWithin(column, 0, MAX_QUANTITY)
/** A sum of fractions that were added and taken away again can end a little below zero. */
const isSum = (column: AnyPgColumn): SQL => sql`${column} > -1`

export const users = pgTable(
  'users',
  {
    id: id(),
    username: citext().notNull(),
    email: citext().notNull(),
    name: text().notNull(),
    first_name: text().notNull().default(''),
    last_name: text().notNull().default(''),
    password_hash: text().notNull(),
    role_id: smallint().notNull().default(1),
    is_new: boolean().notNull().default(true),
    new_messages: jsonb().$type<Record<MessageKey, Flag>>().notNull(),
    revision: revision(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('users_username_key').on(table.username),
    uniqueIndex('users_email_key').on(table.email),
    ...checks('users', {
      username: isNotEmpty(table.username),
      email: isNotEmpty(table.email),
      name: isNotEmpty(table.name),
      role: isOneOf(table.role_id, Object.values(Role))
    })
  ]
)

/** A person owns a public page; usernames of users and persons share this one namespace (D-36). */
export const persons = pgTable(
  'persons',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: citext().notNull(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('persons_username_key').on(table.username),
    index('persons_user').on(table.user_id),
    ...checks('persons', { username: isNotEmpty(table.username) })
  ]
)

/** Being logged in. Only the SHA-256 of the cookie's token is stored. */
export const logins = pgTable(
  'logins',
  {
    token_hash: bytea().primaryKey(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    client_uuid: text().notNull(),
    created_at: createdAt(),
    expires_at: when().notNull()
  },
  table => [
    index('logins_user').on(table.user_id),
    index('logins_expiry').on(table.expires_at),
    ...checks('logins', { expiry: sql`${table.expires_at} > ${table.created_at}` })
  ]
)

/** Uses left in each bucket; the ledger's sums equal them (`npm run audit`). */
export const balances = pgTable(
  'balances',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    monthly: integer().notNull().default(0),
    free: integer().notNull().default(0),
    purchased: integer().notNull().default(0),
    /** The plan of the subscription that the monthly bucket is from; null without one. It says what that may pay for (D-05). */
    plan: text().$type<PlanKey>()
  },
  table => [
    ...checks('balances', { plan: isOneOf(table.plan, PLAN_KEYS) }),
    check('balances_not_negative', sql`${table.monthly} >= 0 and ${table.free} >= 0 and ${table.purchased} >= 0`)
  ]
)

/**
 * Every change of a balance. The app never updates or deletes an entry. Entries outlive their person, without a name:
 * deleting a user sets `user_id` to null.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: id(),
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    bucket: text().$type<Bucket>().notNull(),
    amount: integer().notNull(),
    action: text().$type<LedgerAction>().notNull(),
    /** Row of the table that the action names; null where nothing was made (welcome). */
    subject_id: ref(),
    created_at: createdAt()
  },
  table => [
    index('ledger_user').on(table.user_id, table.id.desc().nullsFirst()),
    // Nothing is charged twice, whatever is retried.
    uniqueIndex('ledger_charged_once').on(table.action, table.subject_id).where(sql`${table.amount} < 0`),
    // Nor is anything that was paid for given twice.
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
      // A charge takes uses and names what it pays for; nothing else does.
      charge: sql`case when ${isOneOf(table.action, CHARGED_ACTIONS)}
        then ${table.amount} < 0 and ${table.subject_id} is not null
        when ${isOneOf(table.action, PAYMENT_ACTIONS)} then ${table.subject_id} is not null
        else ${table.subject_id} is null end`,
      payment: sql`case ${table.action} when 'purchase' then ${table.bucket} = 'purchased' and ${table.amount} > 0
        when 'renewal' then ${table.bucket} = 'monthly' and ${table.amount} > 0
        when 'ended' then ${table.bucket} = 'monthly' and ${table.amount} < 0
        when 'refund' then ${table.bucket} <> 'free' when 'dispute' then ${table.bucket} <> 'free' else true end`
    })
  ]
)

/** The shared pool of free tokens (D-06): one row, whose uses equal the sum of its entries (`npm run audit`). */
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
    /** Who redeemed or gave; null for the first stock, and once that person is deleted. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    amount: bigint({ mode: 'number' }).notNull(),
    action: text().$type<PoolAction>().notNull(),
    /** Row of the payment, or of the refund or dispute; null for the others. */
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
        when ${isOneOf(table.action, ['refund', 'dispute'])} then ${table.amount} <> 0 else ${table.amount} > 0 end`,
      subject: sql`(${table.subject_id} is not null) = ${isOneOf(table.action, ['purchase', 'refund', 'dispute'])}`
    })
  ]
)

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

/** The categories of activities, as a tree. */
export const terms = pgTable(
  'terms',
  {
    id: id(),
    /** A category with subcategories cannot be deleted. */
    parent_id: ref().references((): AnyPgColumn => terms.id),
    slug: text().notNull(),
    title: text().notNull(),
    sort: integer().notNull()
  },
  table => [
    uniqueIndex('terms_slug_key').on(table.slug),
    ...checks('terms', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      parent: sql`${table.parent_id} <> ${table.id}`,
      sort: isNotNegative(table.sort)
    })
  ]
)

/** People and activities with one interest, called huts on the wire (D-37). */
export const groups = pgTable(
  'groups',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** Only site admins set it. Its title is shown in brackets after this one's (D-112). */
    parent_id: ref().references((): AnyPgColumn => groups.id, { onDelete: 'set null' }),
    slug: text().notNull(),
    title: text().notNull(),
    /** The title in lower case, as in activities. */
    searched: text().generatedAlwaysAs(sql`lower(title)`),
    content: text().notNull().default(''),
    words: allWords(sql`title`),
    /** The number of members, so that a list need not count them. */
    user_count: integer().notNull().default(0),
    /** The number of its activities; a trigger counts them. */
    activity_count: integer().notNull().default(0),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('groups_slug_key').on(table.slug),
    uniqueIndex('groups_request').on(table.user_id, table.request_key),
    // The list shows the groups with the most people first, and of as many people those without activities last.
    index('groups_list').on(
      table.user_count.desc().nullsFirst(),
      sql`(${table.activity_count} = 0)`,
      table.id.desc().nullsFirst()
    ),
    index('groups_searched').using('gin', sql`${table.searched} gin_trgm_ops`).with({ fastupdate: false }),
    index('groups_words').using('gin', table.words).with({ fastupdate: false }),
    ...checks('groups', {
      slug: isNotEmpty(table.slug),
      title: isNotEmpty(table.title),
      parent: sql`${table.parent_id} <> ${table.id}`,
      count: isNotNegative(table.user_count),
      activities: isNotNegative(table.activity_count)
    })
  ]
)

export const groupMembers = pgTable(
  'group_members',
  {
    group_id: ref()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.group_id, table.user_id] }),
    index('group_members_user').on(table.user_id, table.group_id)
  ]
)

/** A group asks the host of an activity to move it there; a declined one stays, so that it is asked once (D-134). */
export const groupProposals = pgTable(
  'group_proposals',
  {
    group_id: ref()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    activity_id: ref()
      .notNull()
      .references((): AnyPgColumn => activities.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
    declined_at: when()
  },
  table => [
    primaryKey({ columns: [table.group_id, table.activity_id] }),
    index('group_proposals_activity').on(table.activity_id)
  ]
)

const planFields = {
  content: text().notNull().default(''),
  plan: versionedPlan().notNull(),
  duration: integer().notNull(),
  participant_limit: integer(),
  difficulty: smallint(),
  term_id: ref().references(() => terms.id),
  /** The group it is in, at most one (D-134). A session has the one of its activity. */
  group_id: ref().references(() => groups.id, { onDelete: 'set null' }),
  is_preset: boolean().notNull().default(false),
  is_manually_started: boolean().notNull().default(false),
  needs_code: boolean().notNull().default(false),
  join_code: text(),
  donation_link: text().notNull().default(''),
  revision: revision()
}

/** The same rules for both tables that have these columns. */
const planChecks = (table: Record<keyof typeof planFields | 'slug' | 'title', AnyPgColumn>): Record<string, SQL> => ({
  slug: isNotEmpty(table.slug),
  title: isNotEmpty(table.title),
  duration: isDuration(table.duration),
  limit: isNotNegative(table.participant_limit),
  difficulty: isOneOf(
    table.difficulty,
    DIFFICULTIES.map(({ value }) => value)
  ),
  code: sql`not ${table.needs_code} or ${table.join_code} <> '' and ${table.join_code} is not null`
})

export const activities = pgTable(
  'activities',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    slug: text().notNull(),
    title: text().notNull(),
    /** The title in lower case: `ilike` costs ten times as much. */
    searched: text().generatedAlwaysAs(sql`lower(title)`),
    words: allWords(sql`title`, idsInWords),
    ...planFields,
    followers_count: integer().notNull().default(0),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    uniqueIndex('activities_slug_key').on(table.slug),
    uniqueIndex('activities_request').on(table.user_id, table.request_key),
    // Lists and searches walk these indexes without reading a row.
    index('activities_newest')
      .on(
        table.id.desc().nullsFirst(),
        table.difficulty.asc(),
        table.searched.asc(),
        table.term_id.asc(),
        table.group_id.asc()
      )
      .where(sql`${table.deleted_at} is null`),
    index('activities_list').on(table.is_preset, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('activities_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('activities_term')
      .on(table.term_id, table.id.desc().nullsFirst(), table.difficulty.asc(), table.searched.asc())
      .where(sql`${table.deleted_at} is null`),
    index('activities_group').on(table.group_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // It is read far more often than written, and with `fastupdate` each search would read the whole pending list.
    index('activities_searched').using('gin', sql`${table.searched} gin_trgm_ops`).with({ fastupdate: false }),
    index('activities_words').using('gin', table.words).with({ fastupdate: false }),
    ...checks('activities', { ...planChecks(table), followers: isNotNegative(table.followers_count) })
  ]
)

/** Every word of every title, also of categories, in lower case; triggers keep it. Words stay when their last title goes. */
export const titleWords = pgTable('title_words', { word: text().primaryKey() }, table => [
  index('title_words_part').using('gin', sql`${table.word} gin_trgm_ops`)
])

export const followers = pgTable(
  'followers',
  {
    activity_id: ref()
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.activity_id, table.user_id] }),
    index('followers_user').on(table.user_id, table.activity_id)
  ]
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    activity_id: ref().references(() => activities.id, { onDelete: 'set null' }),
    slug: text().notNull(),
    title: text().notNull(),
    /** The present title of its activity, because a search finds the session by that too (D-58). */
    activity_title: text().notNull().default(''),
    searched: text().generatedAlwaysAs(sql`lower(title || e'\\n' || activity_title)`),
    words: allWords(sql`title || ' ' || activity_title`, idsInWords),
    ...planFields,
    status: smallint().$type<SessionStatus>().notNull().default(SessionStatus.NotStarted),
    is_free: boolean().notNull().default(false),
    started_at: when(),
    ended_at: when(),
    /** Its host, or the sweep, cancelled it before it began: it counts as ended and is found nowhere (D-139). */
    cancelled_at: when(),
    /** Since when a pause delays the end, taken from the plan; null while none does (D-94). */
    paused_since: when(),
    /** The number of present participants, kept in this row so that the last place is given once (D-60). */
    participants_count: integer().notNull().default(0),
    /** Totals of the whole room, written under the row's lock (D-85). */
    summary: jsonb().$type<Omit<Summary, 'participants'>>().notNull().default({ logs: 0, tasks: {} }),
    /** Number of the room's last event. */
    seq: integer().notNull().default(0),
    /** A host has closed the chat. */
    chat_locked: boolean().notNull().default(false),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull()
  },
  table => [
    uniqueIndex('sessions_slug_key').on(table.slug),
    uniqueIndex('sessions_request').on(table.user_id, table.request_key),
    // The public list: running first, then the soonest start (D-57). The index holds every column that lists and
    // searches filter by, so they find their page without reading a row.
    index('sessions_live')
      .on(
        table.status.desc().nullsFirst(),
        table.started_at.asc(),
        table.id.asc(),
        table.ended_at.asc(),
        table.paused_since.asc(),
        table.difficulty.asc(),
        table.searched.asc(),
        table.term_id.asc(),
        table.group_id.asc()
      )
      .where(sql`${table.status} < 2 and not ${table.is_preset}`),
    index('sessions_term')
      .on(
        table.term_id,
        table.status.desc().nullsFirst(),
        table.started_at.asc(),
        table.id.asc(),
        table.ended_at.asc(),
        table.paused_since.asc(),
        table.difficulty.asc(),
        table.searched.asc()
      )
      .where(sql`${table.status} < 2 and not ${table.is_preset}`),
    index('sessions_group')
      .on(table.group_id, table.status.desc().nullsFirst(), table.started_at.asc(), table.id.asc())
      .where(sql`${table.status} < 2 and not ${table.is_preset}`),
    index('sessions_activity').on(table.activity_id, table.status, table.started_at),
    index('sessions_to_start').on(table.started_at).where(sql`${table.status} = 0 and ${table.started_at} is not null`),
    index('sessions_to_end').on(table.ended_at).where(sql`${table.status} = 1 and ${table.ended_at} is not null`),
    // The events of rooms that ended long ago are deleted.
    index('sessions_ended').on(table.ended_at).where(sql`${table.status} = 2`),
    index('sessions_searched')
      .using('gin', sql`${table.searched} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${table.status} < 2`),
    index('sessions_words').using('gin', table.words).with({ fastupdate: false }).where(sql`${table.status} < 2`),
    ...checks('sessions', {
      ...planChecks(table),
      status: isOneOf(table.status, Object.values(SessionStatus)),
      started: sql`${table.status} = 0 or ${table.started_at} is not null or ${table.cancelled_at} is not null`,
      cancelled: sql`${table.cancelled_at} is null or ${table.status} = 2`,
      ended: sql`${table.status} < 2 or ${table.ended_at} is not null`,
      participants: isNotNegative(table.participants_count),
      seq: isNotNegative(table.seq)
    })
  ]
)

/** One row for everybody who ever joined; `left_at` is set while they are out. */
export const participants = pgTable(
  'participants',
  {
    id: id(),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    /** 1 = host (SEC-41), 0 = everybody else. */
    role: smallint().notNull().default(MEMBER),
    is_ready: boolean().notNull().default(false),
    client_uuid: text(),
    /** Whether the join cost one use; not for hosts at creation and in free sessions (D-15, D-75). */
    charged: boolean().notNull().default(false),
    joined_at: when().notNull(),
    left_at: when(),
    /** When a host removed them for good. */
    removed_at: when(),
    completed_at: when(),
    /** `started_at` of the session, kept here too so that an index can sort a person's sessions by it. */
    starts_at: when()
  },
  table => [
    uniqueIndex('participants_once').on(table.session_id, table.user_id),
    index('participants_order').on(table.session_id, table.joined_at, table.id).where(sql`${table.left_at} is null`),
    // The sessions of a person: first those without a start, then the newest start (D-55).
    index('participants_user')
      .on(table.user_id, table.starts_at.desc().nullsFirst(), table.session_id.desc().nullsFirst())
      .where(sql`${table.left_at} is null`),
    ...checks('participants', {
      role: isOneOf(table.role, [MEMBER, HOST]),
      removed: sql`${table.removed_at} is null or ${table.left_at} is not null`
    })
  ]
)

/**
 * What each participant did per goal of the session: running totals of their logs. They have no CHECK, because an
 * upsert that takes something away proposes a row below zero first.
 */
export const participantTotals = pgTable(
  'participant_totals',
  {
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    task_uuid: text().notNull(),
    action: text().notNull(),
    amount: doublePrecision().notNull().default(0),
    distance: doublePrecision().notNull().default(0),
    duration: bigint({ mode: 'number' }).notNull().default(0),
    list_progress: jsonb().$type<string[]>().notNull().default([])
  },
  table => [primaryKey({ columns: [table.session_id, table.user_id, table.task_uuid, table.action] })]
)

export const goals = pgTable(
  'goals',
  {
    id: id(),
    uuid: uuid().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id),
    /** The goal of the session's plan that progress counts for. */
    task_uuid: text(),
    /** `session id/task uuid` of the template that this is a copy of, kept when it leaves the session (D-102). */
    copied_from: text(),
    title: text().notNull(),
    link: text().notNull().default(''),
    content: text().notNull().default(''),
    status: smallint().$type<GoalStatus>().notNull().default(GoalStatus.Open),
    action: text().notNull().default(''),
    action_duration: integer().notNull().default(0),
    duration: integer().notNull().default(0),
    amount: doublePrecision(),
    amount_per_log: doublePrecision(),
    distance: doublePrecision(),
    unit: text().notNull().default(''),
    sets: integer().notNull().default(1),
    is_interval: boolean().notNull().default(false),
    timers: jsonb().$type<Timer[]>().notNull().default([]),
    is_list: boolean().notNull().default(false),
    list: jsonb().$type<ListItem[]>().notNull().default([]),
    quick_log_buttons: jsonb().$type<QuickLogButton[]>().notNull().default([]),
    completions_required: integer(),
    amount_done: doublePrecision().notNull().default(0),
    distance_done: doublePrecision().notNull().default(0),
    /** Years of thirty-day logs do not fit in 32 bits. */
    duration_done: bigint({ mode: 'number' }).notNull().default(0),
    started_at: when(),
    ended_at: when(),
    completed_at: when(),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    index('goals_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('goals_session').on(table.session_id).where(sql`${table.session_id} is not null`),
    index('goals_copied').on(table.user_id, table.copied_from).where(sql`${table.copied_from} is not null`),
    uniqueIndex('goals_request').on(table.user_id, table.request_key),
    ...checks('goals', {
      title: isNotEmpty(table.title),
      status: isOneOf(table.status, Object.values(GoalStatus)),
      action_duration: isDuration(table.action_duration),
      duration: isWithin(table.duration, 0, LONGEST_GOAL),
      amount: isQuantity(table.amount),
      amount_per_log: isQuantity(table.amount_per_log),
      distance: isQuantity(table.distance),
      sets: isWithin(table.sets, 1, MAX_SETS),
      completions: isWithin(table.completions_required, 1, MAX_COMPLETIONS),
      amount_done: isSum(table.amount_done),
      distance_done: isSum(table.distance_done),
      duration_done: isNotNegative(table.duration_done)
    })
  ]
)

export const logs = pgTable(
  'logs',
  {
    id: id(),
    uuid: uuid().notNull(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    goal_id: ref().references(() => goals.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id),
    task_uuid: text(),
    ql_button_uuid: text(),
    title: text().notNull().default(''),
    content: text().notNull().default(''),
    action: text().notNull().default(''),
    amount: doublePrecision(),
    distance: doublePrecision(),
    duration: integer(),
    status: smallint().$type<LogStatus>().notNull(),
    started_at: when(),
    ended_at: when(),
    paused_at: when(),
    /** Seconds that had run when the log last stopped running. */
    elapsed_duration: doublePrecision().notNull().default(0),
    /** When a running timed log reaches its end; the sweep completes it then. */
    due_at: when(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    index('logs_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('logs_goal').on(table.goal_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('logs_session').on(table.session_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    // Timers that run or are paused: there are few, and every goal card and session page asks for them.
    index('logs_open')
      .on(table.goal_id)
      .where(sql`${table.status} in (1, 3) and ${table.duration} > 0 and ${table.deleted_at} is null`),
    index('logs_open_in_session')
      .on(table.session_id, table.user_id)
      .where(sql`${table.status} in (1, 3) and ${table.duration} > 0 and ${table.deleted_at} is null`),
    index('logs_due').on(table.due_at).where(sql`${table.status} = 1 and ${table.due_at} is not null`),
    uniqueIndex('logs_request').on(table.user_id, table.request_key),
    ...checks('logs', {
      status: isOneOf(table.status, Object.values(LogStatus)),
      subject: sql`${table.goal_id} is not null or ${table.session_id} is not null`,
      amount: isQuantity(table.amount),
      distance: isQuantity(table.distance),
      duration: isDuration(table.duration),
      elapsed: isDuration(table.elapsed_duration)
    })
  ]
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    client_uuid: text(),
    ...requestKey(),
    created_at: createdAt(),
    deleted_at: when()
  },
  table => [
    index('messages_session').on(table.session_id, table.id.desc().nullsFirst()),
    uniqueIndex('messages_request').on(table.user_id, table.request_key),
    ...checks('messages', { content: isNotEmpty(table.content) })
  ]
)

/** The discussion of a session; `parent_id` makes it a reply to a post (D-108). */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parent_id: ref().references((): AnyPgColumn => posts.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    title: text().notNull().default(''),
    content: text().notNull(),
    ...requestKey(),
    created_at: createdAt(),
    deleted_at: when()
  },
  table => [
    index('posts_session').on(table.session_id, table.id.desc().nullsFirst()).where(sql`${table.parent_id} is null`),
    index('posts_replies').on(table.parent_id, table.id).where(sql`${table.deleted_at} is null`),
    uniqueIndex('posts_request').on(table.user_id, table.request_key),
    ...checks('posts', { content: isNotEmpty(table.content), parent: sql`${table.parent_id} <> ${table.id}` })
  ]
)

/** The keys of texts that participants added to a part, so that each is added once; the text is in the plan (TMR-07). */
export const contributions = pgTable(
  'contributions',
  {
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: ref()
      .notNull()
      .references(() => users.id),
    request_key: text().notNull(),
    request_digest: text(),
    created_at: createdAt()
  },
  table => [uniqueIndex('contributions_request').on(table.user_id, table.request_key)]
)

/** Whose messages and posts a person does not want to see. */
export const mutes = pgTable(
  'mutes',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    muted_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.user_id, table.muted_id] }),
    ...checks('mutes', { other: sql`${table.user_id} <> ${table.muted_id}` })
  ]
)

/** Who moderated whom, how and when. The app never updates or deletes an entry; an operator reads them. */
export const moderationActions = pgTable(
  'moderation_actions',
  {
    id: id(),
    session_id: ref().references(() => sessions.id, { onDelete: 'set null' }),
    actor_id: ref().references(() => users.id, { onDelete: 'set null' }),
    action: text().$type<ModerationAction>().notNull(),
    /** Whom it was done to; null where it was nobody in particular. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    /** Row of the message or post. */
    subject_id: ref(),
    created_at: createdAt()
  },
  table => [
    index('moderation_session').on(table.session_id, table.id.desc().nullsFirst()),
    ...checks('moderation', { action: isOneOf(table.action, MODERATION_ACTIONS) })
  ]
)

/** What happened in a room, numbered without a gap. A page that missed some is sent the rest. */
export const roomEvents = pgTable(
  'room_events',
  {
    session_id: ref()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    event: jsonb().$type<NewRoomEvent>().notNull(),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.session_id, table.seq] }),
    ...checks('room_events', { seq: sql`${table.seq} > 0` })
  ]
)

/** Private lists of activities (D-54). */
export const activityLists = pgTable(
  'activity_lists',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    index('activity_lists_user').on(table.user_id, table.id.desc().nullsFirst()),
    uniqueIndex('activity_lists_request').on(table.user_id, table.request_key),
    ...checks('activity_lists', { title: isNotEmpty(table.title) })
  ]
)

export const listedActivities = pgTable(
  'listed_activities',
  {
    list_id: ref()
      .notNull()
      .references(() => activityLists.id, { onDelete: 'cascade' }),
    activity_id: ref()
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.list_id, table.activity_id] }),
    index('listed_activities_activity').on(table.activity_id)
  ]
)

/**
 * What the payment sandbox keeps (billing/sandbox): every object of the provider's interface, and the events that it sends.
 * Times are whole seconds since 1970, as they are on its wire.
 */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** As it goes over the wire, with ids for what can be expanded. */
    data: jsonb().notNull(),
    /** What the sandbox has to know besides. */
    hidden: jsonb().notNull(),
    /** The test clock that it follows; null for the clock of the app. */
    clock: text().references((): AnyPgColumn => sandboxObjects.id, { onDelete: 'cascade' }),
    created: bigint({ mode: 'number' }).notNull(),
    /** When there is something to do for it. */
    due: bigint({ mode: 'number' })
  },
  table => [
    index('sandbox_objects_kind').on(table.kind, table.seq),
    index('sandbox_objects_data').using('gin', table.data.op('jsonb_path_ops')),
    index('sandbox_objects_clock').on(table.clock),
    index('sandbox_objects_due').on(table.due).where(sql`due is not null`)
  ]
)

/** Responses of the sandbox by `Idempotency-Key`. */
export const sandboxResponses = pgTable(
  'sandbox_responses',
  {
    key: text().primaryKey(),
    /** Hash of the call, to which the key belongs. */
    call: text().notNull(),
    status: smallint().notNull(),
    body: text().notNull(),
    created: bigint({ mode: 'number' }).notNull()
  },
  table => [index('sandbox_responses_created').on(table.created)]
)

/**
 * Mails to send, written in the transaction that causes them, and those of the last 30 days. The address and the name
 * of whom they go to are those of the user, and nowhere else.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The same each time it is sent, so that one that comes twice can be recognised. */
    message_id: text().notNull(),
    content: jsonb().$type<Mail>().notNull(),
    created_at: createdAt(),
    /** How often the mail server has put it off. */
    attempts: integer().notNull().default(0),
    /** When it is to be tried; while a node sends it, when another one may. Null once it was sent or given up. */
    due_at: when(),
    sent_at: when(),
    failed_at: when()
  },
  table => [
    index('mails_user').on(table.user_id),
    index('mails_unsent').on(table.due_at).where(sql`${table.sent_at} is null`),
    uniqueIndex('mails_message_id_key').on(table.message_id),
    ...checks('mails', {
      attempts: isNotNegative(table.attempts),
      state: sql`num_nonnulls(${table.due_at}, ${table.sent_at}, ${table.failed_at}) = 1`
    })
  ]
)
