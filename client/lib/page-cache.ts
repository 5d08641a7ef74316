/**
 * The data of all opened pages, read and changed by the page's contract. The key of an entry is the contract's path,
 * its parameters and the query string, so all addresses of one page share it. The data of a personal page is null for
 * a visitor.
 */

import { notifyManager, type Query, QueryClient, queryOptions } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { own } from '../../domain/lib/own.ts'
import type { DataOf, Page } from '../../domain/lib/page.ts'
import { request } from './api.ts'
import { getUser } from './user.ts'

type Params = Record<string, string>

/** The address of a page, as its contract names it. */
export interface PageAddress {
  params: Params
  /** The query string with its `?`; may be empty. */
  search: string
}

interface Location {
  pathname: string
  search: string
}

const PAGES = ['page'] as const

/** The parameters in the path. An alias may have more, such as the activity of a session. */
export function paramsIn(path: string, params: Record<string, string | undefined>): Params {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map(name => [name, own(params, name) ?? '']))
}

export function addressOf({ path, aliases = [] }: Page, { pathname, search }: Location): PageAddress {
  const decodedPath = pathname.split('/').map(decoded).join('/')
  for (const each of [path, ...aliases]) {
    const match = matchPath(each, decodedPath)
    if (match) return { params: paramsIn(path, match.params), search }
  }
  throw new Error(`${pathname} is no address of the page ${path}`)
}

/** Decodes a segment as the router does. An encoded slash does not end it, and invalid encodings stay unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}

/** The query of a page, for `useQuery` and for the loader, which knows only the page's path. */
export function pageQuery<P extends Page>({ path }: Pick<P, 'path'>, address: PageAddress, isPersonal = false) {
  return queryOptions({
    queryKey: [...PAGES, path, address.params, address.search],
    queryFn: async ({ client, queryKey }) => {
      if (isPersonal && !getUser()) return null
      const now = await fetchPage<P>(path, address)
      const before = client.getQueryData(queryKey)
      const keep = keeping.get(path)
      return before && keep ? (keep(before as never, now as never) as DataOf<P>) : now
    }
  })
}

const keeping = new Map<string, (before: never, now: never) => unknown>()

/** Sets which data of a page survives a reload although the server does not send it. */
export function keepOnReload<P extends Page>(
  { path }: P,
  keep: (before: DataOf<P>, now: DataOf<P>) => DataOf<P>
): void {
  keeping.set(path, keep)
}

/** Fetches the data of a page without caching it, to show a part of it elsewhere. */
export function readPage<P extends Page>({ path }: P, params: Params = {}, search = ''): Promise<DataOf<P>> {
  return fetchPage<P>(path, { params, search })
}

async function fetchPage<P extends Page>(path: string, { params, search }: PageAddress): Promise<DataOf<P>> {
  const url = `/api${path === '/' ? '' : fillPath(path, params)}${search}`
  const response = (await request('GET', url)) as { serverData?: DataOf<P> } | null
  if (response?.serverData) return response.serverData
  console.warn(`${url} returned no serverData`)
  throw new Error('The page arrived without its data.')
}

/** Matches the queries of these contracts. */
function queriesOf(pages: Page | readonly Page[]) {
  const paths = [pages].flat().map(({ path }) => path)
  return { queryKey: PAGES, predicate: ({ queryKey: [, path] }: Query) => paths.includes(String(path)) }
}

/** The data of every loaded page of these contracts. */
export function readPages<P extends Page>(pages: P | readonly P[], on: 'screen' | 'any' = 'any'): DataOf<P>[] {
  const filter = { ...queriesOf(pages), type: on === 'screen' ? ('active' as const) : ('all' as const) }
  return queryClient.getQueriesData<DataOf<P> | null>(filter).flatMap(([, data]) => data ?? [])
}

/**
 * Changes the data of every loaded page of these contracts, on screen or not, after a response or a live event.
 * @param change returns the same object if the page stays as it is
 */
export function changePages<P extends Page>(pages: P | readonly P[], change: (data: DataOf<P>) => DataOf<P>): void {
  queryClient.setQueriesData<DataOf<P> | null>(queriesOf(pages), data => {
    const changed = data ? change(data) : data
    return changed === data ? undefined : changed
  })
}

/**
 * Reloads the pages of these contracts: those on screen now, the others when they open.
 * @param which selects pages by their data; without it pages without data reload too
 */
export function reloadPages<P extends Page>(
  pages: P | readonly P[],
  which?: (data: DataOf<P>) => boolean
): Promise<void> {
  const { queryKey, predicate } = queriesOf(pages)
  return queryClient.invalidateQueries({
    queryKey,
    predicate: query => predicate(query) && (!which || (!!query.state.data && which(query.state.data as DataOf<P>)))
  })
}

/** Reloads all pages in the same way. */
export function reloadAllPages(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: PAGES })
}

/** Reloads the pages on screen, and throws if that fails. */
export function refreshShownPages(): Promise<void> {
  return queryClient.refetchQueries({ queryKey: PAGES, type: 'active' }, { throwOnError: true })
}

/**
 * Notifies in the same task, so that state from before a response disappears in the frame that shows the response.
 */
notifyManager.setScheduler(queueMicrotask)

/** Data stays valid until code marks it as changed. A page reloads on navigation, not on focus. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Otherwise the browser's offline state would delay navigations silently.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false
      }
    }
  })

export const queryClient = createQueryClient()

/** When the oldest data on the screen is from, by the device's clock; null when nothing is shown. */
export function oldestShown(): number | null {
  const shown = queryClient.getQueryCache().findAll({ queryKey: PAGES, type: 'active' })
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter(at => at > 0)
  return times.length > 0 ? Math.min(...times) : null
}
