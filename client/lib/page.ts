/**
 * The browser's part of the rule for pages (domain/lib/page.ts): the first data comes from the HTML, later data from
 * `GET /api{path}` (D-20). It is in the page cache, so that actions and live events can change it.
 */

import { useStore } from '@nanostores/react'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { atom } from 'nanostores'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import type { DataOf, Page } from '../../domain/lib/page.ts'
import { CallRefused, isLoginRefusal } from './api.ts'
import { FIRST_LOAD_MS, isConnectionError, tryAgain, within } from './connection.ts'
import { type EmbeddedPage, takeEmbeddedPage } from './embedded.ts'
import { setHead } from './head.ts'
import { asPerson } from './identity.ts'
import { mayHaveKept } from './kept/kept.ts'
import type { Keep } from './kept/kept-pages.ts'
import { addressOf, pageQuery, paramsIn, queryClient, refreshShownPages } from './page-cache.ts'
import { getUser } from './user.ts'

export interface LoadOptions {
  /** Marks pages of /my and /account. For visitors they fetch nothing, and their data is null (MYS-09, MYS-10). */
  personal?: boolean
  /** The device keeps the page's last data for times without a connection (D-158). */
  keep?: Keep
}

/** After this time a page that was loaded before shows its old data. New data appears when it comes. */
const PATIENCE = 3000

/** @param path of the page's contract */
export function pageLoader(path: string, { personal = false, keep }: LoadOptions = {}) {
  return async ({ request: { url }, params }: LoaderFunctionArgs): Promise<null> => {
    const { pathname, search } = new URL(url)
    const query = pageQuery({ path }, { params: paramsIn(path, params), search }, personal)
    const embedded = personal && !getUser() ? null : takeEmbeddedPage(pathname + search)
    const first = embedded && dataOf(embedded)
    if (first) queryClient.setQueryData<unknown>(query.queryKey, first)
    else await loadAgain(query, keep !== undefined && getUser() !== null)
    return null
  }
}

/** Without a connection, a page that was loaded before, or is kept on this device, shows its old data. */
async function loadAgain(query: ReturnType<typeof pageQuery>, isKept: boolean): Promise<void> {
  const wasLoaded = queryClient.getQueryData(query.queryKey) !== undefined
  const load = () => within(wasLoaded ? PATIENCE : FIRST_LOAD_MS, queryClient.fetchQuery({ ...query, staleTime: 0 }))
  try {
    await asPerson(load, isLoginRefusal)
  } catch (error) {
    if (!isConnectionError(error)) throw error
    if (!wasLoaded && !(isKept && (await restore(query.queryKey)))) throw error
    refreshWhenBack()
  }
}

async function restore(queryKey: QueryKey): Promise<boolean> {
  if (!mayHaveKept()) return false
  const { restorePage } = await import('./kept/kept-pages.ts')
  return restorePage(queryKey)
}

let stopTrying: (() => void) | null = null
/** Whether a page shows old data because the server could not be reached. */
const behind = atom(false)

/** Whether a page shows old data because the server could not be reached; it loads again by itself. */
export const useIsBehind = (): boolean => useStore(behind)

function refreshWhenBack(): void {
  behind.set(true)
  stopTrying ??= tryAgain(() => {
    refreshShownPages().then(
      () => {
        stopTrying?.()
        stopTrying = null
        behind.set(false)
      },
      () => {}
    )
  })
}

/** The HTML of a refused page contains the status, and a reason only if a moderator removed the page. */
const REFUSALS: Record<number, string> = {
  401: 'Please sign in to open this page.',
  403: 'This account isn’t allowed to open it.',
  404: 'This page doesn’t exist.'
}

/** The data of an embedded page. Throws if the server refused the page. */
export function dataOf({ status, serverData, refusal }: EmbeddedPage): EmbeddedPage['serverData'] {
  if (status < 400) return serverData
  const message = refusal ?? REFUSALS[status] ?? 'Something went wrong on our side.'
  throw new CallRefused(status, { message, error: message })
}

/** The data of the page at the current address. Also sets the document's title and description. */
export function usePage<P extends Page>(page: P): DataOf<P> {
  return useShownPage(page, false) as DataOf<P>
}

/** Like `usePage` for personal pages: null for a visitor. */
export function usePersonalPage<P extends Page>(page: P): DataOf<P> | null {
  return useShownPage(page, true)
}

function useShownPage<P extends Page>(page: P, isPersonal: boolean): DataOf<P> | null {
  const address = addressOf(page, useLocation())
  const { data } = useQuery({
    ...pageQuery<P>(page, address, isPersonal),
    // Throws if there is nothing to show, such as when a visitor has signed in at an address that is not theirs.
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

/** The state of a form that a link with `?create` opens, also a link on the page itself (GOAL-04). */
export function useOpenedByAddress(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const { search, key } = useLocation()
  const isAsked = new URLSearchParams(search).has('create')
  const [isOpen, setOpen] = useState(isAsked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another press on the same link changes only the key.
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked, key])
  return [isOpen, setOpen]
}
