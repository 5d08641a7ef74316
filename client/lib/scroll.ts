/**
 * Where a page is scrolled to after a navigation: to its top (HDR-16), after going back to where it was, and not at all
 * when only the query changes or the new route belongs to the same set of tabs (`noScroll`, HDR-17, D-44).
 */
import type { Location, UIMatch } from 'react-router'

interface Place {
  /** The key under which the router stores the scroll position. Locations that share a key share the position. */
  key: string
  pathname: string
  tabs: string | null
}

const places = new Map<string, Place>()
let current: Place | null = null

/** For `<ScrollRestoration getKey>`: a location that is not scrolled gets the key of the one before it. */
export function scrollKey(location: Location, matches: UIMatch[]): string {
  let place = places.get(location.key)
  if (!place) {
    const tabs = tabsOf(matches)
    const stays = current && (current.pathname === location.pathname || (tabs !== null && current.tabs === tabs))
    place = { key: stays && current ? current.key : location.key, pathname: location.pathname, tabs }
    places.set(location.key, place)
  }
  current = place
  return place.key
}

/** `noScroll: 'goal'` on /my/goals/5/logs gives "goal 5": the tabs of one goal, not of all goals. */
function tabsOf(matches: UIMatch[]): string | null {
  const match = matches.at(-1)
  const name = (match?.handle as { noScroll?: string } | undefined)?.noScroll
  return name ? [name, ...Object.values(match?.params ?? {})].join(' ') : null
}

/** @internal Asked by tests alone. */
export function forgetScroll(): void {
  places.clear()
  current = null
}
