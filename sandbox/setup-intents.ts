/** The calls for setup intents, which save a card without charging it. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { askPerson, idOf, NOT_PROVED } from './attempts.ts'
import { type Call, list, type Route, route } from './call.ts'
import { declineOnSaving, wantsAuthentication } from './cards.ts'
import { Fault, invalid, missing } from './faults.ts'
import { emptyable, flag, mergeMetadata, metadata, word } from './form.ts'
import { makeId, type Row, type Store, secretText, set } from './object-rows.ts'
import { behaviourOf, checkOwner, getMethod, makeMethod, methodData, saveMethod } from './payment-methods.ts'

type Setup = Row<'setup_intent'>
type Method = Row<'payment_method'>

function checkOpen({ data }: Setup, deed: string): void {
  if (data.status !== 'succeeded' && data.status !== 'canceled') return
  throw new Fault(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${deed} this SetupIntent because it has a status of ${data.status}.`,
    setup_intent: data
  })
}

async function confirm(store: Store, setup: Setup, method: Method): Promise<void> {
  checkOpen(setup, 'confirm')
  checkOwner(method, idOf(setup.data.customer))
  const behaviour = behaviourOf(method)
  const decline = declineOnSaving(behaviour)
  if (decline) throw await refuse(store, setup, method, { type: 'card_error', ...decline })
  if (!wantsAuthentication(behaviour, false)) return succeed(store, setup, method)
  set(setup.data, { ...askPerson(setup, method), last_setup_error: null })
  await store.save(setup)
  await store.emit('setup_intent.requires_action', setup)
}

async function succeed(store: Store, setup: Setup, method: Method): Promise<void> {
  method.hidden.isSetUp = true
  await store.save(method)
  const customer = idOf(setup.data.customer)
  if (customer) await saveMethod(store, method, customer)
  set(setup.data, {
    status: 'succeeded',
    payment_method: method.data.id,
    last_setup_error: null,
    next_action: null
  })
  await store.save(setup)
  await store.emit('setup_intent.succeeded', setup)
}

async function refuse(
  store: Store,
  setup: Setup,
  { data: payment_method }: Method,
  reason: { type: 'card_error' | 'invalid_request_error'; code: string; decline_code?: string; message: string }
): Promise<Fault> {
  set(setup.data, {
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: { ...reason, payment_method },
    next_action: null
  })
  await store.save(setup)
  await store.emit('setup_intent.setup_failed', setup)
  return new Fault(402, { ...reason, payment_method, setup_intent: setup.data }, true)
}

/** Finishes an authentication. @throws Fault when the bank did not accept it */
export async function authenticateSetup(store: Store, setup: Setup, hasPassed: boolean): Promise<void> {
  const method = idOf(setup.data.payment_method)
  if (setup.data.status !== 'requires_action' || !method) {
    throw invalid('This card does not wait for authentication.', undefined, 'setup_intent_unexpected_state')
  }
  const row = await store.get('payment_method', method)
  if (hasPassed) return succeed(store, setup, row)
  throw await refuse(store, setup, row, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: NOT_PROVED
  })
}

/** Returns the intent of the address. A browser must send its client secret. */
export async function getSetup({ store, id, isBrowser }: Call<unknown>, secret: string | undefined): Promise<Setup> {
  const row = await store.get('setup_intent', id)
  if (isBrowser && row.data.client_secret !== secret) throw missing('setup_intent', id, 'id')
  return row
}

export const setupIntentRoutes: Route[] = [
  route(
    'POST',
    '/v1/setup_intents',
    z.strictObject({
      customer: word.optional(),
      payment_method: word.optional(),
      allowed_payment_method_types: z.array(z.literal('card')).optional(),
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      usage: z.enum(['off_session', 'on_session']).default('off_session'),
      confirm: flag.optional(),
      description: emptyable(word).optional(),
      return_url: word.optional(),
      metadata
    }),
    async ({ store, input }) => {
      const customer = input.customer ? await store.get('customer', input.customer, 'customer') : null
      const clock = customer?.clock ?? null
      const method = input.payment_method && (await getMethod(store, input.payment_method, 'payment_method', clock))
      if (input.confirm && !method)
        throw invalid('You cannot confirm this SetupIntent because it is missing a payment method.', 'payment_method')
      if (method) checkOwner(method, input.customer ?? null)
      const id = makeId('seti')
      const data: Stripe.SetupIntent = {
        id,
        object: 'setup_intent',
        allowed_payment_method_types: input.allowed_payment_method_types ?? null,
        application: null,
        automatic_payment_methods: input.automatic_payment_methods ?? null,
        cancellation_reason: null,
        client_secret: `${id}_secret_${secretText(25)}`,
        created: await store.time(clock),
        customer: input.customer ?? null,
        description: input.description ?? null,
        excluded_payment_method_types: null,
        flow_directions: null,
        last_setup_error: null,
        latest_attempt: null,
        livemode: false,
        mandate: null,
        metadata: mergeMetadata({}, input.metadata),
        next_action: null,
        on_behalf_of: null,
        payment_method: method ? method.data.id : null,
        payment_method_configuration_details: null,
        payment_method_options: {},
        payment_method_types: ['card'],
        single_use_mandate: null,
        status: method ? 'requires_confirmation' : 'requires_payment_method',
        usage: input.usage
      }
      const row = await store.add('setup_intent', data, { clock })
      await store.emit('setup_intent.created', row)
      if (input.confirm && method) await confirm(store, row, method)
      return row.data
    }
  ),

  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    z.strictObject({
      payment_method: word.optional(),
      payment_method_data: methodData.optional(),
      client_secret: word.optional(),
      return_url: word.optional()
    }),
    async call => {
      const { store, input } = call
      const setup = await getSetup(call, input.client_secret)
      checkOpen(setup, 'confirm')
      const id = input.payment_method ?? idOf(setup.data.payment_method)
      const method = input.payment_method_data
        ? await makeMethod(store, input.payment_method_data, setup.clock)
        : id
          ? await getMethod(store, id, 'payment_method', setup.clock)
          : null
      if (!method)
        throw invalid('You cannot confirm this SetupIntent because it is missing a payment method.', 'payment_method')
      await confirm(store, setup, method)
      return setup.data
    },
    true
  ),

  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    z.strictObject({ cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional() }),
    async ({ store, input, id }) => {
      const row = await store.get('setup_intent', id)
      checkOpen(row, 'cancel')
      const cancellation_reason = input.cancellation_reason ?? null
      set(row.data, { status: 'canceled', cancellation_reason, next_action: null })
      await store.save(row)
      await store.emit('setup_intent.canceled', row)
      return row.data
    }
  ),

  route(
    'GET',
    '/v1/setup_intents/:id',
    z.strictObject({ client_secret: word.optional() }),
    async call => (await getSetup(call, call.input.client_secret)).data,
    true
  ),
  list('setup_intent', '/v1/setup_intents', { customer: word.optional(), payment_method: word.optional() })
]
