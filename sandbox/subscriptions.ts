/** The calls for subscriptions, each to one price, and their renewals. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { idOf } from './attempts.ts'
import { given, listSchema, pageOf, type Route, retrieve, route } from './call.ts'
import { getRecurring } from './catalog.ts'
import { Fault, invalid, missing } from './faults.ts'
import { emptyable, flag, mergeMetadata, metadata, whole, word } from './form.ts'
import {
  collect,
  defaultMethod,
  dueOf,
  endSubscription,
  FIRST_PAYMENT_SECONDS,
  finalize,
  itemOf,
  noMethod,
  type Period,
  type Subscription,
  voidInvoice,
  writeInvoice
} from './invoices.ts'
import { makeId, type Row, type Store } from './object-rows.ts'

const DAY = 86_400

/** The period that starts at a time. */
function periodFrom(start: number, { interval, interval_count }: Stripe.Price.Recurring): Period {
  if (interval === 'day') return { start, end: start + interval_count * DAY }
  if (interval === 'week') return { start, end: start + interval_count * 7 * DAY }
  const from = new Date(start * 1000)
  const months = interval === 'year' ? interval_count * 12 : interval_count
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  // A period that starts on the 31st ends on the last day of a shorter month.
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return { start, end: end.getTime() / 1000 }
}

const recurringOf = ({ recurring }: Stripe.Price): Stripe.Price.Recurring => {
  if (!recurring) throw new Error('a subscription to a price that does not recur')
  return recurring
}

const quantity = whole.pipe(z.number().min(1).max(1_000_000)).optional()
const fields = {
  cancel_at_period_end: flag.optional(),
  default_payment_method: emptyable(word).optional(),
  description: emptyable(word).optional(),
  metadata,
  off_session: flag.optional(),
  payment_settings: z
    .strictObject({
      payment_method_types: z.array(z.literal('card')).optional(),
      save_default_payment_method: z.enum(['off', 'on_subscription']).optional()
    })
    .optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional()
}

async function ownMethod(store: Store, id: string | null | undefined, customer: string): Promise<string | null> {
  if (!id) return null
  const { data } = await store.get('payment_method', id, 'default_payment_method')
  if (data.customer === customer) return id
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
    'resource_missing'
  )
}

function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = recurringOf(price)
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed'
  }
}

async function create(store: Store, input: z.output<typeof createSchema>): Promise<Stripe.Subscription> {
  const customer = await store.get('customer', input.customer, 'customer')
  const { clock } = customer
  const [wanted] = input.items
  const { data: price } = await getRecurring(store, wanted.price, 'items[0][price]')
  const now = await store.time(clock)
  const period = periodFrom(now, recurringOf(price))
  const id = makeId('sub')
  const item: Stripe.SubscriptionItem = {
    id: makeId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: wanted.quantity ?? 1,
    subscription: id,
    tax_rates: []
  }
  const ends = input.cancel_at_period_end ?? false
  const data: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: ends ? period.end : null,
    cancel_at_period_end: ends,
    canceled_at: ends ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: await ownMethod(store, input.default_payment_method, input.customer),
    default_source: null,
    default_tax_rates: [],
    description: input.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' }
    },
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, input.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: input.payment_settings?.payment_method_types ?? null,
      save_default_payment_method: input.payment_settings?.save_default_payment_method ?? 'off'
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: clock,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null
  }
  const row = await store.add('subscription', data, { clock })
  const before = { start: now, end: now }
  const amount = { price, quantity: item.quantity ?? 1, period, before }
  const invoice = await writeInvoice(store, row, 'subscription_create', amount)
  data.latest_invoice = invoice.data.id
  row.due = dueOf(row)
  await store.save(row)
  await store.emit('customer.subscription.created', row)
  await finalize(store, invoice, row)
  const isOpen = invoice.data.status === 'open'
  if (isOpen && input.payment_behavior !== 'default_incomplete') {
    if (!(await defaultMethod(store, row))) throw noMethod()
    const fault = await collect(store, invoice, { isAutomatic: false, offSession: input.off_session })
    if (fault && input.payment_behavior === 'error_if_incomplete') throw new Fault(402, fault.body)
  }
  return (await store.get('subscription', id)).data
}

