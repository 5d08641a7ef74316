/**
 * The browser's side of the rule for pages (domain/lib/page.ts): data comes from the HTML at first, and from `GET
 * /api{path}` afterwards (D-20). It lives in the page cache, so that actions and live events can change it and the page
 * renders again.
 */

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import type { DataOf, Page } from '../../domain/lib/page.ts'
import { CallRefused, isLoginRefusal } from './api.ts'
import { type EmbeddedPage, takeEmbeddedPage } from './embedded.ts'
import { setHead } from './head.ts'
import { asPerson } from './identity.ts'
import { isLineError, LONGEST, tryAgain, within } from './line.ts'
import { addressOf, pageQuery, paramsIn, refreshShownPages } from './page-cache.ts'
import { queryClient } from './query-client.ts'
import { getUser } from './user.ts'

export interface LoadOptions {
  /** A page of /my or /account: for a visitor nothing is fetched and the data is null (MYS-09, MYS-10). */
  personal?: boolean
}

/** A page that was loaded before is shown as it was after this time, and its news when they come. */
const PATIENCE = 3000

/** @param path of the page's contract */
export function pageLoader(path: string, { personal = false }: LoadOptions = {}) {
  return async ({ request: { url }, params }: LoaderFunctionArgs): Promise<null> => {
    const { pathname, search } = new URL(url)
    const query = pageQuery({ path }, { params: paramsIn(path, params), search }, personal)
    const embedded = personal && !getUser() ? null : takeEmbeddedPage(pathname + search)
    const first = embedded && dataOf(embedded)
    if (first) queryClient.setQueryData<unknown>(query.queryKey, first)
    else await loadAgain(query)
    return null
  }
}

/** Without a line, a page that was loaded before is shown as it was then. */
async function loadAgain(query: ReturnType<typeof pageQuery>): Promise<void> {
  const wasLoaded = queryClient.getQueryData(query.queryKey) !== undefined
  const load = () => within(wasLoaded ? PATIENCE : LONGEST, queryClient.fetchQuery({ ...query, staleTime: 0 }))
  try {
    await asPerson(load, isLoginRefusal)
  } catch (error) {
    if (!wasLoaded || !isLineError(error)) throw error
    refreshWhenBack()
  }
}

let stopTrying: (() => void) | null = null

function refreshWhenBack(): void {
  stopTrying ??= tryAgain(() => {
    refreshShownPages().then(
      () => {
        stopTrying?.()
        stopTrying = null
      },
      () => {}
    )
  })
}

/** The HTML of a refused page says only the status. */
const REFUSALS: Record<number, string> = {
  401: 'Please sign in to open this page.',
  403: 'This account is not allowed to open it.',
  404: 'This page does not exist.'
}

/** What the server found for a page, thrown where it refused. */
export function dataOf({ status, serverData }: EmbeddedPage): EmbeddedPage['serverData'] {
  if (status < 400) return serverData
  const message = REFUSALS[status] ?? 'Something went wrong on our side.'
  throw new CallRefused(status, { message, error: message })
}

/** The data of the page at the current address; also sets the document's title and description from it. */
export function usePage<P extends Page>(page: P): DataOf<P> {
  return useShownPage(page, false) as DataOf<P>
}

/** The same for pages loaded as `personal`: null for a visitor. */
export function usePersonalPage<P extends Page>(page: P): DataOf<P> | null {
  return useShownPage(page, true)
}

function useShownPage<P extends Page>(page: P, isPersonal: boolean): DataOf<P> | null {
  const address = addressOf(page, useLocation())
  const { data } = useQuery({
    ...pageQuery<P>(page, address, isPersonal),
    // What failed with nothing to show: a visitor has signed in at an address that is not theirs.
    throwOnError: (_, { state }) => !state.data
  })
  useEffect(() => {
    if (data !== undefined) setHead(data === null ? { title: page.personal ?? '' } : page.head(data as never))
  }, [page, data])
  return data ?? null
}

export function usePagePath(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
