/** The calls for products and their prices. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { given, list, listSchema, pageOf, type Route, retrieve, route } from './call.ts'
import { invalid } from './faults.ts'
import { emptyable, flag, mergeMetadata, metadata, whole, word } from './form.ts'
import { makeId, type Row, type Store } from './object-rows.ts'

const currency = z.string().regex(/^[a-z]{3}$/, 'must be a code of three small letters')

const productFields = {
  name: word.max(250).optional(),
  description: emptyable(word).optional(),
  active: flag.optional(),
  metadata
}

const priceFields = {
  active: flag.optional(),
  nickname: emptyable(word).optional(),
  lookup_key: emptyable(word.max(200)).optional(),
  transfer_lookup_key: flag.optional(),
  metadata
}

/**
 * Moves a lookup key away from the price that has it. A lookup key belongs to one price.
 * @throws Fault when another price has the key and `mayTransfer` is false
 */
async function takeLookupKey(store: Store, key: string | null | undefined, mayTransfer = false): Promise<void> {
  if (!key) return
  const [owner] = await store.list('price', { lookup_key: key })
  if (!owner) return
  if (!mayTransfer) {
    throw invalid(`A price (\`${owner.data.id}\`) already uses that lookup key.`, 'lookup_key')
  }
  await store.update('price.updated', owner, { lookup_key: null })
}

export const catalogRoutes: Route[] = [
  route(
    'POST',
    '/v1/products',
    z.strictObject({ ...productFields, name: word.max(250), id: word.max(100).optional() }),
    async ({ store, input }) => {
      const id = input.id ?? makeId('prod')
      if (await store.find('product', id)) throw invalid('Product already exists.', 'id', 'resource_already_exists')
      const product: Stripe.Product = {
        id,
        object: 'product',
        active: input.active ?? true,
        created: store.now,
        default_price: null,
        description: input.description ?? null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: mergeMetadata({}, input.metadata),
        name: input.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: null,
        updated: store.now,
        url: null
      }
      const row = await store.add('product', product)
      await store.emit('product.created', row)
      return row.data
    }
  ),
  route('POST', '/v1/products/:id', z.strictObject(productFields), async ({ store, input, id }) => {
    const row = await store.get('product', id)
    const change = { ...input, metadata: mergeMetadata(row.data.metadata, input.metadata), updated: store.now }
    await store.update('product.updated', row, given(change) as Partial<Stripe.Product>)
    return row.data
  }),
  retrieve('product', '/v1/products'),
  list('product', '/v1/products', { active: flag.optional() }),

  route(
    'POST',
    '/v1/prices',
    z.strictObject({
      ...priceFields,
      product: word,
      currency,
      unit_amount: whole.pipe(z.number().min(0)),
      recurring: z
        .strictObject({
          interval: z.enum(['day', 'week', 'month', 'year']),
          interval_count: whole.pipe(z.number().min(1).max(1095)).default(1)
        })
        .optional()
    }),
    async ({ store, input }) => {
      await store.get('product', input.product, 'product')
      await takeLookupKey(store, input.lookup_key, input.transfer_lookup_key)
      const { recurring } = input
      const price: Stripe.Price = {
        id: makeId('price'),
        object: 'price',
        active: input.active ?? true,
        billing_scheme: 'per_unit',
        created: store.now,
        currency: input.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: input.lookup_key ?? null,
        metadata: mergeMetadata({}, input.metadata),
        nickname: input.nickname ?? null,
        product: input.product,
        recurring: recurring ? { ...recurring, meter: null, trial_period_days: null, usage_type: 'licensed' } : null,
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: recurring ? 'recurring' : 'one_time',
        unit_amount: input.unit_amount,
        unit_amount_decimal: String(input.unit_amount) as unknown as Stripe.Decimal
      }
      const row = await store.add('price', price)
      await store.emit('price.created', row)
      return row.data
    }
  ),
  route('POST', '/v1/prices/:id', z.strictObject(priceFields), async ({ store, input, id }) => {
    const row = await store.get('price', id)
    const { transfer_lookup_key, ...change } = input
    if (change.lookup_key !== row.data.lookup_key) await takeLookupKey(store, change.lookup_key, transfer_lookup_key)
    const after = { ...change, metadata: mergeMetadata(row.data.metadata, input.metadata) }
    await store.update('price.updated', row, given(after) as Partial<Stripe.Price>)
    return row.data
  }),
  retrieve('price', '/v1/prices'),
  route(
    'GET',
    '/v1/prices',
    listSchema({
      active: flag.optional(),
      currency: currency.optional(),
      lookup_keys: z.array(word).max(10).optional(),
      product: word.optional(),
      type: z.enum(['one_time', 'recurring']).optional()
    }),
    async ({ store, input }) => {
      const { active, currency, product, type, lookup_keys: keys } = input
      const filter = given({ active, currency, product, type })
      const also = keys && store.isOneOf('lookup_key', keys)
      return pageOf(await store.list('price', filter, input, also), input, '/v1/prices')
    }
  )
]

/** Returns a price that a subscription can use. @throws Fault when the price is inactive or not recurring */
export async function getRecurring(store: Store, id: string, param: string): Promise<Row<'price'>> {
  const row = await store.get('price', id, param)
  if (!row.data.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`, param)
  if (!row.data.recurring) {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      param
    )
  }
  return row
}
