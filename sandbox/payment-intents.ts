/** The calls for payment intents, made by programs and by pages. */
import * as z from 'zod'
import { addIntent, checkOpen, type Intent } from './attempts.ts'
import { list, pageRoute, type Route, retrieve, route } from './call.ts'
import { missing } from './faults.ts'
import { mergeMetadata, metadata, whole, word } from './form.ts'
import { answerBank, tryIntent } from './invoices.ts'
import type { Store } from './object-rows.ts'
import { authenticateSetup, getSetup } from './setup-intents.ts'

const amount = whole.pipe(z.number().min(50).max(99_999_999))

/** The intent with this client secret, which only its page knows. */
async function getIntent(store: Store, id: string, secret: string): Promise<Intent> {
  const row = await store.get('payment_intent', id)
  if (row.data.client_secret !== secret) throw missing('payment_intent', id, 'id')
  return row
}

export const paymentIntentRoutes: Route[] = [
  route(
    'POST',
    '/v1/payment_intents',
    z.strictObject({
      amount,
      currency: z.literal('usd'),
      customer: word.optional(),
      allowed_payment_method_types: z.tuple([z.literal('card')]).optional(),
      metadata
    }),
    async ({ store, input }) => {
      if (input.customer) await store.get('customer', input.customer, 'customer')
      return (await addIntent(store, { ...input, metadata: mergeMetadata({}, input.metadata) })).data
    }
  ),

  route(
    'POST',
    '/v1/payment_intents/:id',
    z.strictObject({ amount: amount.optional(), metadata }),
    async ({ store, input, id }) => {
      const intent = await store.get('payment_intent', id)
      checkOpen(intent)
      intent.data.metadata = mergeMetadata(intent.data.metadata, input.metadata)
      intent.data.amount = input.amount ?? intent.data.amount
      await store.save(intent)
      return intent.data
    }
  ),

  retrieve('payment_intent', '/v1/payment_intents'),
  list('payment_intent', '/v1/payment_intents', { customer: word.optional() }),

  pageRoute(
    'POST',
    '/v1/payment_intents/:id/confirm',
    z.strictObject({ payment_method: word, client_secret: word }),
    async ({ store, input, id }) => {
      const intent = await getIntent(store, id, input.client_secret)
      checkOpen(intent)
      const method = await store.get('payment_method', input.payment_method, 'payment_method')
      const fault = await tryIntent(store, intent, method)
      if (fault) throw fault
      return intent.data
    }
  ),

  // Only the sandbox has this call. It replaces the window of the bank.
  pageRoute(
    'POST',
    '/v1/sandbox/authenticate',
    z.strictObject({ client_secret: word, outcome: z.enum(['complete', 'fail']) }),
    async ({ store, input: { client_secret, outcome } }) => {
      const [id = ''] = client_secret.split('_secret_')
      const hasPassed = outcome === 'complete'
      if (id.startsWith('seti_')) {
        const setup = await getSetup(store, id, client_secret)
        await authenticateSetup(store, setup, hasPassed)
        return setup.data
      }
      const intent = await getIntent(store, id, client_secret)
      const fault = await answerBank(store, intent, hasPassed)
      if (fault) throw fault
      return intent.data
    }
  )
]
