/** Creates, charges, retries and voids invoices. The outcome of an invoice decides the status of its subscription. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { addIntent, attempt, authenticate, type Intent } from './attempts.ts'
import { list, nothing, type Route, retrieve, route } from './call.ts'
import { Fault, invalid } from './faults.ts'
import { word } from './form.ts'
import { idOf, makeId, type Row, type Store } from './object-rows.ts'
import { defaultMethod, type Method } from './payment-methods.ts'
import { each } from './shapes.ts'

export type Invoice = Row<'invoice'>
export type Subscription = Row<'subscription'>

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

/** Creates the invoice for the period of a subscription that starts now. A renewal starts as a draft. */
export async function writeInvoice(
  store: Store,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
  /** The start of the period before. */
  since: number
): Promise<Invoice> {
  const { data } = subscription
  const { id: item, price, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const { data: customer } = await store.get('customer', idOf(data.customer) ?? '')
  const id = makeId('in')
  const amount = price.unit_amount ?? 0
  const finalizes = reason === 'subscription_cycle' ? store.now + DRAFT_SECONDS : null
  const shared = { currency: data.currency, livemode: false, subtotal: amount }
  const line: Stripe.InvoiceLineItem = {
    ...shared,
    id: makeId('il'),
    object: 'line_item',
    amount,
    description: null,
    discountable: true,
    invoice: id,
    metadata: data.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: data.id,
        subscription_item: item
      },
      type: 'subscription_item_details'
    },
    period: { start, end },
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal
    },
    quantity: 1,
    quantity_decimal: '1' as unknown as Stripe.Decimal,
    subscription: data.id,
    ...each([], 'discount_amounts discounts pretax_credit_amounts taxes')
  }
  const invoice: Stripe.Invoice = {
    ...shared,
    id,
    object: 'invoice',
    attempted: false,
    auto_advance: reason === 'subscription_cycle',
    automatic_tax: { enabled: false, ...each(null, 'disabled_reason liability provider status') },
    automatically_finalizes_at: finalizes,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: store.now,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    issuer: { type: 'self' },
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: {},
    next_payment_attempt: finalizes,
    parent: {
      quote_details: null,
      subscription_details: { metadata: data.metadata, subscription: data.id },
      type: 'subscription_details'
    },
    payment_settings: each(null, 'default_mandate payment_method_options payment_method_types'),
    period_end: start,
    period_start: since,
    status: 'draft',
    status_transitions: each(null, 'finalized_at marked_uncollectible_at paid_at voided_at'),
    ...each(amount, 'amount_due amount_remaining subtotal_excluding_tax total total_excluding_tax'),
    ...each(0, 'amount_overpaid amount_paid amount_shipping attempt_count starting_balance'),
    ...each(0, 'post_payment_credit_notes_amount pre_payment_credit_notes_amount'),
    ...each([], 'default_tax_rates discounts'),
    ...each(null, 'account_country account_name account_tax_ids application custom_fields customer_account'),
    ...each(null, 'customer_address customer_phone customer_shipping customer_tax_exempt default_payment_method'),
    ...each(null, 'default_source description due_date effective_at ending_balance footer from_invoice'),
    ...each(null, 'last_finalization_error latest_revision number on_behalf_of receipt_number rendering'),
    ...each(null, 'shipping_cost shipping_details statement_descriptor test_clock total_discount_amounts'),
    ...each(null, 'total_pretax_credit_amounts total_taxes webhooks_delivered_at')
  }
  return store.add('invoice', invoice, { event: 'invoice.created', due: finalizes })
}

