/** The calls for setup intents, which save a card without charging it. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { askedMethod, askPerson, NOT_PROVED } from './attempts.ts'
import { pageRoute, type Route, route } from './call.ts'
import { declineOnSaving, wantsAuthentication } from './cards.ts'
import { Fault, missing } from './faults.ts'
import { mergeMetadata, metadata, word } from './form.ts'
import { idOf, makeId, type Row, type Store, secretText } from './object-rows.ts'
import { checkOwner, type Method, saveMethod } from './payment-methods.ts'
import { each } from './shapes.ts'

type Setup = Row<'setup_intent'>

async function confirm(store: Store, setup: Setup, method: Method): Promise<void> {
  const behaviour = method.hidden.behaviour ?? 'pay'
  const decline = declineOnSaving(behaviour)
  if (decline) throw await refuse(store, setup, { type: 'card_error', ...decline })
  if (!wantsAuthentication(behaviour, false)) return succeed(store, setup, method)
  await store.update('setup_intent.requires_action', setup, askPerson(setup, method))
}

async function succeed(store: Store, setup: Setup, method: Method): Promise<void> {
  method.hidden.isSetUp = true
  await store.save(method)
  await saveMethod(store, method, idOf(setup.data.customer) ?? '')
  await store.update('setup_intent.succeeded', setup, { status: 'succeeded', next_action: null })
}

async function refuse(store: Store, setup: Setup, reason: Fault['body']): Promise<Fault> {
  await store.update('setup_intent.setup_failed', setup, {
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: reason as Stripe.SetupIntent.LastSetupError,
    next_action: null
  })
  return new Fault(402, reason, true)
}

/** Finishes an authentication. @throws Fault when the bank did not accept it */
export async function authenticateSetup(store: Store, setup: Setup, hasPassed: boolean): Promise<void> {
  const method = await askedMethod(store, setup)
  if (hasPassed) return succeed(store, setup, method)
  const code = 'setup_intent_authentication_failure'
  throw await refuse(store, setup, { type: 'invalid_request_error', code, message: NOT_PROVED })
}

/** The setup intent with this client secret, which only its page knows. */
export async function getSetup(store: Store, id: string, secret: string): Promise<Setup> {
  const row = await store.get('setup_intent', id)
  if (row.data.client_secret !== secret) throw missing('setup_intent', id, 'id')
  return row
}

export const setupIntentRoutes: Route[] = [
  route(
    'POST',
    '/v1/setup_intents',
    z.strictObject({
      customer: word,
      payment_method: word,
      allowed_payment_method_types: z.tuple([z.literal('card')]),
      usage: z.literal('off_session'),
      confirm: z.literal('true'),
      metadata
    }),
    async ({ store, input }) => {
      await store.get('customer', input.customer, 'customer')
      const method = await store.get('payment_method', input.payment_method, 'payment_method')
      checkOwner(method, input.customer)
      const id = makeId('seti')
      const data: Stripe.SetupIntent = {
        id,
        object: 'setup_intent',
        allowed_payment_method_types: input.allowed_payment_method_types,
        client_secret: `${id}_secret_${secretText(25)}`,
        created: store.now,
        customer: input.customer,
        livemode: false,
        metadata: mergeMetadata({}, input.metadata),
        payment_method: method.data.id,
        payment_method_options: {},
        payment_method_types: ['card'],
        status: 'requires_confirmation',
        usage: input.usage,
        ...each(null, 'application automatic_payment_methods cancellation_reason description'),
        ...each(null, 'excluded_payment_method_types flow_directions last_setup_error latest_attempt mandate'),
        ...each(null, 'next_action on_behalf_of payment_method_configuration_details single_use_mandate')
      }
      const row = await store.add('setup_intent', data, { event: 'setup_intent.created' })
      await confirm(store, row, method)
      return row.data
    }
  ),

  pageRoute('GET', '/v1/setup_intents/:id', z.strictObject({ client_secret: word }), async ({ store, id, input }) => {
    return (await getSetup(store, id, input.client_secret)).data
  })
]
