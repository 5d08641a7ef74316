/** Subscribes, changes the plan, cancels and continues (D-11, D-12). */
import type Stripe from 'stripe'
import {
  HAS_PLAN,
  NO_CARD,
  NO_SUBSCRIPTION,
  NOT_PAID_YET,
  NOTHING_DUE,
  UNKNOWN_PRODUCT
} from '../../domain/billing/api.ts'
import { CURRENCY, PERIOD_DAYS, planOf, subscribable } from '../../domain/billing/plans.ts'
import { isRunning, planChange } from '../../domain/billing/subscription.ts'
import type { ChangeTime, SubscribeType } from '../../domain/billing/subscription-api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { PlanKey } from '../../domain/tokens/plan-keys.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { needCard, needPayingCard } from './cards.ts'
import { findCustomer } from './customer-rows.ts'
import { customerOf } from './customers.ts'
import { findDeclined } from './payment-rows.ts'
import type { Provider } from './provider.ts'
import { ask, askFor, askOr, codeOf } from './provider-calls.ts'
import {
  findAttempt,
  findCurrent,
  findSubscription,
  insertAttempt,
  type SubscriptionRow,
  updateSubscription
} from './subscription-rows.ts'
import { syncCustomer } from './sync.ts'

interface Subscribing {
  type: SubscribeType
  /** Null when nothing has to be confirmed. */
  clientSecret: string | null
  subscription: SubscriptionRow
}

interface Wish {
  /** The id or key of a plan. */
  product: string
  /** The id of a saved card; null for the default card. */
  card: string | null
  /** When a smaller plan starts. */
  when: ChangeTime
}

/**
 * Starts a subscription. It counts after its first period is paid, which the page confirms at the provider. The
 * person's current plan stays until then. A smaller plan starts with the next period, unless the person wants it now
 * (D-161). A cancelled subscription to the same plan continues without an end.
 * @throws Refused 422 when nothing is charged now and there is no saved card for the next renewal
 */
export async function subscribe(
  deps: Dependencies,
  userId: number,
  { product, card, when }: Wish
): Promise<Subscribing> {
  const plan = subscribable(product) ?? refuse(UNKNOWN_PRODUCT)
  if (card !== null) await needCard(deps, userId, card)
  // No event may have arrived yet for a paid attempt or an ended subscription.
  await syncCustomer(deps, userId)
  const current = await findCurrent(deps.db, userId)
  if (current?.mode === deps.provider.mode && isRunning(current.status)) {
    const { status, end_date: endDate, next_plan: nextPlan } = current
    const change = planChange({ plan: current.plan, status, endDate, nextPlan }, plan.key)
    if (change === 'has') return refuse({ kind: 'conflict', message: HAS_PLAN })
    if (change === 'continue' || (change === 'smaller' && when === 'period_end')) {
      const isChosen = endDate === null && nextPlan === plan.key
      if (!isChosen) await chooseNext(deps, current, plan.key, card ?? (await needPayingCard(deps, userId)))
      return { type: 'setup', clientSecret: null, subscription: await getCurrent(deps, userId) }
    }
  }
  for (let tries = 0; tries < 3; tries++) {
    const row = await attemptAt(deps, userId, plan.key)
    const subscription = await subscriptionOf(deps, row, card)
    const invoice = subscription.latest_invoice
    const secret = typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null
    if (subscription.status === 'incomplete' && secret !== null) {
      return { type: 'payment', clientSecret: secret, subscription: { ...row, status: subscription.status } }
    }
    // The attempt was paid meanwhile, or it expired and the next try starts a new one.
    await syncCustomer(deps, userId)
    const now = await findCurrent(deps.db, userId)
    if (now?.id === row.id) return { type: 'payment', clientSecret: null, subscription: now }
  }
  throw new Error(`user ${userId} cannot subscribe: an attempt neither waits nor ends`)
}

