/** Describes one call of the provider's interface: its address, its parameters and the function that runs it. */
import * as z from 'zod'
import { whole, word } from './form.ts'
import type { Kind, Page, Store } from './object-rows.ts'

export interface Call<Input> {
  store: Store
  input: Input
  /** The id in the address; empty when the address has none. */
  id: string
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Contains `:id` where the address has an id. */
  path: string
  schema: z.ZodType
  run: (call: Call<never>) => Promise<object>
  /** Pages make this call with the publishable key. Programs make the others with the secret key. */
  isForPages: boolean
}

type Run<Schema extends z.ZodType> = (call: Call<z.output<Schema>>) => Promise<object>

/** Declares a call of programs. */
export function route<Schema extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: Schema,
  run: Run<Schema>
): Route {
  return { method, path, schema, run, isForPages: false }
}

/** Declares a call of pages. */
export function pageRoute<Schema extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: Schema,
  run: Run<Schema>
): Route {
  return { method, path, schema, run, isForPages: true }
}

/** The schema of a call without parameters. */
export const nothing = z.strictObject({})

/** The parameters of every list. */
const paging = { limit: whole.pipe(z.number().min(1).max(100)).default(10), starting_after: word.optional() }

/** Declares the call that returns one object by its id. */
export function retrieve(kind: Kind, path: string): Route {
  return route('GET', `${path}/:id`, nothing, async ({ store, id }) => (await store.get(kind, id)).data)
}

type Filter = Record<string, unknown>

/**
 * Declares the call that lists objects, newest first.
 * @param filters its further parameters
 * @param where the JSON that the objects must contain, and the JSON that they must not; by default the parameters
 */
export function list(
  kind: Kind,
  path: string,
  filters: Record<string, z.ZodType>,
  where: (given: Filter) => { filter: Filter; not?: Filter } = filter => ({ filter })
): Route {
  return route('GET', path, z.strictObject({ ...paging, ...filters }), async ({ store, input }) => {
    const { limit, starting_after, ...given } = input as Page & Filter
    const { filter, not } = where(given)
    const rows = await store.list(kind, filter, { limit, starting_after, not })
    const data = rows.slice(0, limit).map(row => row.data)
    return { object: 'list', data, has_more: rows.length > limit, url: path }
  })
}
