/** Lists are cut in SQL: a page asks for one row more than it shows, which tells whether there is a next one (D-22). */
import * as z from 'zod/mini'
import { pageNumber } from '../../domain/lib/fields.ts'

export interface Slice {
  limit: number
  offset: number
}

export function sliceOf(query: Record<string, unknown>, perPage: number): Slice {
  // `?page=1&page=2` is a list, which is unreadable like any other nonsense (API-08).
  const { data: page = 1 } = z.safeParse(pageNumber, query.page)
  return { limit: perPage + 1, offset: (page - 1) * perPage }
}
