/** Loaded pages for component tests. */
import type { DataOf, Page } from '../../domain/lib/page.ts'
import { addressOf, pageQuery } from '../lib/page-cache.ts'
import { queryClient } from '../lib/query-client.ts'

/**
 * Puts data of a page into the cache, as its loader does; a test gives as much of it as it shows.
 * @param at path and query
 */
export function putPage(page: Page, at: string, data: object | null): void {
  queryClient.setQueryData<unknown>(keyOf(page, at), data)
}

/** What the cache holds; undefined when the page is not loaded. */
export function pageAt<P extends Page>(page: P, at: string): DataOf<P> | null | undefined {
  return queryClient.getQueryData(keyOf(page, at))
}

function keyOf<P extends Page>(page: P, at: string) {
  const { pathname, search } = new URL(at, 'http://localhost')
  return pageQuery<P>(page, addressOf(page, { pathname, search })).queryKey
}