/** Continues the subscription after this period with this plan. Charges nothing now. */
async function chooseNext(deps: Dependencies, current: SubscriptionRow, plan: PlanKey, card: string): Promise<void> {
  const change = { cancel_at_period_end: false, default_payment_method: card }
  const prices = (current.next_plan ?? current.plan) === plan ? {} : await pricesOf(deps, current, plan)
  await changeAt(deps, current, `next-${plan}-${card}`, { ...change, ...prices })
}

/** The price of the next period. The metadata marks the invoices of the other plan. */
async function pricesOf(
  { provider }: Dependencies,
  current: SubscriptionRow,
  plan: PlanKey
): Promise<Stripe.SubscriptionUpdateParams> {
  if (current.provider === null) return refuse(NO_SUBSCRIPTION)
  const { items } = await askOr(provider.stripe.subscriptions.retrieve(current.provider), NO_SUBSCRIPTION)
  const [item] = items.data
  if (!item) throw new Error(`subscription ${current.provider} has no item`)
  const price = await priceOf(provider, plan)
  const isBack = plan === current.plan
  return {
    items: [{ id: item.id, price }],
    proration_behavior: 'none',
    metadata: isBack ? { next_plan: '', next_price: '' } : { next_plan: plan, next_price: price }
  }
}

/**
 * Each state has its own idempotency key. With the same key, the provider would return an earlier response and change
 * nothing.
 */

async function changeAt(
  deps: Dependencies,
  { provider, user_id, request_key }: SubscriptionRow,
  deed: string,
  change: Stripe.SubscriptionUpdateParams
): Promise<void> {
  if (provider === null || user_id === null) return refuse(NO_SUBSCRIPTION)
  const customer = await findCustomer(deps.db, user_id, deps.provider.mode)
  const idempotencyKey = `${deed}-${request_key}-${customer?.revision ?? 0}`
  await askOr(deps.provider.stripe.subscriptions.update(provider, change, { idempotencyKey }), NO_SUBSCRIPTION)
  await syncCustomer(deps, user_id)
}

/** Returns the attempt at this plan, and cancels an attempt at another plan. */
async function attemptAt(deps: Dependencies, userId: number, plan: PlanKey): Promise<SubscriptionRow> {
  const { db, provider, clock } = deps
  // Another call may insert an attempt meanwhile, and an older look may restore the cancelled one. So try three times.
  for (let tries = 0; tries < 3; tries++) {
    const known = await findAttempt(db, userId)
    if (known && known.plan === plan && known.mode === provider.mode) return known
    if (known) {
      if (known.provider && known.mode === provider.mode)
        await askFor(provider.stripe.subscriptions.cancel(known.provider))
      await updateSubscription(db, known.id, { ended_at: dateAt(clock), status: 'incomplete_expired' })
    }
    const row = await insertAttempt(db, userId, provider.mode, plan, dateAt(clock))
    if (row) return row
  }
  throw new Error(`user ${userId} subscribes to two plans at once`)
}

const WITH_SECRET = { expand: ['latest_invoice.confirmation_secret'] }

async function subscriptionOf(
  deps: Dependencies,
  row: SubscriptionRow,
  card: string | null
): Promise<Stripe.Subscription> {
  const { stripe } = deps.provider
  const userId = Number(row.user_id)
  if (row.provider) return ask(stripe.subscriptions.retrieve(row.provider, WITH_SECRET))
  const created = await ask(
    stripe.subscriptions.create(
      {
        customer: await customerOf(deps, userId),
        items: [{ price: await priceOf(deps.provider, row.plan) }],
        payment_behavior: 'default_incomplete',
        // The card of the first period also pays the next ones.
        payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
        metadata: { user_id: String(userId), kind: 'plan', plan: row.plan, row: String(row.id) },
        ...WITH_SECRET
      },
      { idempotencyKey: `subscription-${row.request_key}` }
    )
  )
  await updateSubscription(deps.db, row.id, { provider: created.id })
  if (card === null) return created
  return askOr(stripe.subscriptions.update(created.id, { default_payment_method: card, ...WITH_SECRET }), NO_CARD)
}

