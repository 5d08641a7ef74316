/** Loads the other tabs of a room while there is a line, so that a press on one of them works without it. */
import { useEffect } from 'react'
import { useMatches, useParams } from 'react-router'
import { pageQuery } from '../../lib/page-cache.ts'
import type { PageHandle, PageRoute } from '../../lib/page-route.ts'
import { queryClient } from '../../lib/query-client.ts'
import { catchUp, presence } from './live-session.ts'

/** The tab on screen comes first. */
const AFTER_MS = 3000
/** A full room asks for them over a minute. */
const MOST_SPREAD_MS = 60_000
const SPREAD_MS_A_PERSON = 20

export function useTabsAhead(id: number): void {
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
    // What fails is loaded when it is opened.
    await load().catch(() => {})
    await queryClient.prefetchQuery(pageQuery({ path: paths[0] }, { params: { event }, search: '' }))
  }
  catchUp(id)
}
