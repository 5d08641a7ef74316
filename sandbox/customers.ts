import type Stripe from 'stripe'
import * as z from 'zod'
import { type Route, retrieve, route } from './call.ts'
import { emptyable, mergeMetadata, metadata, word } from './form.ts'
import { makeId } from './object-rows.ts'
import { checkSaved } from './payment-methods.ts'
import { each } from './shapes.ts'

const DEFAULT_CARD = 'invoice_settings[default_payment_method]'

export const customerRoutes: Route[] = [
  route(
    'POST',
    '/v1/customers',
    z.strictObject({ email: emptyable.optional(), name: emptyable.optional(), metadata }),
    async ({ store, input: { email = null, name = null, metadata } }) => {
      const customer: Stripe.Customer = {
        id: makeId('cus'),
        object: 'customer',
        balance: 0,
        created: store.now,
        email,
        invoice_settings: each(null, 'custom_fields default_payment_method footer rendering_options'),
        livemode: false,
        metadata: mergeMetadata({}, metadata),
        name,
        ...each(null, 'address default_source description discount phone shipping')
      }
      return (await store.add('customer', customer, { event: 'customer.created' })).data
    }
  ),

  route(
    'POST',
    '/v1/customers/:id',
    z.strictObject({
      email: emptyable.optional(),
      name: emptyable.optional(),
      invoice_settings: z.strictObject({ default_payment_method: word }).optional()
    }),
    async ({ store, input: { invoice_settings, ...names }, id }) => {
      const row = await store.get('customer', id)
      if (invoice_settings) await checkSaved(store, invoice_settings.default_payment_method, id, DEFAULT_CARD)
      await store.update('customer.updated', row, {
        ...names,
        invoice_settings: { ...row.data.invoice_settings, ...invoice_settings }
      })
      return row.data
    }
  ),

  retrieve('customer', '/v1/customers')
]
