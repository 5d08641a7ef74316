/** The calls for cards: pages create them, programs attach them to customers and detach them. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { list, nothing, pageRoute, type Route, retrieve, route } from './call.ts'
import { declineOnSaving, readCard } from './cards.ts'
import { Fault, invalid } from './faults.ts'
import { whole, word } from './form.ts'
import { idOf, makeId, type Row, type Store } from './object-rows.ts'
import { each } from './shapes.ts'

export type Method = Row<'payment_method'>

const typedCard = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({
    number: z.string().max(40),
    exp_month: whole,
    exp_year: whole,
    cvc: z.string().max(10).optional()
  })
})

/** Creates a payment method from a typed card. */
async function makeMethod(store: Store, input: z.output<typeof typedCard>): Promise<Method> {
  const { behaviour, brand, last4, exp_month, exp_year } = readCard(input.card, store.now)
  const data: Stripe.PaymentMethod = {
    id: makeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: each(null, 'address email name phone tax_id'),
    card: {
      brand,
      checks: { ...each(null, 'address_line1_check address_postal_code_check'), cvc_check: 'unchecked' },
      country: 'US',
      display_brand: brand,
      exp_month,
      exp_year,
      funding: 'credit',
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      ...each(null, 'fingerprint generated_from wallet')
    },
    created: store.now,
    livemode: false,
    metadata: {},
    type: 'card',
    ...each(null, 'customer customer_account')
  }
  return store.add('payment_method', data, { hidden: { behaviour } })
}

/** Checks that a card can be charged for a customer. @throws Fault */
export function checkOwner({ data, hidden }: Method, customer: string | null): void {
  if (data.customer === null && hidden.isUsed) {
    throw invalid('This card was used without being saved, or was detached, and cannot be used again.')
  }
  if (data.customer !== null && data.customer !== customer) {
    throw invalid('The payment method supplied does not belong to the customer.', 'payment_method')
  }
}

/** Checks that a card is saved for a customer. @throws Fault that names the parameter */
export async function checkSaved(store: Store, id: string, customer: string | null, param: string): Promise<void> {
  const { data } = await store.get('payment_method', id, param)
  if (data.customer === customer) return
  const message = `The payment method ${id} must be attached to the customer.`
  throw invalid(message, param, 'resource_missing')
}

/** Attaches a card to a customer. */
export async function saveMethod(store: Store, row: Method, customer: string): Promise<void> {
  if (row.data.customer !== customer) await store.update('payment_method.attached', row, { customer })
}

/** The default card of a subscription, or of its customer. */
export async function defaultMethod(store: Store, { data }: Row<'subscription'>): Promise<Method | null> {
  const owner = await store.get('customer', idOf(data.customer) ?? '')
  const id = idOf(data.default_payment_method) ?? idOf(owner.data.invoice_settings.default_payment_method)
  return id ? store.get('payment_method', id) : null
}

export const paymentMethodRoutes: Route[] = [
  pageRoute(
    'POST',
    '/v1/payment_methods',
    typedCard,
    async ({ store, input }) => (await makeMethod(store, input)).data
  ),

  route('POST', '/v1/payment_methods/:id/attach', z.strictObject({ customer: word }), async ({ store, input, id }) => {
    await store.get('customer', input.customer, 'customer')
    const row = await store.get('payment_method', id)
    checkOwner(row, input.customer)
    const decline = declineOnSaving(row.hidden.behaviour ?? 'pay')
    if (decline) throw new Fault(402, { type: 'card_error', ...decline })
    await saveMethod(store, row, input.customer)
    return row.data
  }),

  route('POST', '/v1/payment_methods/:id/detach', nothing, async ({ store, id }) => {
    const row = await store.get('payment_method', id)
    const customer = idOf(row.data.customer)
    if (customer === null) throw invalid('The payment method you provided is not attached to a customer.')
    row.hidden.isUsed = true
    await store.update('payment_method.detached', row, { customer: null })
    const owner = await store.get('customer', customer)
    if (owner.data.invoice_settings.default_payment_method === id) {
      const invoice_settings = { ...owner.data.invoice_settings, default_payment_method: null }
      await store.update('customer.updated', owner, { invoice_settings })
    }
    for (const subscription of await store.list('subscription', { customer, default_payment_method: id })) {
      await store.update('customer.subscription.updated', subscription, { default_payment_method: null })
    }
    return row.data
  }),

  retrieve('payment_method', '/v1/payment_methods'),
  list('payment_method', '/v1/payment_methods', { customer: word, type: z.literal('card').optional() })
]