const createSchema = z.strictObject({
  ...fields,
  customer: word,
  items: z.tuple([z.strictObject({ price: word, quantity })]),
  collection_method: z.literal('charge_automatically').optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
    .default('allow_incomplete')
})

const updateSchema = z.strictObject({
  ...fields,
  items: z.tuple([z.strictObject({ id: word.optional(), price: word.optional(), quantity })]).optional(),
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .default('allow_incomplete')
})
type Update = z.output<typeof updateSchema>

async function update(store: Store, row: Subscription, input: Update): Promise<Stripe.Subscription> {
  const { data } = row
  if (data.status === 'canceled') {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (data.status === 'incomplete_expired') {
    throw invalid('You cannot update a subscription that is `incomplete_expired`.')
  }
  const before = structuredClone(data)
  const now = await store.time(row.clock)
  if (input.metadata !== undefined) data.metadata = mergeMetadata(data.metadata, input.metadata)
  if (input.description !== undefined) data.description = input.description
  if (input.default_payment_method !== undefined) {
    data.default_payment_method = await ownMethod(store, input.default_payment_method, data.customer as string)
  }
  const saving = input.payment_settings?.save_default_payment_method
  if (saving && data.payment_settings) data.payment_settings.save_default_payment_method = saving
  if (input.cancel_at_period_end !== undefined && input.cancel_at_period_end !== data.cancel_at_period_end) {
    const ends = input.cancel_at_period_end
    data.cancel_at_period_end = ends
    data.cancel_at = ends ? itemOf(row).current_period_end : null
    data.canceled_at = ends ? now : null
    data.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: ends ? 'cancellation_requested' : null
    }
  }
  if (input.items || input.billing_cycle_anchor?.type === 'now') return changePlan(store, row, input, before)
  await store.save(row)
  await store.emit('customer.subscription.updated', row, before)
  return data
}

async function changePlan(
  store: Store,
  row: Subscription,
  input: Update,
  before: Stripe.Subscription
): Promise<Stripe.Subscription> {
  const { data } = row
  if (data.status === 'incomplete') {
    throw invalid(
      'A subscription whose first payment is missing can only update its metadata and default payment method.'
    )
  }
  const item = itemOf(row)
  const [wanted] = input.items ?? []
  if (input.items && wanted?.id !== item.id) {
    throw invalid(`The sandbox keeps subscriptions to one price: give the id of the item (${item.id}).`, 'items[0][id]')
  }
  const { data: price } = await getRecurring(store, wanted?.price ?? item.price.id, 'items[0][price]')
  if (price.currency !== data.currency) throw invalid('The price has another currency.', 'items[0][price]')
  if (input.proration_behavior !== 'none') {
    throw invalid('The sandbox makes no prorations: pass `proration_behavior=none`.', 'proration_behavior')
  }
  const after: Stripe.SubscriptionItem = {
    ...item,
    price,
    plan: planOf(price),
    quantity: wanted?.quantity ?? item.quantity
  }
  if (input.billing_cycle_anchor?.type !== 'now') {
    if (JSON.stringify(price.recurring) !== JSON.stringify(item.price.recurring)) {
      throw invalid('A price with another interval begins a new period: pass `billing_cycle_anchor[type]=now`.')
    }
    data.items.data = [after]
    await store.save(row)
    await store.emit('customer.subscription.updated', row, before)
    return data
  }

  if (data.pending_update) await dropPending(store, row)
  const now = await store.time(row.clock)
  const period = periodFrom(now, recurringOf(price))
  const waits = input.payment_behavior === 'pending_if_incomplete'
  const earlier = { start: item.current_period_start, end: now }
  const amount = { price, quantity: after.quantity ?? 1, period, before: earlier }
  const invoice = await writeInvoice(store, row, 'subscription_update', amount)
  data.latest_invoice = invoice.data.id
  if (waits) {
    if (input.metadata !== undefined || input.cancel_at_period_end !== undefined) {
      throw invalid('`pending_if_incomplete` changes the plan alone: change the rest in a call of its own.')
    }
    data.pending_update = {
      billing_cycle_anchor: now,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: now + FIRST_PAYMENT_SECONDS,
      metadata: null,
      subscription_items: [after],
      trial_end: null,
      trial_from_plan: null
    }
  } else {
    data.items.data = [{ ...after, current_period_start: period.start, current_period_end: period.end }]
    data.billing_cycle_anchor = now
    if (data.cancel_at_period_end) data.cancel_at = period.end
    // The subscription is past due until the page confirms the payment.
    if (input.payment_behavior === 'default_incomplete' && invoice.data.total > 0) data.status = 'past_due'
  }
  row.due = dueOf(row)
  await store.save(row)
  await store.emit('customer.subscription.updated', row, before)
  await finalize(store, invoice, row)
  if (invoice.data.status === 'open' && input.payment_behavior !== 'default_incomplete') {
    const fault = await collect(store, invoice, { isAutomatic: true, offSession: input.off_session })
    if (fault && input.payment_behavior === 'error_if_incomplete') throw new Fault(402, fault.body)
  }
  return (await store.get('subscription', data.id)).data
}

