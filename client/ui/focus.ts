/** Where the focus goes when what has it is about to go: nobody is left at the start of the page. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What the focus goes back to, best first: an element, what is around it, and the openers of the dialogs around those. */
type Chain = readonly Element[]

const BUTTON = 'button:not(:disabled), a[href]'
/** Later than the press that closes, and than what continues and takes the focus itself. */
const AFTER = 10

/** Of the dialog that was opened last: one that opens from it may outlive it. */
let latest: Chain = []

function chainFrom(start: Element | null): Chain {
  const chain: Element[] = []
  for (let one = start; one && one !== document.body; one = one.parentElement) {
    if (one.role === 'dialog') return [...chain, ...latest]
    chain.push(one)
    // A menu is gone when its item was pressed, and its button stays.
    const button = one.role === 'menu' ? document.getElementById(one.getAttribute('aria-labelledby') ?? '') : null
    if (button) return [...chain, ...chainFrom(button)]
  }
  return chain
}

/**
 * Focuses the nearest that is still there: the element itself, or the first button of what was around it. What holds the
 * title is the page itself, and its first link is no continuation of anything.
 */
function focusNearest(chain: Chain): void {
  const main = document.getElementById('main')
  for (const one of chain) {
    if (!one.isConnected || one === main || one.contains(main) || one.querySelector('h1')) continue
    for (const target of [one, one.querySelector(BUTTON)]) if (hasTaken(target)) return
  }
  hasTaken(main)
}

function hasTaken(target: Element | null): boolean {
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  return target !== null && document.activeElement === target
}

const isLost = (gone?: Element | null): boolean =>
  !document.activeElement || document.activeElement === document.body || !!gone?.contains(document.activeElement)

/** While a dialog is open it keeps the focus; then its opener gets it back, unless what continued took it. */
export function useFocusBack(opened: boolean, root: RefObject<HTMLElement | null>): void {
  const opener = useRef<Chain | null>(null)
  // While it renders, because a menu whose item was pressed goes at the same moment.
  if (!opened || typeof document === 'undefined') opener.current = null
  else opener.current ??= chainFrom(document.activeElement)
  useLayoutEffect(() => {
    const chain = opener.current
    if (!opened || !chain) return
    latest = chain
    return () => {
      // What fades away still has the focus.
      setTimeout(() => isLost(root.current) && focusNearest(chain), AFTER)
    }
  }, [opened, root])
}

/**
 * What is part of a page and goes while it has the focus: a form that took the place of the button that opened it, a bar
 * whose action is done.
 *
 * @param next what to go on with, where that is known
 */
export function useFocusAfter<Shown extends HTMLElement>(next?: () => Element | null): RefObject<Shown | null> {
  const shown = useRef<Shown>(null)
  const goOn = useRef(next)
  useLayoutEffect(() => {
    const element = shown.current
    const around = element?.parentElement ?? null
    return () => {
      if (!element?.contains(document.activeElement)) return
      const chain = chainFrom(around)
      setTimeout(() => isLost() && !hasTaken(goOn.current?.() ?? null) && focusNearest(chain), AFTER)
    }
  }, [])
  return shown
}
