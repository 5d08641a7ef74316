/** The saved cards of a customer (BIL-50..BIL-52). */
import { CARD_IN_USE, CARD_NEEDED, NO_CARD, type PaymentMethod } from '../../domain/billing/api.ts'
import { isRunning } from '../../domain/billing/subscription.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { findCard, listCards } from './customer-rows.ts'
import { customerOf } from './customers.ts'
import { askOr, detachCard, idOf } from './provider-calls.ts'
import { findCurrent } from './subscription-rows.ts'
import { syncCustomer } from './sync.ts'

/** Returns the card that pays the next renewal. @throws Refused 422 without a saved card */
export async function needPayingCard({ db, provider }: Dependencies, userId: number): Promise<string> {
  const [card] = await listCards(db, userId, provider.mode)
  return card?.provider ?? refuse(CARD_NEEDED)
}

/** A person's saved cards in the format of the API (BIL-50..BIL-52). */
export async function wireCards({ db, provider }: Dependencies, userId: number): Promise<PaymentMethod[]> {
  const rows = await listCards(db, userId, provider.mode)
  return rows.map(({ provider: id, brand, last4, exp_month, exp_year, is_default }) => ({
    id,
    card: { brand, last4 },
    last4,
    exp_month,
    exp_year,
    is_default
  }))
}

/**
 * Saves a card that the page created at the provider. If the bank requires authentication, this returns the secret that
 * the page needs for it, and the card is saved after the person authenticates. A repeated call finds the card saved.
 */
export async function addCard(deps: Dependencies, userId: number, method: string): Promise<string | null> {
  const { stripe } = deps.provider
  const customer = await customerOf(deps, userId)
  const found = await askOr(stripe.paymentMethods.retrieve(method), NO_CARD)
  const owner = idOf(found.customer)
  if (owner !== null && owner !== customer) refuse(NO_CARD)
  const secret = owner === customer ? null : await setUp(deps, userId, customer, method)
  await syncCustomer(deps, userId)
  if (secret === null) await chooseFirst(deps, userId)
  return secret
}

/** Makes a person's first card the default card. */
export async function chooseFirst(deps: Dependencies, userId: number): Promise<void> {
  const [card] = await listCards(deps.db, userId, deps.provider.mode)
  if (card && !card.is_default) await chooseCard(deps, userId, card.provider)
}

/** Returns the secret when the bank requires authentication; null when the card is saved. */
async function setUp(
  { provider: { stripe } }: Dependencies,
  userId: number,
  customer: string,
  method: string
): Promise<string | null> {
  const { status, client_secret } = await askOr(
    stripe.setupIntents.create({
      customer,
      payment_method: method,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true,
      metadata: { user_id: String(userId), kind: 'card' }
    }),
    NO_CARD
  )
  return status === 'succeeded' ? null : client_secret
}

/** Makes a card the default card, also for the running subscription. */
export async function chooseCard(deps: Dependencies, userId: number, method: string): Promise<void> {
  const { stripe } = deps.provider
  await needCard(deps, userId, method)
  const customer = await customerOf(deps, userId)
  await askOr(stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }), NO_CARD)
  const current = await findCurrent(deps.db, userId)
  if (current?.provider && isRunning(current.status)) {
    await askOr(stripe.subscriptions.update(current.provider, { default_payment_method: method }), NO_CARD)
  }
  await syncCustomer(deps, userId)
}

/** Removes a saved card. @throws Refused 409 for the card that pays the next renewal */
export async function removeCard(deps: Dependencies, userId: number, method: string): Promise<void> {
  const card = await needCard(deps, userId, method)
  const current = await findCurrent(deps.db, userId)
  if (card.is_default && current && isRunning(current.status) && current.end_date === null) {
    refuse({ kind: 'conflict', message: CARD_IN_USE })
  }
  await detachCard(deps.provider.stripe, method)
  await syncCustomer(deps, userId)
}

/** Returns a saved card of the person. @throws Refused 422 for another one */
export async function needCard({ db, provider }: Dependencies, userId: number, method: string) {
  const card = await findCard(db, method)
  if (card?.user_id !== userId || card.mode !== provider.mode) return refuse(NO_CARD)
  return card
}