/** Drops a plan change that was not paid in time. */
async function dropPending(store: Store, row: Subscription): Promise<void> {
  const invoice = await store.get('invoice', idOf(row.data.latest_invoice) ?? '')
  if (invoice.data.status === 'open') await voidInvoice(store, invoice)
  row.data.pending_update = null
  row.due = dueOf(row)
  await store.save(row)
  await store.emit('customer.subscription.pending_update_expired', row)
}

/** Runs a due subscription: starts the next period, ends the subscription, or drops an unpaid change. */
export async function subscriptionDue(store: Store, row: Subscription): Promise<void> {
  const { data } = row
  const now = await store.time(row.clock)
  if (data.status === 'incomplete') return endSubscription(store, row, 'payment_failed')
  if (data.pending_update && data.pending_update.expires_at <= now) return dropPending(store, row)
  if (data.cancel_at_period_end) return endSubscription(store, row, 'cancellation_requested')
  const before = structuredClone(data)
  const item = itemOf(row)
  const earlier = { start: item.current_period_start, end: item.current_period_end }
  const period = periodFrom(item.current_period_end, recurringOf(item.price))
  item.current_period_start = period.start
  item.current_period_end = period.end
  const amount = { price: item.price, quantity: item.quantity ?? 1, period, before: earlier }
  const invoice = await writeInvoice(store, row, 'subscription_cycle', amount)
  data.latest_invoice = invoice.data.id
  row.due = dueOf(row)
  await store.save(row)
  await store.emit('customer.subscription.updated', row, before)
}

/** The shortest interval of the subscriptions on a test clock, in seconds; null when there are none. */
export async function shortestInterval(store: Store, clock: string): Promise<number | null> {
  const rows: Row<'subscription'>[] = await store.list('subscription', { test_clock: clock })
  const lengths = rows
    .filter(({ data }) => data.ended_at === null)
    .map(row => {
      const { start, end } = periodFrom(0, recurringOf(itemOf(row).price))
      return end - start
    })
  return lengths.length > 0 ? Math.min(...lengths) : null
}

/** Every call for subscriptions. */
export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', createSchema, ({ store, input }) => create(store, input)),
  route('POST', '/v1/subscriptions/:id', updateSchema, async ({ store, input, id }) =>
    update(store, await store.get('subscription', id), input)
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    // The sandbox has no prorations to invoice.
    z.strictObject({ invoice_now: z.literal('false').optional(), prorate: z.literal('false').optional() }),
    async ({ store, id }) => {
      const row = await store.get('subscription', id)
      if (row.data.ended_at !== null) throw missing('subscription', id, 'id')
      await endSubscription(store, row, 'cancellation_requested')
      return row.data
    }
  ),
  retrieve('subscription', '/v1/subscriptions'),
  route(
    'GET',
    '/v1/subscriptions',
    listSchema({
      customer: word.optional(),
      status: word.optional(),
      test_clock: word.optional()
    }),
    async ({ store, input }) => {
      const { customer, status, test_clock } = input
      const isGroup = status === undefined || status === 'all' || status === 'ended'
      const filter = given({ customer, test_clock, status: isGroup ? undefined : status })
      const ENDED = ['canceled', 'incomplete_expired']
      const also =
        status === undefined
          ? store.isNoneOf('status', ['canceled'])
          : status === 'ended'
            ? store.isOneOf('status', ENDED)
            : undefined
      return pageOf(await store.list('subscription', filter, input, also), input, '/v1/subscriptions')
    }
  )
]
