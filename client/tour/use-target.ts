import { useEffect, useState } from 'react'
import type { Box } from './place-card.ts'

/**
 * How often to look for the target, because pages load late and elements move (TOUR-48). @internal Used by tests only.
 */
export const POLL_MS = 300

/**
 * The position of the element with this `data-tour`; null if there is none. Scrolls to the element until it has been
 * visible once, because a loading page may scroll too. After that people scroll as they like.
 * @param name null for none
 */
export function useTarget(name: string | null): Box | null {
  const [box, setBox] = useState<Box | null>(null)
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
      const { top, left, width, height } = shown?.getBoundingClientRect() ?? {}
      const now = top === undefined ? null : ({ top, left, width, height } as Box)
      setBox(before => (isSame(before, now) ? before : now))
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
  return box
}

function scrollTo(element: Element): void {
  const isTall = element.getBoundingClientRect().height > window.innerHeight / 2
  element.scrollIntoView({ block: isTall ? 'start' : 'center' })
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top <= window.innerHeight
}

function isSame(one: Box | null, other: Box | null): boolean {
  if (!one || !other) return one === other
  return one.top === other.top && one.left === other.left && one.width === other.width && one.height === other.height
}
