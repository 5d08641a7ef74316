/** Actions on a subscription and on cards. The caller shows refusals. */

import * as api from '../../domain/billing/api.ts'
import { accountPage } from '../../domain/billing/api.ts'
import * as invoiceApi from '../../domain/billing/invoice-api.ts'
import * as subscriptionApi from '../../domain/billing/subscription-api.ts'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { reloadUser } from '../accounts/accounts.ts'
import { CallRefused, call } from '../lib/api.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'

/** Messages about a subscription share one toast, so that each replaces the one before. */
export const SUBSCRIPTION_TOAST = 'subscription'

/** Call after a payment. Reloads the user's plan and tokens, and the pages that show them. */
export async function reloadBilling(): Promise<void> {
  await Promise.all([
    reloadUser(),
    reloadPages([accountPage, api.subscribePage, invoiceApi.invoicesPage, tokensPage] as const)
  ])
}

/** @returns a message for the person: "Your subscription will end on 1 April 2026." */
export async function cancelPlan(id: number): Promise<string> {
  const { message } = await call(subscriptionApi.cancelSubscription, { params: { subscription: String(id) } })
  await reloadBilling()
  return message
}

/** Continues a cancelled subscription (D-11). */
export async function resubscribe(product: string): Promise<void> {
  await call(subscriptionApi.createSubscription, { params: { product }, body: {} })
  await reloadBilling()
}

/**
 * Pays a renewal that was declined.
 * @param confirm lets the person authenticate, if their bank wants it
 * @returns a message for the person
 */
export async function payNow(id: number, confirm: (clientSecret: string) => Promise<unknown>): Promise<string> {
  const pay = () => call(subscriptionApi.payRenewal, { params: { subscription: String(id) } })
  let paid = await pay()
  if (paid.clientSecret !== null) {
    await confirm(paid.clientSecret)
    // The second call makes the server check the payment with the provider.
    paid = await pay()
  }
  await reloadBilling()
  return paid.message
}

/**
 * Saves a card, but does not show it yet.
 * @param confirm lets the person authenticate, if their bank wants it
 */
export async function addCard(
  card: string,
  confirm: (clientSecret: string) => Promise<void>
): Promise<api.PaymentMethod[]> {
  const add = () => call(api.addPaymentMethod, { body: { payment_method: card } })
  const { clientSecret, payment_methods } = await add()
  if (clientSecret === null) return payment_methods
  await confirm(clientSecret)
  // The second call makes the server read the card that the provider has saved.
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
