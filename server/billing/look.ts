/**
 * Reads a customer from the provider into our types. The result is called a look. The provider knows the truth about
 * payments, so the app reads it there and does not trust events.
 */
import type Stripe from 'stripe'
import type { ProviderSubscription } from '../../domain/billing/subscription.ts'
import { PLAN_KEYS, type PlanKey } from '../../domain/tokens/plan-keys.ts'
import type { Provider } from './provider.ts'
import { all, ask, askFor, idOf } from './provider-calls.ts'

export interface LookedSubscription extends ProviderSubscription {
  /** The plan at the start of the subscription. */
  plan: PlanKey
  /** The smaller plan that follows, and the price that its invoices have (D-161). */
  next: { plan: PlanKey; price: string } | null
  /** The price of the next period. */
  price: string
  /** The id of our row, from the metadata. */
  row: number | null
  since: number
  card: string | null
}

export interface LookedInvoice {
  id: string
  subscription: string
  status: Stripe.Invoice.Status | null
  isRenewal: boolean
  /** How often the provider tried to charge it. */
  attempts: number
  nextAttempt: number | null
  amount: number
  currency: string
  intent: string | null
  price: string | null
  periodStart: number
  periodEnd: number
  createdAt: number
  /** Set for a paid invoice, even when the provider gives no time. */
  paidAt: number | null
}

export type LookedCard = NonNullable<ReturnType<typeof toCard>>

export interface Look {
  /** An operator has deleted the customer at the provider. */
  isGone: boolean
  subscriptions: LookedSubscription[]
  invoices: LookedInvoice[]
  cards: LookedCard[]
}

const GONE: Look = { isGone: true, subscriptions: [], invoices: [], cards: [] }
const ALL = { limit: 100 }
const ms = (seconds: number): number => seconds * 1000

/** Reads a customer's subscriptions, invoices and cards. */
export async function lookAt({ stripe }: Provider, customer: string): Promise<Look> {
  const person = await askFor(stripe.customers.retrieve(customer))
  if (!person || person.deleted) return GONE
  // Read invoices first. If a payment arrives in between, the invoice is still open here and counts at the next look.
  // In the other order, a paid invoice could belong to a subscription that is not yet active, and the subscription
  // would never count.
  const invoices = await ask(all(stripe.invoices.list({ customer, expand: ['data.payments'], ...ALL })))
  const [subscriptions, methods] = await ask(
    Promise.all([
      all(stripe.subscriptions.list({ customer, status: 'all', ...ALL })),
      all(stripe.paymentMethods.list({ customer, type: 'card', ...ALL }))
    ])
  )
  const ours = withDistinctTimes(subscriptions.map(toSubscription).filter(found => found !== null))
  const current = ours.find(({ endedAt, status }) => endedAt === null && status !== 'incomplete')
  const first = idOf(person.invoice_settings.default_payment_method)
  const preferred = current?.card ?? first
  return {
    isGone: false,
    subscriptions: ours,
    invoices: invoices.map(toInvoice).filter(found => found !== null),
    cards: methods.map(method => toCard(method, preferred)).filter(found => found !== null)
  }
}

/**
 * The provider's times are whole seconds. Of two subscriptions from the same second, the one listed first is the later
 * one. It gets one more millisecond, so that it replaces the other.
 */
function withDistinctTimes(newestFirst: LookedSubscription[]): LookedSubscription[] {
  let before = 0
  return newestFirst
    .toReversed()
    .map(subscription => {
      before = Math.max(subscription.since, before + 1)
      return { ...subscription, since: before }
    })
    .toReversed()
}

/** Null for a subscription that an operator created at the provider, without one of our plans. */
function toSubscription(subscription: Stripe.Subscription): LookedSubscription | null {
  const plan = PLAN_KEYS.find(key => key === subscription.metadata.plan)
  const [item] = subscription.items.data
  if (!plan || !item) return null
  const next = PLAN_KEYS.find(key => key === subscription.metadata.next_plan)
  const nextPrice = subscription.metadata.next_price
  return {
    id: subscription.id,
    plan,
    next: next && nextPrice ? { plan: next, price: nextPrice } : null,
    price: item.price.id,
    row: Number(subscription.metadata.row) || null,
    status: subscription.status,
    since: ms(subscription.created),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    periodEnd: ms(item.current_period_end),
    endedAt: subscription.ended_at === null ? null : ms(subscription.ended_at),
    hasFailed: subscription.cancellation_details?.reason === 'payment_failed',
    card: idOf(subscription.default_payment_method)
  }
}

/** The plan of an invoice. After a change to a smaller plan, the price shows which one it is. */
export function planOfInvoice({ plan, next }: LookedSubscription, { price }: LookedInvoice): PlanKey {
  return next && next.price === price ? next.plan : plan
}

/** Null for an invoice without a subscription. */
function toInvoice(invoice: Stripe.Invoice): LookedInvoice | null {
  const subscription = idOf(invoice.parent?.subscription_details?.subscription)
  const [line] = invoice.lines.data
  if (!subscription || !invoice.id) return null
  const paidAt = invoice.status === 'paid' ? (invoice.status_transitions.paid_at ?? invoice.created) : null
  return {
    id: invoice.id,
    subscription,
    status: invoice.status,
    isRenewal: invoice.billing_reason === 'subscription_cycle',
    attempts: invoice.attempt_count,
    nextAttempt: invoice.next_payment_attempt === null ? null : ms(invoice.next_payment_attempt),
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    intent: intentOf(invoice),
    price: idOf(line?.pricing?.price_details?.price),
    periodStart: ms(line?.period.start ?? invoice.period_start),
    periodEnd: ms(line?.period.end ?? invoice.period_end),
    createdAt: ms(invoice.created),
    paidAt: paidAt === null ? null : ms(paidAt)
  }
}

function intentOf({ payments }: Stripe.Invoice): string | null {
  for (const { payment } of payments?.data ?? []) {
    const intent = idOf(payment.payment_intent)
    if (intent) return intent
  }
  return null
}

function toCard({ id, card, created }: Stripe.PaymentMethod, preferred: string | null) {
  if (!card) return null
  const { brand, last4, exp_month, exp_year } = card
  return {
    provider: id,
    brand,
    last4,
    exp_month,
    exp_year,
    is_default: id === preferred,
    created_at: new Date(ms(created))
  }
}
