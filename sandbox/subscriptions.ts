/** The calls for subscriptions, each to one price, and their renewals. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { list, nothing, type Route, retrieve, route } from './call.ts'
import { invalid, missing } from './faults.ts'
import { flag, mergeMetadata, metadata, word } from './form.ts'
import { endSubscription, finalize, invoiceDue, itemOf, type Subscription, writeInvoice } from './invoices.ts'
import { idOf, makeId, type Row, type Store } from './object-rows.ts'
import { checkSaved } from './payment-methods.ts'
import { each } from './shapes.ts'

/** The first payment of a subscription must arrive within this time. */
const FIRST_PAYMENT_SECONDS = 23 * 3600

/** The end of the period that starts at a time, in seconds. */
const endOf = (start: number, { recurring }: Stripe.Price): number => start + (recurring?.interval_count ?? 0) * 86_400

function planOf({ id, active, created, currency, metadata, product, recurring, ...price }: Stripe.Price): Stripe.Plan {
  return {
    id,
    object: 'plan',
    active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    interval: 'day',
    interval_count: recurring?.interval_count ?? 0,
    livemode: false,
    metadata,
    product,
    usage_type: 'licensed',
    ...each(null, 'meter nickname tiers_mode transform_usage trial_period_days')
  }
}

const NO_REASON = each(null, 'comment feedback feedback_option reason')

const createSchema = z.strictObject({
  customer: word,
  items: z.tuple([z.strictObject({ price: word })]),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.strictObject({
    payment_method_types: z.tuple([z.literal('card')]),
    save_default_payment_method: z.literal('on_subscription')
  }),
  metadata
})

async function create(store: Store, input: z.output<typeof createSchema>): Promise<Stripe.Subscription> {
  const { now } = store
  await store.get('customer', input.customer, 'customer')
  const { data: price } = await store.get('price', input.items[0].price, 'items[0][price]')
  const id = makeId('sub')
  const item: Stripe.SubscriptionItem = {
    id: makeId('si'),
    object: 'subscription_item',
    created: now,
    current_period_end: endOf(now, price),
    current_period_start: now,
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription: id,
    ...each(null, 'billing_thresholds current_trial'),
    ...each([], 'discounts tax_rates')
  }
  const data: Stripe.Subscription = {
    id,
    object: 'subscription',
    automatic_tax: { enabled: false, ...each(null, 'disabled_reason liability') },
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at_period_end: false,
    cancellation_details: NO_REASON,
    collection_method: 'charge_automatically',
    currency: price.currency,
    customer: input.customer,
    invoice_settings: { issuer: { type: 'self' }, ...each(null, 'account_tax_ids custom_fields description footer') },
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    payment_settings: { payment_method_options: null, ...input.payment_settings },
    status: 'incomplete',
    ...each(now, 'billing_cycle_anchor created start_date'),
    ...each([], 'billing_schedules discounts'),
    ...each(null, 'application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at'),
    ...each(null, 'canceled_at customer_account days_until_due default_payment_method default_source description'),
    ...each(null, 'ended_at latest_invoice managed_payments next_pending_invoice_item_invoice on_behalf_of'),
    ...each(null, 'pause_collection pending_invoice_item_interval pending_setup_intent pending_update schedule'),
    ...each(null, 'test_clock transfer_data trial_end trial_settings trial_start')
  }
  const row = await store.add('subscription', data, { due: now + FIRST_PAYMENT_SECONDS })
  const invoice = await writeInvoice(store, row, 'subscription_create', now)
  data.latest_invoice = invoice.data.id
  await store.save(row)
  await store.emit('customer.subscription.created', row)
  await finalize(store, invoice, row)
  return data
}

const updateSchema = z.strictObject({
  cancel_at_period_end: flag.optional(),
  default_payment_method: word.optional(),
  items: z.tuple([z.strictObject({ id: word, price: word })]).optional(),
  // The sandbox has no prorations, so a new price is charged from the next period on.
  proration_behavior: z.literal('none').optional(),
  metadata
})

