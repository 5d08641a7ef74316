/** A call of the provider's interface: its address, its parameters and what it does. */
import * as z from 'zod'
import { paging } from './form.ts'
import type { Kind, Kinds, Page, Row, Store } from './object-rows.ts'

export interface Call<Input> {
  store: Store
  input: Input
  /** The id in the address, or nothing. */
  id: string
  /** A browser calls, with the publishable key. */
  isBrowser: boolean
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** With `:id` for an id. */
  path: string
  schema: z.ZodType
  run: (call: Call<never>) => Promise<object>
  /** Pages may call it with the publishable key. */
  forBrowsers: boolean
}

export function route<Schema extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: Schema,
  run: (call: Call<z.output<Schema>>) => Promise<object>,
  forBrowsers = false
): Route {
  return { method, path, schema, run, forBrowsers }
}

export const nothing = z.strictObject({})

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

/** Without what was not given: it is compared by `@>`. */
export function given(filter: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

export function retrieve(kind: Kind, path: string): Route {
  return route('GET', `${path}/:id`, nothing, async ({ store, id }) => (await store.get(kind, id)).data)
}

/** @param filters parameters that must be equal to the field of the same name */
export function list(kind: Kind, path: string, filters: Record<string, z.ZodType> = {}): Route {
  return route('GET', path, listSchema(filters), async ({ store, input }) => {
    const { limit, starting_after, ending_before, created, ...filter } = input as Page & Record<string, unknown>
    const page = { limit, starting_after, ending_before, created }
    return pageOf(await store.list(kind, given(filter), page), page, path)
  })
}