/** Opens an invoice for payment and creates its payment intent. */
export async function finalize(store: Store, invoice: Invoice, subscription: Subscription): Promise<void> {
  const { data } = invoice
  const method = await defaultMethod(store, subscription)
  const intent = await addIntent(
    store,
    {
      amount: data.total,
      currency: data.currency,
      customer: data.customer,
      payment_method: method?.data.id ?? null,
      setup_future_usage: 'off_session'
    },
    data.id
  )
  invoice.hidden.intent = intent.data.id
  invoice.due = null
  await store.update('invoice.finalized', invoice, {
    status: 'open',
    automatically_finalizes_at: null,
    next_payment_attempt: null,
    status_transitions: { ...data.status_transitions, finalized_at: store.now }
  })
}

/** Charges an open invoice. @returns why it is not paid; null when it is */
async function collect(store: Store, invoice: Invoice, card: Method, isAutomatic: boolean): Promise<Fault | null> {
  const intent = await intentOf(store, invoice)
  const fault = await tryIntent(store, intent, card, isAutomatic)
  if (fault || intent.data.status === 'succeeded') return fault
  const code = 'invoice_payment_intent_requires_action'
  const message = 'This payment requires additional user action before it can be completed successfully.'
  return new Fault(402, { type: 'card_error', code, message, payment_intent: intent.data }, true)
}

async function intentOf(store: Store, { data, hidden }: Invoice): Promise<Intent> {
  if (!hidden.intent) throw invalid(`Invoice ${data.id} is ${data.status} and cannot be paid.`)
  return store.get('payment_intent', hidden.intent)
}

/**
 * Charges an intent, then updates the invoice that it pays.
 * @param isAutomatic the sandbox charges on its own schedule and retries later
 */
export async function tryIntent(
  store: Store,
  intent: Intent,
  method: Method,
  isAutomatic = false
): Promise<Fault | null> {
  const fault = await attempt(store, intent, method)
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

async function markPaid(store: Store, invoice: Invoice, intent: Intent): Promise<void> {
  const { data } = invoice
  invoice.due = null
  await store.update('invoice.paid', invoice, {
    status: 'paid',
    amount_paid: data.total,
    amount_remaining: 0,
    attempted: true,
    attempt_count: Math.max(1, data.attempt_count),
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...data.status_transitions, paid_at: store.now }
  })
  await store.emit('invoice.payment_succeeded', invoice)
  const subscription = await findSubscription(store, invoice)
  if (subscription?.data.latest_invoice !== data.id || subscription.data.ended_at !== null) return
  subscription.due = itemOf(subscription).current_period_end
  await store.update('customer.subscription.updated', subscription, {
    status: 'active',
    default_payment_method: intent.data.payment_method
  })
}

async function findSubscription(store: Store, { data }: Invoice): Promise<Subscription | null> {
  return store.find('subscription', idOf(data.parent?.subscription_details?.subscription) ?? '')
}

async function failed(store: Store, invoice: Invoice, isAutomatic: boolean): Promise<void> {
  const { data } = invoice
  let { attempt_count, auto_advance, next_payment_attempt } = data
  // A person's own attempts do not move the schedule of the retries.
  if (isAutomatic || attempt_count === 0) {
    const days = auto_advance ? RETRY_DAYS[attempt_count] : undefined
    attempt_count++
    next_payment_attempt = days === undefined ? null : store.now + days * DAY
    invoice.due = next_payment_attempt
  }
  const isGivenUp = auto_advance && next_payment_attempt === null
  if (isGivenUp) auto_advance = false
  const change = { attempted: true, attempt_count, auto_advance, next_payment_attempt }
  await store.update('invoice.payment_failed', invoice, change)
  const subscription = await findSubscription(store, invoice)
  if (subscription?.data.latest_invoice !== data.id) return
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
  // A subscription that was never paid expires. It does not count as canceled.
  const began = data.status !== 'incomplete'
  subscription.due = null
  await store.update(began ? 'customer.subscription.deleted' : 'customer.subscription.updated', subscription, {
    status: began ? 'canceled' : 'incomplete_expired',
    ended_at: store.now,
    canceled_at: data.canceled_at ?? store.now,
    cancellation_details: { ...each(null, 'comment feedback feedback_option'), reason }
  })
  const ofSubscription = { parent: { subscription_details: { subscription: data.id } }, status: 'open' }
  for (const invoice of await store.list('invoice', ofSubscription)) {
    invoice.due = null
    if (began) await store.update('invoice.updated', invoice, { auto_advance: false, next_payment_attempt: null })
    else await voidInvoice(store, invoice)
  }
}