async function update(store: Store, row: Subscription, input: z.output<typeof updateSchema>) {
  const { data } = row
  if (data.ended_at !== null) throw invalid('A canceled subscription cannot be updated.')
  const { default_payment_method, cancel_at_period_end: ends, items } = input
  if (default_payment_method) {
    await checkSaved(store, default_payment_method, idOf(data.customer), 'default_payment_method')
  }
  const item = itemOf(row)
  const change: Partial<Stripe.Subscription> = {
    ...(default_payment_method ? { default_payment_method } : {}),
    metadata: mergeMetadata(data.metadata, input.metadata)
  }
  if (ends !== undefined && ends !== data.cancel_at_period_end) {
    change.cancel_at_period_end = ends
    change.cancel_at = ends ? item.current_period_end : null
    change.canceled_at = ends ? store.now : null
    change.cancellation_details = { ...NO_REASON, reason: ends ? 'cancellation_requested' : null }
  }
  if (items) {
    const [{ id, price: wanted }] = items
    if (id !== item.id) throw invalid(`A subscription has one item: ${item.id}.`, 'items[0][id]')
    if (!input.proration_behavior) throw invalid('Pass `proration_behavior=none`.', 'proration_behavior')
    const { data: price } = await store.get('price', wanted, 'items[0][price]')
    change.items = { ...data.items, data: [{ ...item, price, plan: planOf(price) }] }
  }
  await store.update('customer.subscription.updated', row, change)
  return data
}

/** Runs a due subscription: starts the next period, or ends it. */
async function subscriptionDue(store: Store, row: Subscription): Promise<void> {
  const { data } = row
  if (data.status === 'incomplete') return endSubscription(store, row, 'payment_failed')
  if (data.cancel_at_period_end) return endSubscription(store, row, 'cancellation_requested')
  const { price, ...item } = itemOf(row)
  const [since, start] = [item.current_period_start, item.current_period_end]
  const next = { ...item, price, current_period_start: start, current_period_end: endOf(start, price) }
  const items = { ...data.items, data: [next] }
  const invoice = await writeInvoice(store, { ...row, data: { ...data, items } }, 'subscription_cycle', since)
  row.due = next.current_period_end
  await store.update('customer.subscription.updated', row, { items, latest_invoice: invoice.data.id })
}

/** Runs the first due invoice or subscription. @returns whether there was one */
export async function runNextDue(store: Store): Promise<boolean> {
  const row = await store.nextDue()
  if (row?.kind === 'invoice') await invoiceDue(store, row as Row<'invoice'>)
  else if (row) await subscriptionDue(store, row as Subscription)
  return row !== null
}

const LATER_SECONDS = 3600

/** Postpones the first due item by an hour. The caller uses it after that item failed. */
export async function postponeNextDue(store: Store): Promise<void> {
  const row = await store.nextDue()
  if (row) await store.save({ ...row, due: store.now + LATER_SECONDS })
}

/** Every call for subscriptions. */
export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', createSchema, ({ store, input }) => create(store, input)),
  route('POST', '/v1/subscriptions/:id', updateSchema, async ({ store, input, id }) =>
    update(store, await store.get('subscription', id), input)
  ),
  route('DELETE', '/v1/subscriptions/:id', nothing, async ({ store, id }) => {
    const row = await store.get('subscription', id)
    if (row.data.ended_at !== null) throw missing('subscription', id, 'id')
    await endSubscription(store, row, 'cancellation_requested')
    return row.data
  }),
  retrieve('subscription', '/v1/subscriptions'),
  list(
    'subscription',
    '/v1/subscriptions',
    { customer: word.optional(), status: word.optional() },
    ({ customer, status }) => ({
      filter: { customer, status: status === 'all' ? undefined : status },
      // Without a status the provider leaves out canceled subscriptions.
      not: status ? undefined : { status: 'canceled' }
    })
  )
]