/** The price of a plan at the provider. The first subscription creates it. A changed amount needs a new price. */
async function priceOf({ stripe }: Provider, key: PlanKey): Promise<string> {
  const { title, amount } = planOf(key)
  const lookup = `${key}-${amount}-${CURRENCY}-${PERIOD_DAYS}-days`
  const { data } = await ask(stripe.prices.list({ lookup_keys: [lookup], active: true, limit: 1 }))
  const [known] = data
  if (known) return known.id
  const product = await ask(
    stripe.products.create({ name: title, metadata: { plan: key } }, { idempotencyKey: `product-${lookup}` })
  )
  const price = await ask(
    stripe.prices.create(
      {
        product: product.id,
        currency: CURRENCY,
        unit_amount: amount,
        recurring: { interval: 'day', interval_count: PERIOD_DAYS },
        lookup_key: lookup
      },
      { idempotencyKey: `price-${lookup}` }
    )
  )
  return price.id
}

/** Returns the subscription after the page confirmed its payment. @throws Refused 409 when it is not paid */
export async function confirmSubscription(deps: Dependencies, userId: number, id: number): Promise<SubscriptionRow> {
  const row = await findSubscription(deps.db, userId, id)
  if (!row) return refuse(NO_SUBSCRIPTION)
  await syncCustomer(deps, userId)
  const current = await findCurrent(deps.db, userId)
  return current?.id === id ? current : refuse({ kind: 'conflict', message: NOT_PAID_YET })
}

/**
 * Pays a declined renewal with the default card. Changes nothing if it is already paid.
 * @throws Refused 409 when there is nothing to pay, 422 without a card or when the card is declined
 */
export async function payRenewal(
  deps: Dependencies,
  userId: number,
  id: number
): Promise<{ clientSecret: string | null; subscription: SubscriptionRow }> {
  await syncCustomer(deps, userId)
  const current = await findCurrent(deps.db, userId)
  if (current?.id !== id || current.mode !== deps.provider.mode) return refuse(NO_SUBSCRIPTION)
  if (current.status === 'active') return { clientSecret: null, subscription: current }
  const declined = await findDeclined(deps.db, id)
  if (!declined?.invoice) return refuse({ kind: 'conflict', message: NOTHING_DUE })
  const clientSecret = await tryToPay(deps.provider, declined.invoice, await needPayingCard(deps, userId))
  await syncCustomer(deps, userId)
  return { clientSecret, subscription: await getCurrent(deps, userId) }
}

/** Returns the secret when the bank requires authentication; null when the invoice is paid. */
async function tryToPay({ stripe }: Provider, invoice: string, payment_method: string): Promise<string | null> {
  const error: unknown = await stripe.invoices.pay(invoice, { payment_method }).then(
    () => null,
    fault => fault
  )
  // Another press already paid it.
  if (error === null || codeOf(error) === 'invoice_already_paid') return null
  if (codeOf(error) === 'invoice_payment_intent_requires_action') {
    const { confirmation_secret } = await ask(stripe.invoices.retrieve(invoice, { expand: ['confirmation_secret'] }))
    return confirmation_secret?.client_secret ?? null
  }
  return askOr(Promise.reject(error), { kind: 'conflict', message: NOTHING_DUE })
}

/**
 * Cancels at the end of the period (BIL-17). A repeated call changes nothing. The look that finds the cancellation
 * queues the mail.
 * @param id null for the person's only subscription
 */
export async function cancelSubscription(
  deps: Dependencies,
  userId: number,
  id: number | null
): Promise<SubscriptionRow> {
  await syncCustomer(deps, userId)
  const current = await findCurrent(deps.db, userId)
  if (!current || (id !== null && current.id !== id)) return refuse(NO_SUBSCRIPTION)
  if (current.end_date !== null || current.mode !== deps.provider.mode) return current
  await changeAt(deps, current, 'cancel', { cancel_at_period_end: true })
  return getCurrent(deps, userId)
}

async function getCurrent({ db }: Dependencies, userId: number): Promise<SubscriptionRow> {
  return (await findCurrent(db, userId)) ?? refuse(NO_SUBSCRIPTION)
}
