/** The calls for payment intents, made by programs and by pages. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { addIntent, checkOpen, type Intent, idOf } from './attempts.ts'
import { type Call, given, list, type Route, route } from './call.ts'
import { invalid, missing } from './faults.ts'
import { emptyable, flag, mergeMetadata, metadata, whole, word } from './form.ts'
import { answerBank, tryIntent } from './invoices.ts'
import { type Row, type Store, set } from './object-rows.ts'
import { checkOwner, getMethod, makeMethod, methodData } from './payment-methods.ts'
import { authenticateSetup, getSetup } from './setup-intents.ts'

const LEAST_CENTS = 50
const MOST_CENTS = 99_999_999

const amount = whole
const fields = {
  customer: word.optional(),
  description: emptyable(word).optional(),
  metadata,
  payment_method: word.optional(),
  receipt_email: emptyable(word).optional(),
  setup_future_usage: emptyable(z.enum(['off_session', 'on_session'])).optional()
}

function checkAmount(value: number): void {
  if (value < LEAST_CENTS) {
    throw invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  }
  if (value > MOST_CENTS) throw invalid('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
}

/** Returns the intent of the address. A browser must send its client secret. */
async function getIntent({ store, id, isBrowser }: Call<unknown>, secret: string | undefined): Promise<Intent> {
  const row = await store.get('payment_intent', id)
  if (isBrowser && row.data.client_secret !== secret) throw missing('payment_intent', id, 'id')
  return row
}

interface Confirmation {
  method: Row<'payment_method'> | null
  offSession: boolean
}

/** Charges the intent. @throws Fault when the card is declined */
async function confirm(
  store: Store,
  intent: Intent,
  { method, offSession }: Confirmation
): Promise<Stripe.PaymentIntent> {
  checkOpen(intent, 'confirm')
  const saved = idOf(intent.data.payment_method)
  const card = method ?? (saved ? await store.get('payment_method', saved) : null)
  if (!card) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      'payment_method',
      'payment_intent_unexpected_state'
    )
  }
  const fault = await tryIntent(store, intent, card, { offSession })
  if (fault) throw fault
  return intent.data
}

export const paymentIntentRoutes: Route[] = [
  route(
    'POST',
    '/v1/payment_intents',
    z.strictObject({
      ...fields,
      amount,
      currency: z.string().regex(/^[a-z]{3}$/, 'must be a code of three small letters'),
      allowed_payment_method_types: z.array(z.literal('card')).optional(),
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      confirm: flag.optional(),
      off_session: flag.optional(),
      return_url: word.optional()
    }),
    async ({ store, input }) => {
      checkAmount(input.amount)
      if (input.off_session && !input.confirm) {
        throw invalid('The parameter `off_session` can only be passed when `confirm` is set to `true`.', 'off_session')
      }
      const customer = input.customer ? await store.get('customer', input.customer, 'customer') : null
      const clock = customer?.clock ?? null
      const method = input.payment_method ? await getMethod(store, input.payment_method, 'payment_method', clock) : null
      if (method) checkOwner(method, input.customer ?? null)
      const intent = await addIntent(
        store,
        {
          amount: input.amount,
          currency: input.currency,
          allowed_payment_method_types: input.allowed_payment_method_types ?? null,
          automatic_payment_methods: input.automatic_payment_methods ?? null,
          customer: input.customer ?? null,
          description: input.description ?? null,
          metadata: mergeMetadata({}, input.metadata),
          payment_method: method?.data.id ?? null,
          receipt_email: input.receipt_email ?? null,
          setup_future_usage: input.setup_future_usage ?? null
        },
        { clock }
      )
      if (!input.confirm) return intent.data
      return confirm(store, intent, { method, offSession: input.off_session ?? false })
    }
  ),

  route(
    'POST',
    '/v1/payment_intents/:id',
    z.strictObject({ ...fields, amount: amount.optional() }),
    async ({ store, input, id }) => {
      const intent = await store.get('payment_intent', id)
      const { metadata: given_metadata, payment_method, customer, ...rest } = input
      // A paid or canceled intent allows changes to its description only.
      if (rest.amount !== undefined || payment_method || customer) checkOpen(intent, 'update')
      if (rest.amount !== undefined) checkAmount(rest.amount)
      if (customer) await store.get('customer', customer, 'customer')
      const method = payment_method && (await getMethod(store, payment_method, 'payment_method', intent.clock))
      if (method) checkOwner(method, customer ?? idOf(intent.data.customer))
      set(intent.data, {
        ...given({ ...rest, customer }),
        metadata: mergeMetadata(intent.data.metadata, given_metadata),
        ...(method ? { payment_method: method.data.id, status: 'requires_confirmation', next_action: null } : {})
      })
      await store.save(intent)
      return intent.data
    }
  ),

  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    z.strictObject({
      payment_method: word.optional(),
      payment_method_data: methodData.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      off_session: flag.optional(),
      client_secret: word.optional(),
      receipt_email: emptyable(word).optional(),
      return_url: word.optional()
    }),
    async call => {
      const { store, input, isBrowser } = call
      const intent = await getIntent(call, input.client_secret)
      checkOpen(intent, 'confirm')
      const { setup_future_usage, receipt_email } = input
      set(intent.data, given({ setup_future_usage, receipt_email }))
      const method = input.payment_method_data
        ? await makeMethod(store, input.payment_method_data, intent.clock)
        : input.payment_method
          ? await getMethod(store, input.payment_method, 'payment_method', intent.clock)
          : null
      return confirm(store, intent, { method, offSession: !isBrowser && (input.off_session ?? false) })
    },
    true
  ),

  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    z.strictObject({
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional()
    }),
    async ({ store, input, id }) => {
      const intent = await store.get('payment_intent', id)
      checkOpen(intent, 'cancel')
      if (intent.hidden.invoice) {
        throw invalid('You cannot cancel the PaymentIntent of an invoice: void the invoice instead.')
      }
      set(intent.data, {
        status: 'canceled',
        canceled_at: await store.time(intent.clock),
        cancellation_reason: input.cancellation_reason ?? null,
        next_action: null
      })
      await store.save(intent)
      await store.emit('payment_intent.canceled', intent)
      return intent.data
    }
  ),

  route(
    'GET',
    '/v1/payment_intents/:id',
    z.strictObject({ client_secret: word.optional() }),
    async call => (await getIntent(call, call.input.client_secret)).data,
    true
  ),
  list('payment_intent', '/v1/payment_intents', { customer: word.optional() }),

  // Only the sandbox has this call. It replaces the window of the bank.
  route(
    'POST',
    '/v1/sandbox/authenticate',
    z.strictObject({ client_secret: word, outcome: z.enum(['complete', 'fail']) }),
    async ({ store, input, isBrowser }) => {
      const [id = ''] = input.client_secret.split('_secret_')
      const hasPassed = input.outcome === 'complete'
      const call: Call<unknown> = { store, input, id, isBrowser: true }
      if (!isBrowser) throw invalid('Only a page authenticates a person: use the publishable key.')
      if (id.startsWith('seti_')) {
        const setup = await getSetup(call, input.client_secret)
        await authenticateSetup(store, setup, hasPassed)
        return setup.data
      }
      const intent = await getIntent(call, input.client_secret)
      const fault = await answerBank(store, intent, hasPassed)
      if (fault) throw fault
      return intent.data
    },
    true
  )
]
