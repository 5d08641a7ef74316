/** Preloads the other tabs of a room, so that they open even if the connection is lost. */
import { useEffect } from 'react'
import { useMatches, useParams } from 'react-router'
import { pageQuery, queryClient } from '../lib/page-cache.ts'
import type { PageHandle, PageRoute } from '../ui/loading/page-route.ts'
import { catchUp } from './live-session.ts'
import { presence } from './presence.ts'

/** Waits this long, so that the tab on screen loads first. */
const AFTER_MS = 3000
/** In a full room, the requests spread over up to a minute. */
const MOST_SPREAD_MS = 60_000
const SPREAD_MS_A_PERSON = 20

export function usePreloadTabs(id: number): void {
  const { event = '' } = useParams()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  const tabs = handle?.tabs
  useEffect(() => {
    if (!tabs) return
    let timer = setTimeout(() => {
      const spread = Math.min(MOST_SPREAD_MS, presence.get().online * SPREAD_MS_A_PERSON)
      timer = setTimeout(() => void loadTabs(tabs, event, id), Math.random() * spread)
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [tabs, event, id])
}

async function loadTabs(tabs: readonly PageRoute[], event: string, id: number): Promise<void> {
  for (const { paths, load } of tabs) {
    // A tab that fails to load here is loaded when it is opened.
    await load().catch(() => {})
    await queryClient.prefetchQuery(pageQuery({ path: paths[0] }, { params: { event }, search: '' }))
  }
  catchUp(id)
}
