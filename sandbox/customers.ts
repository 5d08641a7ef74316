import type Stripe from 'stripe'
import * as z from 'zod'
import { list, listSchema, pageOf, type Route, retrieve, route } from './call.ts'
import { invalid } from './faults.ts'
import { emptyable, mergeMetadata, metadata, word } from './form.ts'
import { makeId, secretText } from './object-rows.ts'

const fields = {
  email: emptyable(word.max(512)).optional(),
  name: emptyable(word.max(256)).optional(),
  phone: emptyable(word.max(20)).optional(),
  description: emptyable(word).optional(),
  metadata,
  invoice_settings: z.strictObject({ default_payment_method: emptyable(word).optional() }).optional()
}

export const customerRoutes: Route[] = [
  route(
    'POST',
    '/v1/customers',
    z.strictObject({ ...fields, test_clock: word.optional() }),
    async ({ store, input }) => {
      const clock = input.test_clock ?? null
      if (clock) await store.get('test_helpers.test_clock', clock, 'test_clock')
      if (input.invoice_settings?.default_payment_method) {
        throw invalid(
          'A new customer has no payment methods yet: attach one first.',
          'invoice_settings[default_payment_method]'
        )
      }
      const customer: Stripe.Customer = {
        id: makeId('cus'),
        object: 'customer',
        address: null,
        balance: 0,
        created: await store.time(clock),
        currency: null,
        default_source: null,
        delinquent: false,
        description: input.description ?? null,
        discount: null,
        email: input.email ?? null,
        invoice_prefix: secretText(8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null
        },
        livemode: false,
        metadata: mergeMetadata({}, input.metadata),
        name: input.name ?? null,
        next_invoice_sequence: 1,
        phone: input.phone ?? null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: clock
      }
      const row = await store.add('customer', customer, { clock })
      await store.emit('customer.created', row)
      return row.data
    }
  ),

  route('POST', '/v1/customers/:id', z.strictObject(fields), async ({ store, input, id }) => {
    const row = await store.get('customer', id)
    const method = input.invoice_settings?.default_payment_method
    if (method) {
      const { data } = await store.get('payment_method', method, 'invoice_settings[default_payment_method]')
      if (data.customer !== id) {
        throw invalid(
          `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
          'invoice_settings[default_payment_method]',
          'resource_missing'
        )
      }
    }
    const { email, name, phone, description } = input
    const change: Partial<Stripe.Customer> = {
      ...(email === undefined ? {} : { email }),
      ...(name === undefined ? {} : { name }),
      ...(phone === undefined ? {} : { phone }),
      ...(description === undefined ? {} : { description }),
      ...(input.metadata === undefined ? {} : { metadata: mergeMetadata(row.data.metadata, input.metadata) }),
      ...(method === undefined
        ? {}
        : { invoice_settings: { ...row.data.invoice_settings, default_payment_method: method } })
    }
    await store.update('customer.updated', row, change)
    return row.data
  }),

  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    listSchema({ type: z.literal('card').optional() }),
    async ({ store, input, id }) => {
      await store.get('customer', id)
      return pageOf(
        await store.list('payment_method', { customer: id }, input),
        input,
        `/v1/customers/${id}/payment_methods`
      )
    }
  ),

  retrieve('customer', '/v1/customers'),
  list('customer', '/v1/customers', { email: word.optional(), test_clock: word.optional() })
]
