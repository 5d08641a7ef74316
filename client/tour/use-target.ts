import { useEffect, useState } from 'react'
import type { Box } from './place-card.ts'

/**
 * How often to look for the target, because pages load late and elements move (TOUR-48). @internal Used by tests only.
 */
export const POLL_MS = 300

/** The elements that a tip must not cover: rings, clocks, messages, and fields that a person fills in. */
const KEPT_FREE =
  '[aria-label="Messages"] [data-kind], [data-ring], [role="timer"], input, textarea:not([aria-hidden]), select, [contenteditable="true"]'

/** A tip covers the title and the buttons of goals only if it would cover one of the others elsewhere. */
const SPARED = 'h1, [data-tour~="logProgressButton"]'

/** The bars at the bottom edge of the screen. Tips end above them. */
const BARS = '.dock, nav[aria-label="Main places"]'

interface Seen {
  /** The element that a tip explains; null if there is none. */
  box: Box | null
  /** The boxes that the tip must not cover, as far as it is on the screen. */
  avoid: Box[]
  spare: Box[]
  /** The height of the screen above its bar. */
  height: number
}

/**
 * The position of the element with this `data-tour`, and of what its tip must not cover. Scrolls to the element until it has been
 * visible once, because a loading page may scroll too. After that people scroll as they like.
 * @param name null for none
 */
export function useTarget(name: string | null): Seen {
  const [seen, setSeen] = useState<Seen>({ box: null, avoid: [], spare: [], height: 0 })
  useEffect(() => {
    let found: Element | null = null
    let wasSeen = false
    const look = (): void => {
      const all = name === null ? [] : [...document.querySelectorAll(`[data-tour~="${name}"]`)]
      const shown = all.find(one => one.getClientRects().length > 0) ?? null
      if (shown && shown !== found) {
        wasSeen = false
        scrollTo(shown)
      }
      found = shown
      const now = {
        box: shown && boxOf(shown),
        avoid: visible(KEPT_FREE).map(boxOf),
        spare: visible(SPARED).map(boxOf),
        height: Math.min(window.innerHeight, ...visible(BARS).map(bar => bar.getBoundingClientRect().top))
      }
      setSeen(before => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
    }
    look()
    const timer = setInterval(() => {
      look()
      if (!found || wasSeen) return
      wasSeen = isOnScreen(found)
      if (!wasSeen) scrollTo(found)
    }, POLL_MS)
    window.addEventListener('scroll', look, { passive: true, capture: true })
    window.addEventListener('resize', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [name])
  return seen
}

/** Pixels that the card of a tip needs below its target. */
const ROOM = 260

function scrollTo(element: Element): void {
  const isTall = element.getBoundingClientRect().height > window.innerHeight - 2 * ROOM
  element.scrollIntoView({ block: isTall ? 'start' : 'center' })
}

function visible(selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter(
    one => isOnScreen(one) && one.checkVisibility?.({ checkOpacity: true }) !== false
  )
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}

function boxOf(element: Element): Box {
  const { top, left, width, height } = element.getBoundingClientRect()
  return { top, left, width, height }
}
