/** `expand[]`: adds the objects that the app asks for. */
import { own } from '../domain/lib/own.ts'
import { invalid } from './faults.ts'
import { confirmationOf, paymentsOf } from './invoices.ts'
import type { Kind, Store } from './object-rows.ts'

type Expandable = Record<string, unknown> & { id: string }

const REFERENCES: ReadonlyMap<string, Kind> = new Map([
  ['payment_method', 'payment_method'],
  ['latest_invoice', 'invoice']
])

/** Loads the field at a path such as `latest_invoice.confirmation_secret`. @throws Fault when it cannot be expanded */
export async function expand(store: Store, object: Expandable, [name, ...rest]: string[]): Promise<void> {
  if (name === undefined) return
  if (name === 'data' && Array.isArray(object.data)) {
    for (const inner of object.data) await expand(store, inner, rest)
    return
  }
  const value = await load(store, object, name)
  Object.assign(object, { [name]: value })
  if (value) await expand(store, value as Expandable, rest)
}

async function load(store: Store, object: Expandable, name: string): Promise<unknown> {
  if (name === 'payments') return paymentsOf(await store.get('invoice', object.id))
  if (name === 'confirmation_secret') return confirmationOf(store, await store.get('invoice', object.id))
  const kind = REFERENCES.get(name)
  if (!kind) throw invalid(`This property cannot be expanded (${name}).`, 'expand')
  const value = own(object, name)
  // Other readers may share this row, so the copy can be changed.
  return typeof value === 'string' ? structuredClone((await store.get(kind, value)).data) : value
}
