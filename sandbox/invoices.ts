/** Creates, charges, retries and voids invoices. The outcome of an invoice decides the status of its subscription. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { addIntent, attempt, authenticate, type Intent, idOf, methodOf } from './attempts.ts'
import { given, list, listSchema, nothing, pageOf, type Route, retrieve, route } from './call.ts'
import { Fault, invalid } from './faults.ts'
import { flag, word } from './form.ts'
import { makeId, type Row, type Store, set } from './object-rows.ts'
import { getMethod } from './payment-methods.ts'

export type Invoice = Row<'invoice'>
export type Subscription = Row<'subscription'>
type Method = Row<'payment_method'>

export interface Period {
  start: number
  end: number
}

/** A renewal stays a draft for an hour before it is charged. */
const DRAFT_SECONDS = 3600
/** The days between the retries of a failed renewal. After the last retry the subscription ends. */
const RETRY_DAYS = [3, 5, 7]
const DAY = 86_400

/** The only item of a subscription. */
export function itemOf({ data }: Subscription): Stripe.SubscriptionItem {
  const [item] = data.items.data
  if (!item) throw new Error('a subscription without an item')
  return item
}

const subscriptionOf = ({ data }: Invoice): string | null =>
  idOf(data.parent?.subscription_details?.subscription as string | undefined)

/** The card that is charged when the call names none. */
export async function defaultMethod(store: Store, subscription: Subscription): Promise<Method | null> {
  const { customer, default_payment_method } = subscription.data
  const owner = await store.get('customer', customer as string)
  const id = idOf(default_payment_method) ?? idOf(owner.data.invoice_settings.default_payment_method)
  return id ? store.get('payment_method', id) : null
}

