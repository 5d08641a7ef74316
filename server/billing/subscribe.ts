/** Subscribing, changing the plan, cancelling and going on after all (D-11, D-12). */
import type Stripe from 'stripe'
import type { PlanKey } from '../../domain/accounts/user.ts'
import {
  HAS_PLAN,
  NO_CARD,
  NO_SUBSCRIPTION,
  NOT_PAID_YET,
  type SubscribeType,
  UNKNOWN_PRODUCT
} from '../../domain/billing/api.ts'
import { CURRENCY, PERIOD_DAYS, planOf, subscribable } from '../../domain/billing/plans.ts'
import { isRunning } from '../../domain/billing/subscription.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { findCard, findCustomer } from './customer-rows.ts'
import { customerOf } from './customers.ts'
import { ask, askFor, askOr, type Provider } from './provider.ts'
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

/**
 * Begins a subscription. It counts once its first period was paid, which the page confirms with the provider. Another
 * plan that the person has goes on until then. A cancelled one of the same plan goes on without an end.
 * @param product id or key
 */
export async function subscribe(
  deps: Dependencies,
  userId: number,
  product: string,
  card: string | null
): Promise<Subscribing> {
  const plan = subscribable(product) ?? refuse(UNKNOWN_PRODUCT)
  if (card !== null) {
    const known = await findCard(deps.db, card)
    if (known?.user_id !== userId || known.mode !== deps.provider.mode) refuse(NO_CARD)
  }
  // An attempt may have been paid by now, or the current one have ended, and no event have told.
  await syncCustomer(deps, userId)
  const current = await findCurrent(deps.db, userId)
  if (current?.mode === deps.provider.mode && current.plan === plan.key && isRunning(current.status)) {
    if (current.end_date === null) return refuse({ kind: 'conflict', message: HAS_PLAN })
    // One that was declined before it was cancelled does not go on: this period of it is not paid.
    if (current.status === 'active') {
      await goOn(deps, current, card)
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
    // It was paid meanwhile, or it has expired and makes room for another.
    await syncCustomer(deps, userId)
    const now = await findCurrent(deps.db, userId)
    if (now?.id === row.id) return { type: 'payment', clientSecret: null, subscription: now }
  }
  throw new Error(`user ${userId} cannot subscribe: an attempt neither waits nor ends`)
}

/** Cleared with a key of its own for each state: an earlier response for the same words would change nothing. */
async function goOn(deps: Dependencies, current: SubscriptionRow, card: string | null): Promise<void> {
  const change = { cancel_at_period_end: false, ...(card === null ? {} : { default_payment_method: card }) }
  await changeAt(deps, current, 'go-on', change)
}

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

/** The attempt at this plan; one at another plan is given up. */
async function attemptAt(deps: Dependencies, userId: number, plan: PlanKey): Promise<SubscriptionRow> {
  const { db, provider, clock } = deps
  // Another call may make one meanwhile, and a look that began before may store the former one again.
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
        // The card that pays the first period pays the others too.
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

/** The price of a plan there, which is made at the first subscription. Another amount is another price. */
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

/** After the page has confirmed the payment: the subscription as it is then. */
export async function confirmSubscription(deps: Dependencies, userId: number, id: number): Promise<SubscriptionRow> {
  const row = await findSubscription(deps.db, userId, id)
  if (!row) return refuse(NO_SUBSCRIPTION)
  await syncCustomer(deps, userId)
  const current = await findCurrent(deps.db, userId)
  return current?.id === id ? current : refuse({ kind: 'conflict', message: NOT_PAID_YET })
}

/**
 * Cancels at the end of the period (BIL-17). Again, it changes nothing. The look that finds it cancelled queues the mail.
 * @param id null for one's own
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
