/**
 * Chooses the scroll position after a navigation. A new page starts at its top (HDR-16), and going back restores the
 * position. Nothing scrolls when only the query changes (except for the page of a list), or when the new route
 * belongs to the same set of tabs (`noScroll`, HDR-17, D-44).
 */
import type { Location, UIMatch } from 'react-router'
import { randomUuid } from './client-uuid.ts'

interface Place {
  /** The key under which the router stores the scroll position. Locations with the same key share it. */
  key: string
  pathname: string
  /** The page number of a list. */
  page: string | null
  tabs: string | null
}

const places = new Map<string, Place>()
let current: Place | null = null

/** For `<ScrollRestoration getKey>`. A location that must not scroll gets the key of the previous one. */
export function scrollKey(location: Location, matches: UIMatch[]): string {
  let place = places.get(location.key)
  if (!place) {
    const tabs = tabsOf(matches)
    const { pathname } = location
    const page = new URLSearchParams(location.search).get('page')
    const stays =
      current && (current.pathname === pathname ? current.page === page : tabs !== null && current.tabs === tabs)
    const own = location.key === 'default' ? keyOfLoad() : location.key
    place = { key: stays && current ? current.key : own, pathname, page, tabs }
    places.set(location.key, place)
  }
  current = place
  return place.key
}

/**
 * The router gives each page load the same key, so this stores another one in the history entry, for reloads and for
 * going back.
 */
function keyOfLoad(): string {
  const state = window.history.state as { load?: string } | null
  const load = state?.load ?? randomUuid()
  if (!state?.load) window.history.replaceState({ ...state, load }, '')
  return load
}

/** For `noScroll: 'goal'` on /my/goals/5/logs it returns "goal 5": the tabs of one goal, not of all goals. */
function tabsOf(matches: UIMatch[]): string | null {
  const match = matches.at(-1)
  const name = (match?.handle as { noScroll?: string } | undefined)?.noScroll
  return name ? [name, ...Object.values(match?.params ?? {})].join(' ') : null
}

/** @internal Used by tests only. */
export function forgetScroll(): void {
  places.clear()
  current = null
}
