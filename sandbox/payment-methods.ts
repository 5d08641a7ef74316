/** The calls for cards: browsers create them, programs attach them to customers and detach them. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { list, nothing, type Route, retrieve, route } from './call.ts'
import { type Behaviour, declineOnSaving, type KnownCard, readCard, TEST_METHODS } from './cards.ts'
import { Fault, invalid } from './faults.ts'
import { emptyable, mergeMetadata, metadata, whole, word } from './form.ts'
import { makeId, type Row, type Store } from './object-rows.ts'

/** The card fields that a browser sends, in `payment_methods` and when it confirms an intent. */
export const methodData = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({
    number: z.string().max(40),
    exp_month: whole,
    exp_year: whole,
    cvc: z.string().max(10).optional()
  }),
  billing_details: z.strictObject({ email: emptyable(word).optional(), name: emptyable(word).optional() }).optional(),
  metadata
})

/** Creates a payment method from a typed card. */
export async function makeMethod(
  store: Store,
  input: z.output<typeof methodData>,
  clock: string | null = null
): Promise<Row<'payment_method'>> {
  const { behaviour, ...card } = readCard(input.card, store.now)
  const created = await store.time(clock)
  const { email = null, name = null } = input.billing_details ?? {}
  const method: Stripe.PaymentMethod = {
    id: makeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    card: wireCard(card, input.card.cvc === undefined ? null : 'unchecked'),
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    type: 'card'
  }
  return store.add('payment_method', method, { hidden: { behaviour }, clock })
}

function wireCard(card: Omit<KnownCard, 'behaviour'>, cvc_check: string | null): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    // The provider returns the same fingerprint for the same number. The sandbox does not store the number.
    fingerprint: null,
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null
  }
}

/** Returns the payment method that a call names. A test id such as `pm_card_visa` creates a new one. */
export async function getMethod(
  store: Store,
  id: string,
  param: string,
  clock: string | null
): Promise<Row<'payment_method'>> {
  const number = TEST_METHODS.get(id)
  if (number === undefined) return store.get('payment_method', id, param)
  const exp_year = new Date(store.now * 1000).getUTCFullYear() + 1
  return makeMethod(store, { type: 'card', card: { number, exp_month: 12, exp_year } }, clock)
}

/** How a card behaves when it is charged. */
export const behaviourOf = ({ hidden }: Row<'payment_method'>): Behaviour => hidden.behaviour ?? 'pay'

/** Checks that a card can be charged for a customer. @throws Fault */
export function checkOwner({ data, hidden }: Row<'payment_method'>, customer: string | null): void {
  if (data.customer === null && hidden.isUsed) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      'payment_method'
    )
  }
  if (data.customer !== null && data.customer !== customer) {
    throw invalid(
      customer === null
        ? 'The payment method supplied belongs to a Customer. Please include the Customer in the `customer` parameter.'
        : 'The payment method supplied does not belong to the customer.',
      'payment_method'
    )
  }
}

/** Attaches a card to a customer. */
export async function saveMethod(store: Store, row: Row<'payment_method'>, customer: string): Promise<void> {
  if (row.data.customer === customer) return
  row.data.customer = customer
  await store.save(row)
  await store.emit('payment_method.attached', row)
}

export const paymentMethodRoutes: Route[] = [
  route(
    'POST',
    '/v1/payment_methods',
    methodData,
    async ({ store, input, isBrowser }) => {
      if (!isBrowser) {
        throw new Fault(402, {
          type: 'invalid_request_error',
          message:
            'Sending credit card numbers directly to the API is generally unsafe: a page sends them with the publishable key, and a program uses test ids such as pm_card_visa.'
        })
      }
      return (await makeMethod(store, input)).data
    },
    true
  ),

  route('POST', '/v1/payment_methods/:id/attach', z.strictObject({ customer: word }), async ({ store, input, id }) => {
    const customer = await store.get('customer', input.customer, 'customer')
    const row = await getMethod(store, id, 'id', customer.clock)
    if (row.data.customer !== null && row.data.customer !== input.customer) {
      throw invalid('The payment method you provided has already been attached to a customer.')
    }
    checkOwner(row, input.customer)
    const decline = declineOnSaving(behaviourOf(row))
    if (decline) throw new Fault(402, { type: 'card_error', ...decline, payment_method: row.data })
    await saveMethod(store, row, input.customer)
    return row.data
  }),

  route('POST', '/v1/payment_methods/:id/detach', nothing, async ({ store, id }) => {
    const row = await store.get('payment_method', id)
    const { customer } = row.data
    if (typeof customer !== 'string') {
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    }
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
  list('payment_method', '/v1/payment_methods', {
    customer: word.optional(),
    type: z.literal('card').optional()
  })
]
