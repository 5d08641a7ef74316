/** Lists are cut in SQL: a page asks for one row more than it shows, which tells whether there is a next one (D-22). */
import * as z from 'zod/mini'
import { pageNumber } from '../../domain/lib/fields.ts'

export interface Slice {
  limit: number
  offset: number
}

export function sliceOf(query: Record<string, unknown>, perPage: number): Slice {
  const page = z.parse(pageNumber, query.page as string | undefined)
  return { limit: perPage + 1, offset: (page - 1) * perPage }
}
