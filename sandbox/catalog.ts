/** The calls for products and their prices. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { list, type Route, route } from './call.ts'
import { invalid } from './faults.ts'
import { flag, mergeMetadata, metadata, whole, word } from './form.ts'
import { makeId } from './object-rows.ts'
import { each } from './shapes.ts'

export const catalogRoutes: Route[] = [
  route('POST', '/v1/products', z.strictObject({ name: word.max(250), metadata }), async ({ store, input }) => {
    const product: Stripe.Product = {
      id: makeId('prod'),
      object: 'product',
      active: true,
      created: store.now,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: mergeMetadata({}, input.metadata),
      name: input.name,
      type: 'service',
      updated: store.now,
      ...each(null, 'default_price description package_dimensions shippable tax_details url')
    }
    return (await store.add('product', product, { event: 'product.created' })).data
  }),

  route(
    'POST',
    '/v1/prices',
    z.strictObject({
      product: word,
      currency: z.literal('usd'),
      unit_amount: whole.pipe(z.number().min(50)),
      lookup_key: word.max(200),
      recurring: z.strictObject({ interval: z.literal('day'), interval_count: whole.pipe(z.number().min(1).max(1095)) })
    }),
    async ({ store, input }) => {
      await store.get('product', input.product, 'product')
      const [owner] = await store.list('price', { lookup_key: input.lookup_key })
      if (owner) throw invalid(`A price (\`${owner.data.id}\`) already uses that lookup key.`, 'lookup_key')
      const price: Stripe.Price = {
        ...input,
        id: makeId('price'),
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: store.now,
        livemode: false,
        metadata: {},
        recurring: { ...input.recurring, ...each(null, 'meter trial_period_days'), usage_type: 'licensed' },
        tax_behavior: 'unspecified',
        type: 'recurring',
        unit_amount_decimal: String(input.unit_amount) as unknown as Stripe.Decimal,
        ...each(null, 'custom_unit_amount nickname tiers_mode transform_quantity')
      }
      return (await store.add('price', price, { event: 'price.created' })).data
    }
  ),
  list(
    'price',
    '/v1/prices',
    { lookup_keys: z.tuple([word]).transform(([key]) => key), active: flag },
    ({ lookup_keys: lookup_key, active }) => ({ filter: { lookup_key, active } })
  )
]