/** Creates the invoice for one period of a subscription. A renewal starts as a draft. */
export async function writeInvoice(
  store: Store,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
  { price, quantity, period, before }: { price: Stripe.Price; quantity: number; period: Period; before: Period }
): Promise<Invoice> {
  const { data, clock } = subscription
  const id = makeId('in')
  const now = await store.time(clock)
  const item = itemOf(subscription)
  const { data: customer } = await store.get('customer', data.customer as string)
  const amount = (price.unit_amount ?? 0) * quantity
  const finalizes = reason === 'subscription_cycle' ? now + DRAFT_SECONDS : null
  const line: Stripe.InvoiceLineItem = {
    id: makeId('il'),
    object: 'line_item',
    amount,
    currency: data.currency,
    description: `${quantity} × ${price.nickname ?? idOf(price.product as string)}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: data.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: data.id,
        subscription_item: item.id
      },
      type: 'subscription_item_details'
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product as string },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal
    },
    quantity,
    quantity_decimal: String(quantity) as unknown as Stripe.Decimal,
    subscription: data.id,
    subtotal: amount,
    taxes: []
  }
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: reason !== 'subscription_create',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: finalizes,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: data.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizes,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: data.metadata, subscription: data.id },
      type: 'subscription_details'
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: before.end,
    period_start: before.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: clock,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null
  }
  const row = await store.add('invoice', invoice, { clock, due: finalizes })
  await store.emit('invoice.created', row)
  return row
}

/** Opens an invoice for payment and creates its payment intent. An invoice with a total of 0 is paid immediately. */
export async function finalize(store: Store, invoice: Invoice, subscription: Subscription): Promise<void> {
  const now = await store.time(invoice.clock)
  const customer = await store.get('customer', invoice.data.customer as string)
  const number = customer.data.next_invoice_sequence ?? 1
  customer.data.next_invoice_sequence = number + 1
  await store.save(customer)
  const { data } = invoice
  set(data, {
    status: 'open',
    number: `${customer.data.invoice_prefix}-${String(number).padStart(4, '0')}`,
    effective_at: now,
    automatically_finalizes_at: null,
    next_payment_attempt: null
  })
  data.status_transitions.finalized_at = now
  invoice.due = null
  await store.save(invoice)
  await store.emit('invoice.finalized', invoice)
  if (data.total === 0) return markPaid(store, invoice, null)
  const method = await defaultMethod(store, subscription)
  const intent = await addIntent(
    store,
    {
      amount: data.total,
      currency: data.currency,
      customer: data.customer,
      description: data.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      payment_method: method?.data.id ?? null,
      setup_future_usage: 'off_session'
    },
    { clock: invoice.clock, invoice: data.id }
  )
  invoice.hidden.intent = intent.data.id
  await store.save(invoice)
  const payment: Stripe.InvoicePayment = {
    id: makeId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: data.total,
    created: now,
    currency: data.currency,
    invoice: data.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.data.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null }
  }
  await store.add('invoice_payment', payment, { clock: invoice.clock })
}

interface Collection {
  method?: Method | null
  /** The sandbox charges on its own schedule and retries later. */
  isAutomatic: boolean
  /** The person is not present to authenticate. */
  offSession?: boolean
}

/** Charges an open invoice with the given card or the default card. @returns why it is not paid; null when it is */
export async function collect(
  store: Store,
  invoice: Invoice,
  { method = null, isAutomatic, offSession = false }: Collection
): Promise<Fault | null> {
  const intent = await intentOf(store, invoice)
  const subscription = await findSubscription(store, invoice)
  const card = method ?? (subscription && (await defaultMethod(store, subscription)))
  if (!card) {
    if (isAutomatic) await failed(store, invoice, true)
    return noMethod()
  }
  const fault = await tryIntent(store, intent, card, { offSession, isAutomatic })
  // The payment has changed the stored invoice.
  invoice.data = (await store.get('invoice', invoice.data.id)).data
  if (fault || intent.data.status === 'succeeded') return fault
  return new Fault(
    402,
    {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      payment_intent: intent.data
    },
    true
  )
}

/** The error when there is no card to charge. */
export function noMethod(): Fault {
  const message = 'This customer has no attached payment source or default payment method.'
  return invalid(message, undefined, 'resource_missing')
}

async function intentOf(store: Store, { data, hidden }: Invoice): Promise<Intent> {
  if (!hidden.intent) throw invalid(`Invoice ${data.id} is ${data.status} and cannot be paid.`)
  return store.get('payment_intent', hidden.intent)
}

/** Charges an intent, then updates the invoice that it pays. */
export async function tryIntent(
  store: Store,
  intent: Intent,
  method: Method,
  { offSession, isAutomatic = false }: { offSession: boolean; isAutomatic?: boolean }
): Promise<Fault | null> {
  const fault = await attempt(store, intent, method, offSession)
  await follow(store, intent, isAutomatic)
  return fault
}

/** Finishes an authentication, then updates the invoice that the intent pays. */
export async function answerBank(store: Store, intent: Intent, hasPassed: boolean): Promise<Fault | null> {
  const fault = await authenticate(store, intent, hasPassed)
  await follow(store, intent, false)
  return fault
}

async function follow(store: Store, intent: Intent, isAutomatic: boolean): Promise<void> {
  if (!intent.hidden.invoice) return
  const invoice = await store.get('invoice', intent.hidden.invoice)
  if (invoice.data.status !== 'open') return
  if (intent.data.status === 'succeeded') return markPaid(store, invoice, intent)
  if (intent.data.status === 'requires_action') await store.emit('invoice.payment_action_required', invoice)
  // An attempt that waits for authentication has not failed yet.
  if (intent.data.status === 'requires_payment_method' || isAutomatic) await failed(store, invoice, isAutomatic)
}

async function markPaid(store: Store, invoice: Invoice, intent: Intent | null): Promise<void> {
  const { data } = invoice
  const now = await store.time(invoice.clock)
  const isFirst = data.attempt_count === 0
  set(data, {
    status: 'paid',
    amount_paid: data.total,
    amount_remaining: 0,
    attempted: true,
    attempt_count: intent && isFirst ? 1 : data.attempt_count,
    auto_advance: false,
    next_payment_attempt: null
  })
  data.status_transitions.paid_at = now
  invoice.due = null
  await store.save(invoice)
  for (const payment of await store.list('invoice_payment', { invoice: data.id })) {
    set(payment.data, {
      status: 'paid',
      amount_paid: data.total,
      status_transitions: { canceled_at: null, paid_at: now }
    })
    await store.save(payment)
    await store.emit('invoice_payment.paid', payment)
  }
  await store.emit('invoice.paid', invoice)
  await store.emit('invoice.payment_succeeded', invoice)
  const subscription = await findSubscription(store, invoice)
  if (subscription) await settle(store, subscription, invoice, intent)
}

async function findSubscription(store: Store, invoice: Invoice): Promise<Subscription | null> {
  const id = subscriptionOf(invoice)
  return id ? store.find('subscription', id) : null
}

/** Activates the subscription of a paid invoice. */
async function settle(
  store: Store,
  subscription: Subscription,
  invoice: Invoice,
  intent: Intent | null
): Promise<void> {
  const { data } = subscription
  if (data.latest_invoice !== invoice.data.id || data.ended_at !== null) return
  const before = structuredClone(data)
  const waited = data.pending_update !== null
  if (waited) applyPending(subscription, invoice)
  data.status = 'active'
  if (intent && data.payment_settings?.save_default_payment_method === 'on_subscription') {
    data.default_payment_method = intent.data.payment_method
  }
  subscription.due = dueOf(subscription)
  await store.save(subscription)
  if (waited) await store.emit('customer.subscription.pending_update_applied', subscription)
  await store.emit('customer.subscription.updated', subscription, before)
}

/** Applies the plan change that waited for this payment. */
function applyPending(subscription: Subscription, invoice: Invoice): void {
  const { data } = subscription
  const [item] = data.pending_update?.subscription_items ?? []
  const period = invoice.data.lines.data[0]?.period
  if (item && period) {
    data.items.data = [{ ...item, current_period_start: period.start, current_period_end: period.end }]
    data.billing_cycle_anchor = period.start
  }
  data.pending_update = null
}

/** When a subscription next needs work: its period ends, or a payment deadline passes. */
export function dueOf(subscription: Subscription): number | null {
  const { data } = subscription
  if (data.ended_at !== null || data.status === 'incomplete_expired') return null
  if (data.status === 'incomplete') return data.created + FIRST_PAYMENT_SECONDS
  const end = itemOf(subscription).current_period_end
  return data.pending_update ? Math.min(end, data.pending_update.expires_at) : end
}

/** The first payment of a subscription must arrive within this time. */
export const FIRST_PAYMENT_SECONDS = 23 * 3600

async function failed(store: Store, invoice: Invoice, isAutomatic: boolean): Promise<void> {
  const { data } = invoice
  const now = await store.time(invoice.clock)
  data.attempted = true
  // A person's own attempts do not move the schedule of the retries.
  if (isAutomatic || data.attempt_count === 0) {
    data.attempt_count++
    const days = data.auto_advance ? RETRY_DAYS[data.attempt_count - 1] : undefined
    data.next_payment_attempt = days === undefined ? null : now + days * DAY
    invoice.due = data.next_payment_attempt
  }
  const isGivenUp = data.auto_advance && data.next_payment_attempt === null
  if (isGivenUp) data.auto_advance = false
  await store.save(invoice)
  await store.emit('invoice.payment_failed', invoice)
  const subscription = await findSubscription(store, invoice)
  if (!subscription || subscription.data.latest_invoice !== data.id || subscription.data.pending_update) return
  if (isGivenUp) return endSubscription(store, subscription, 'payment_failed')
  if (subscription.data.status === 'active') {
    await store.update('customer.subscription.updated', subscription, { status: 'past_due' })
  }
}

/** Ends a subscription now and stops charging its open invoices. */
export async function endSubscription(
  store: Store,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed'
): Promise<void> {
  const { data } = subscription
  const now = await store.time(subscription.clock)
  const before = structuredClone(data)
  // A subscription that was never paid expires. It does not count as canceled.
  const began = data.status !== 'incomplete'
  set(data, {
    status: began ? 'canceled' : 'incomplete_expired',
    ended_at: now,
    canceled_at: data.canceled_at ?? now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    pending_update: null
  })
  subscription.due = null
  await store.save(subscription)
  for (const invoice of await store.list('invoice', {
    parent: { subscription_details: { subscription: data.id } },
    status: 'open'
  })) {
    if (began) await stopCollecting(store, invoice)
    else await voidInvoice(store, invoice)
  }
  if (began) await store.emit('customer.subscription.deleted', subscription)
  else await store.emit('customer.subscription.updated', subscription, before)
}

async function stopCollecting(store: Store, invoice: Invoice): Promise<void> {
  invoice.due = null
  await store.update('invoice.updated', invoice, { auto_advance: false, next_payment_attempt: null })
}

/** Voids an open invoice and cancels its payment. */
export async function voidInvoice(store: Store, invoice: Invoice): Promise<void> {
  const { data } = invoice
  if (data.status !== 'open') throw invalid(`You can only void open invoices; this one is ${data.status}.`)
  const now = await store.time(invoice.clock)
  set(data, { status: 'void', auto_advance: false, next_payment_attempt: null })
  data.status_transitions.voided_at = now
  invoice.due = null
  await store.save(invoice)
  await store.emit('invoice.voided', invoice)
  const intent = await intentOf(store, invoice)
  if (intent.data.status === 'succeeded' || intent.data.status === 'canceled') return
  set(intent.data, {
    status: 'canceled',
    canceled_at: now,
    cancellation_reason: 'void_invoice',
    next_action: null
  })
  await store.save(intent)
  await store.emit('payment_intent.canceled', intent)
}

/** Finalizes a draft, or retries a failed payment. */
export async function invoiceDue(store: Store, invoice: Invoice): Promise<void> {
  invoice.due = null
  await store.save(invoice)
  const subscription = await findSubscription(store, invoice)
  if (!subscription) return
  if (invoice.data.status === 'draft') await finalize(store, invoice, subscription)
  if (invoice.data.status === 'open') await collect(store, invoice, { isAutomatic: true })
}

/** The fields that an invoice has only when the call expands them. */
export async function invoiceExtras(store: Store, invoice: Stripe.Invoice, field: string) {
  if (field === 'payments') {
    const rows = await store.list('invoice_payment', { invoice: invoice.id })
    const data = rows.map(row => row.data)
    return { object: 'list', data, has_more: false, url: `/v1/invoice_payments?invoice=${invoice.id}` }
  }
  const row = await store.get('invoice', invoice.id)
  if (!row.hidden.intent || invoice.status === 'void') return null
  const intent = await intentOf(store, row)
  return { client_secret: intent.data.client_secret, type: 'payment_intent' }
}

export const invoiceRoutes: Route[] = [
  route(
    'POST',
    '/v1/invoices/:id/pay',
    z.strictObject({ payment_method: word.optional(), off_session: flag.optional() }),
    async ({ store, input, id }) => {
      const invoice = await store.get('invoice', id)
      const { status } = invoice.data
      if (status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
      if (status !== 'open') throw invalid(`This invoice is ${status} and can no longer be paid.`)
      const method = input.payment_method
        ? await getMethod(store, input.payment_method, 'payment_method', invoice.clock)
        : await methodOf(store, await intentOf(store, invoice))
      const fault = await collect(store, invoice, { method, isAutomatic: false, offSession: input.off_session })
      if (fault) throw fault
      return invoice.data
    }
  ),
  route(
    'POST',
    '/v1/invoices/:id/finalize',
    // The sandbox finalizes automatic invoices itself, so the call supports only manual ones.
    z.strictObject({ auto_advance: z.literal('false') }),
    async ({ store, id }) => {
      const invoice = await store.get('invoice', id)
      const subscription = await findSubscription(store, invoice)
      if (invoice.data.status !== 'draft' || !subscription) {
        throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.")
      }
      invoice.data.auto_advance = false
      await finalize(store, invoice, subscription)
      return invoice.data
    }
  ),
  route('POST', '/v1/invoices/:id/void', nothing, async ({ store, id }) => {
    const invoice = await store.get('invoice', id)
    await voidInvoice(store, invoice)
    return invoice.data
  }),
  retrieve('invoice', '/v1/invoices'),
  route(
    'GET',
    '/v1/invoices',
    listSchema({ customer: word.optional(), subscription: word.optional(), status: word.optional() }),
    async ({ store, input }) => {
      const { customer, subscription, status } = input
      const parent = subscription && { subscription_details: { subscription } }
      return pageOf(await store.list('invoice', given({ customer, status, parent }), input), input, '/v1/invoices')
    }
  ),
  retrieve('invoice_payment', '/v1/invoice_payments'),
  list('invoice_payment', '/v1/invoice_payments', { invoice: word.optional(), status: word.optional() })
]
