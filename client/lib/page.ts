/**
 * The page's side of the one rule for pages (domain/lib/page.ts): data from the HTML at first, by `GET /api{path}`
 * afterwards (D-20). It lives in the query cache under `['page', path]`, so that actions and live events can change it
 * and whoever shows it renders again.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import type { DataOf, Page } from '../../domain/lib/page.ts'
import { CallRefused, request } from './api.ts'
import { takeEmbeddedPage } from './embedded.ts'
import { setHead } from './head.ts'
import { queryClient } from './query-client.ts'
import { getUser } from './user.ts'

type ServerData = Record<string, unknown>

export interface LoadOptions {
  /** A page of /my or /account: a visitor causes no fetch and the page gets null (MYS-09, MYS-10). */
  personal?: boolean
}

/** The HTML of a page that was refused says with which status, not in which words. */
const REFUSALS: Record<number, string> = {
  401: 'Please sign in to open this page.',
  403: 'This account is not allowed to open it.',
  404: 'This page does not exist.'
}

const optionsOf = new Map<string, LoadOptions>()

export function pageLoader(options: LoadOptions) {
  return async ({ request: { url } }: LoaderFunctionArgs): Promise<null> => {
    const { pathname, search } = new URL(url)
    const path = pathname + search
    optionsOf.set(path, options)
    const queryKey = ['page', path]
    if (options.personal && !getUser()) {
      queryClient.setQueryData(queryKey, null)
      return null
    }
    const first = firstData(path)
    if (first) queryClient.setQueryData(queryKey, first)
    else await queryClient.fetchQuery({ queryKey, queryFn: () => fetchPage(path), staleTime: 0 })
    return null
  }
}

function firstData(path: string): ServerData | null {
  const first = takeEmbeddedPage(path)
  if (!first) return null
  if (first.status >= 400) {
    const message = REFUSALS[first.status] ?? 'Something went wrong on our side.'
    throw new CallRefused(first.status, { message, error: message })
  }
  return first.serverData
}

async function fetchPage(path: string): Promise<ServerData | null> {
  const { personal } = optionsOf.get(path) ?? {}
  if (personal && !getUser()) return null
  const [pathname, query] = path.split('?')
  const url = `/api${pathname === '/' ? '' : pathname}${query ? `?${query}` : ''}`
  const answer = (await request('GET', url)) as { serverData?: ServerData } | null
  if (answer?.serverData) return answer.serverData
  console.warn(`${url} answered without serverData`)
  throw new Error('The page arrived without its data.')
}

/** The data of the page at the current address; also sets the document's title and description from it. */
export function usePage<P extends Page>(page: P): DataOf<P> {
  return usePersonalPage(page) as DataOf<P>
}

/** The same for pages loaded as `personal`: null for a visitor. */
export function usePersonalPage<P extends Page>(page: P): DataOf<P> | null {
  const path = usePagePath()
  const { data } = useQuery({ queryKey: ['page', path], queryFn: () => fetchPage(path) })
  useEffect(() => {
    // A visitor's personal page has no data, and those heads need none.
    if (data !== undefined) setHead(page.head((data ?? {}) as never))
  }, [page, data])
  return (data ?? null) as DataOf<P> | null
}

export function usePagePath(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}

/** Changes the data of a page at once, such as by an answer or a live event. Without data there is nothing to change. */
export function changePage<P extends Page>(_page: P, path: string, change: (data: DataOf<P>) => DataOf<P>): void {
  queryClient.setQueryData(['page', path], (data: DataOf<P> | null | undefined) => (data ? change(data) : data))
}

/** Asks the server again for every page on screen. */
export function reloadPages(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['page'] })
}
