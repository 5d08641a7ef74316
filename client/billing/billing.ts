/** What a person does with their subscription and cards. The caller shows refusals. */
import { accountPage } from '../../domain/accounts/api.ts'
import * as api from '../../domain/billing/api.ts'
import { tokensPage } from '../../domain/tokens/api.ts'
import { reloadUser } from '../accounts/accounts.ts'
import { CallRefused, call } from '../lib/api.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'

/** What is said of a subscription takes the place of what was said before: it was cancelled, it goes on. */
export const SUBSCRIPTION_TOAST = 'subscription'

/** After a payment: the person's plan and tokens, and the pages that show them. */
export async function reloadBilling(): Promise<void> {
  await Promise.all([
    reloadUser(),
    reloadPages([accountPage, api.subscribePage, api.invoicesPage, tokensPage] as const)
  ])
}

/** @returns what to tell: "Your subscription will end on 1 April 2026." */
export async function cancelPlan(id: number): Promise<string> {
  const { message } = await call(api.cancelSubscription, { params: { subscription: String(id) } })
  await reloadBilling()
  return message
}

/** A cancelled subscription goes on (D-11). */
export async function resubscribe(product: string): Promise<void> {
  await call(api.createSubscription, { params: { product }, body: {} })
  await reloadBilling()
}

/**
 * Pays a renewal that was declined.
 * @param confirm asks the person to authenticate, where their bank wants it
 * @returns a sentence for the person
 */
export async function payNow(id: number, confirm: (clientSecret: string) => Promise<unknown>): Promise<string> {
  const pay = () => call(api.payRenewal, { params: { subscription: String(id) } })
  let paid = await pay()
  if (paid.clientSecret !== null) {
    await confirm(paid.clientSecret)
    // The server asks the provider whether it went through.
    paid = await pay()
  }
  await reloadBilling()
  return paid.message
}

/**
 * Saves a card, without showing it yet.
 * @param confirm asks the person to authenticate, where their bank wants it
 */
export async function addCard(
  card: string,
  confirm: (clientSecret: string) => Promise<void>
): Promise<api.PaymentMethod[]> {
  const add = () => call(api.addPaymentMethod, { body: { payment_method: card } })
  const { clientSecret, payment_methods } = await add()
  if (clientSecret === null) return payment_methods
  await confirm(clientSecret)
  // The provider has saved it by now, and the server asks it.
  return (await add()).payment_methods
}

export async function saveCard(card: string, confirm: (clientSecret: string) => Promise<void>): Promise<void> {
  showCards(await addCard(card, confirm))
}

export async function chooseCard(payment_method: string): Promise<void> {
  try {
    showCards((await call(api.choosePaymentMethod, { body: { payment_method } })).payment_methods)
  } catch (error) {
    // The card may have been removed on another device.
    if (error instanceof CallRefused) await reloadPages(accountPage)
    throw error
  }
}

export async function removeCard(payment_method: string): Promise<void> {
  showCards((await call(api.removePaymentMethod, { body: { payment_method } })).payment_methods)
}

function showCards(payment_methods: api.PaymentMethod[]): void {
  changePages(accountPage, data => ({ ...data, payment_methods }))
  void reloadPages([api.subscribePage, tokensPage] as const)
}