/** Voids an open invoice and cancels its payment. */
async function voidInvoice(store: Store, invoice: Invoice): Promise<void> {
  const { data } = invoice
  if (data.status !== 'open') throw invalid(`You can only void open invoices; this one is ${data.status}.`)
  invoice.due = null
  await store.update('invoice.voided', invoice, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...data.status_transitions, voided_at: store.now }
  })
  const intent = await intentOf(store, invoice)
  if (intent.data.status === 'succeeded' || intent.data.status === 'canceled') return
  await store.update('payment_intent.canceled', intent, {
    status: 'canceled',
    canceled_at: store.now,
    cancellation_reason: 'void_invoice',
    next_action: null
  })
}

/** Finalizes a draft, or retries a failed payment. */
export async function invoiceDue(store: Store, invoice: Invoice): Promise<void> {
  invoice.due = null
  await store.save(invoice)
  const subscription = await findSubscription(store, invoice)
  if (!subscription) return
  if (invoice.data.status === 'draft') await finalize(store, invoice, subscription)
  if (invoice.data.status !== 'open') return
  const card = await defaultMethod(store, subscription)
  if (card) await collect(store, invoice, card, true)
  else await failed(store, invoice, true)
}

/** The payments of an invoice. It has them only when the call expands them. */
export function paymentsOf({ data, hidden }: Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  const { id, status, created, currency, total, amount_paid, status_transitions } = data
  const payment: Stripe.InvoicePayment = {
    id: id.replace(/^in_/, 'inpay_'),
    object: 'invoice_payment',
    amount_paid: status === 'paid' ? amount_paid : null,
    amount_requested: total,
    created,
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: hidden.intent },
    status: status === 'paid' ? 'paid' : status === 'void' ? 'canceled' : 'open',
    status_transitions: { canceled_at: status_transitions.voided_at, paid_at: status_transitions.paid_at }
  }
  return { object: 'list', data: hidden.intent ? [payment] : [], has_more: false, url: '/v1/invoice_payments' }
}

/** The secret with which a page pays an invoice. It appears only when the call expands it. */
export async function confirmationOf(
  store: Store,
  invoice: Invoice
): Promise<Stripe.Invoice.ConfirmationSecret | null> {
  if (!invoice.hidden.intent || invoice.data.status === 'void') return null
  const { data } = await intentOf(store, invoice)
  return { client_secret: data.client_secret ?? '', type: 'payment_intent' }
}

export const invoiceRoutes: Route[] = [
  route('POST', '/v1/invoices/:id/pay', z.strictObject({ payment_method: word }), async ({ store, input, id }) => {
    const invoice = await store.get('invoice', id)
    const { status } = invoice.data
    if (status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
    if (status !== 'open') throw invalid(`This invoice is ${status} and can no longer be paid.`)
    const method = await store.get('payment_method', input.payment_method, 'payment_method')
    const fault = await collect(store, invoice, method, false)
    if (fault) throw fault
    return (await store.get('invoice', id)).data
  }),
  route(
    'POST',
    '/v1/invoices/:id/finalize',
    // The sandbox finalizes automatic invoices itself, so the call supports only manual ones.
    z.strictObject({ auto_advance: z.literal('false') }),
    async ({ store, id }) => {
      const invoice = await store.get('invoice', id)
      const subscription = await findSubscription(store, invoice)
      if (invoice.data.status !== 'draft' || !subscription) throw invalid('This invoice is already finalized.')
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
  list('invoice', '/v1/invoices', { customer: word.optional(), status: word.optional() })
]
