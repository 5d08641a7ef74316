/**
 * The data of every page that was opened, read and changed by the page's contract. The key of an entry is the
 * contract's path, its parameters and the query of the address, so all addresses of one page share it. Null is the data
 * of a personal page for a visitor.
 */

import { type Query, queryOptions } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { own } from '../../domain/lib/own.ts'
import type { DataOf, Page } from '../../domain/lib/page.ts'
import { request } from './api.ts'
import { queryClient } from './query-client.ts'
import { getUser } from './user.ts'

type Params = Record<string, string>

/** The address of a page of a contract. */
export interface PageAddress {
  params: Params
  /** The query with its `?`; empty without one. */
  search: string
}

interface Location {
  pathname: string
  search: string
}

const PAGES = ['page'] as const

/** The parameters that the path names. An alias may have more, such as the activity of a session. */
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

/** Decodes a segment as the router does: an encoded slash does not end it, and a wrong encoding stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('/', '%2F')
  } catch {
    return segment
  }
}

/** For `useQuery`, and for the loader, which knows a page by its path alone. */
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

/** Says what of a page stays that the server does not send with it, when the page is loaded again. */
export function keepOnReload<P extends Page>(
  { path }: P,
  keep: (before: DataOf<P>, now: DataOf<P>) => DataOf<P>
): void {
  keeping.set(path, keep)
}

/** The data of a page, for what shows a part of it elsewhere. */
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

/** The queries of these contracts. */
function queriesOf(pages: Page | readonly Page[]) {
  const paths = [pages].flat().map(({ path }) => path)
  return { queryKey: PAGES, predicate: ({ queryKey: [, path] }: Query) => paths.includes(String(path)) }
}

/** The data of every loaded page of the contracts. */
export function readPages<P extends Page>(pages: P | readonly P[], on: 'screen' | 'any' = 'any'): DataOf<P>[] {
  const filter = { ...queriesOf(pages), type: on === 'screen' ? ('active' as const) : ('all' as const) }
  return queryClient.getQueriesData<DataOf<P> | null>(filter).flatMap(([, data]) => data ?? [])
}

/**
 * Changes the data of every loaded page of the contracts at once, after a response or a live event: the page on screen
 * and those that one may go back to.
 *
 * @param change returns the same object for a page that stays as it is
 */
export function changePages<P extends Page>(pages: P | readonly P[], change: (data: DataOf<P>) => DataOf<P>): void {
  queryClient.setQueriesData<DataOf<P> | null>(queriesOf(pages), data => {
    const changed = data ? change(data) : data
    return changed === data ? undefined : changed
  })
}

/**
 * Loads the pages of the contracts from the server again: those on screen now, the others when they are opened.
 *
 * @param which limits the pages; without it also those without data are loaded
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

/** The same for every page. */
export function reloadAllPages(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: PAGES })
}

/** Loads what is on screen from the server again, and fails when that is not possible. */
export function refreshShownPages(): Promise<void> {
  return queryClient.refetchQueries({ queryKey: PAGES, type: 'active' }, { throwOnError: true })
}
