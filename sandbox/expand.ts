/** `expand[]`: replaces ids by their objects. */

import type Stripe from 'stripe'
import { own } from '../domain/lib/own.ts'
import { invalid } from './faults.ts'
import { invoiceExtras } from './invoices.ts'
import type { Kind, Store } from './object-rows.ts'

const DEEPEST = 4
const PREFIXES: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    ch: 'charge',
    clock: 'test_helpers.test_clock',
    cus: 'customer',
    du: 'dispute',
    in: 'invoice',
    pi: 'payment_intent',
    pm: 'payment_method',
    price: 'price',
    re: 'refund',
    seti: 'setup_intent',
    sub: 'subscription'
  } satisfies Record<string, Kind>)
)

type Expandable = Record<string, unknown>

/** Replaces the ids at the given paths inside `object`. @throws Fault when a path cannot be expanded */
export async function expand(store: Store, object: object, paths: string[]): Promise<void> {
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > DEEPEST) {
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, 'expand')
    }
    await walk(store, object as Expandable, names, path)
  }
}

async function walk(store: Store, object: Expandable, [name = '', ...rest]: string[], path: string): Promise<void> {
  if (name === 'data' && Array.isArray(object.data)) {
    for (const inner of object.data) await walk(store, inner, rest, path)
    return
  }
  if (object.object === 'invoice' && (name === 'payments' || name === 'confirmation_secret')) {
    const extras = await invoiceExtras(store, object as unknown as Stripe.Invoice, name)
    Object.assign(object, { [name]: extras })
  }
  if (!Object.hasOwn(object, name)) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  const value = own(object, name)
  if (typeof value === 'string') Object.assign(object, { [name]: await load(store, name, value, path) })
  const next = own(object, name)
  if (rest.length > 0 && typeof next === 'object' && next !== null) await walk(store, next as Expandable, rest, path)
}

async function load(store: Store, name: string, id: string, path: string): Promise<object> {
  // Product ids have no fixed prefix.
  const kind = name === 'product' ? 'product' : PREFIXES.get(id.split('_')[0] ?? '')
  if (!kind) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  // Other readers may share this row, so the copy can be changed.
  return structuredClone((await store.get(kind, id)).data)
}
