/** Describes one call of the provider's interface: its address, its parameters and the function that runs it. */
import * as z from 'zod'
import { paging } from './form.ts'
import type { Kind, Kinds, Page, Row, Store } from './object-rows.ts'

export interface Call<Input> {
  store: Store
  input: Input
  /** The id in the address; empty when the address has none. */
  id: string
  /** The call was made with the publishable key. */
  isBrowser: boolean
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** Contains `:id` where the address has an id. */
  path: string
  schema: z.ZodType
  run: (call: Call<never>) => Promise<object>
  /** Pages may call it with the publishable key. */
  forBrowsers: boolean
}

/** Declares a call. */
export function route<Schema extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: Schema,
  run: (call: Call<z.output<Schema>>) => Promise<object>,
  forBrowsers = false
): Route {
  return { method, path, schema, run, forBrowsers }
}

/** The schema of a call without parameters. */
export const nothing = z.strictObject({})

/** The schema of a list: the paging parameters and its filters. */
export function listSchema<Shape extends z.core.$ZodShape>(filters: Shape) {
  return z.strictObject({ ...paging, ...filters })
}

/** A page of a list as the provider returns it. */
export function pageOf<K extends Kind>(rows: Row<K>[], page: Page, url: string) {
  const shown = rows.slice(0, page.limit)
  if (page.ending_before) shown.reverse()
  return {
    object: 'list' as const,
    data: shown.map(({ data }): Kinds[K] => data),
    has_more: rows.length > page.limit,
    url
  }
}

/** Removes parameters that were not passed. The rest is compared with the JSON operator `@>`. */
export function given(filter: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** Declares the call that returns one object by its id. */
export function retrieve(kind: Kind, path: string): Route {
  return route('GET', `${path}/:id`, nothing, async ({ store, id }) => (await store.get(kind, id)).data)
}

/** Declares the call that lists objects. @param filters parameters that must equal the field of the same name */
export function list(kind: Kind, path: string, filters: Record<string, z.ZodType> = {}): Route {
  return route('GET', path, listSchema(filters), async ({ store, input }) => {
    const { limit, starting_after, ending_before, created, ...filter } = input as Page & Record<string, unknown>
    const page = { limit, starting_after, ending_before, created }
    return pageOf(await store.list(kind, given(filter), page), page, path)
  })
}
