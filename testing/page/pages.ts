/** Puts loaded pages into the cache, for component tests. */

import { addressOf, pageQuery, queryClient } from '../../client/lib/page-cache.ts'
import type { DataOf, Page } from '../../domain/lib/page.ts'

/**
 * Puts a page's data into the cache, as its loader does. A test gives only the data that it needs.
 * @param at path and query
 */
export function putPage(page: Page, at: string, data: object | null): void {
  queryClient.setQueryData<unknown>(keyOf(page, at), data)
}

/** The page's data in the cache, or undefined if the page is not loaded. */
export function pageAt<P extends Page>(page: P, at: string): DataOf<P> | null | undefined {
  return queryClient.getQueryData(keyOf(page, at))
}

function keyOf<P extends Page>(page: P, at: string) {
  const { pathname, search } = new URL(at, 'http://localhost')
  return pageQuery<P>(page, addressOf(page, { pathname, search })).queryKey
}
