/** Moves the focus when the focused element disappears, so that nobody starts again at the top of the page. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Candidates for the focus, best first: an element, its ancestors, and the openers of the dialogs around them. */
type Chain = readonly Element[]

const BUTTON = 'button:not(:disabled), a[href]'
/** Delay in ms, so that code which moves the focus itself after a press goes first. */
const AFTER = 10

/** The chain of the dialog that was opened last. A dialog that opens from it may outlive it. */
let latest: Chain = []

function chainFrom(start: Element | null): Chain {
  const chain: Element[] = []
  for (let one = start; one && one !== document.body; one = one.parentElement) {
    if (one.role === 'dialog') return [...chain, ...latest]
    chain.push(one)
    // A menu closes when its item is pressed, but its button stays.
    const button = one.role === 'menu' ? document.getElementById(one.getAttribute('aria-labelledby') ?? '') : null
    if (button) return [...chain, ...chainFrom(button)]
  }
  return chain
}

/**
 * Focuses the nearest candidate that is still there: the element itself, or the first button in an ancestor. Skips
 * ancestors with the page's title, because their first link has nothing to do with the lost element.
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

/** Returns the focus to the opener when a dialog closes, unless something else has taken it. */
export function useFocusBack(opened: boolean, root: RefObject<HTMLElement | null>): void {
  const opener = useRef<Chain | null>(null)
  // Read while rendering, because a menu whose item was pressed disappears at the same moment.
  if (!opened || typeof document === 'undefined') opener.current = null
  else opener.current ??= chainFrom(document.activeElement)
  useLayoutEffect(() => {
    const chain = opener.current
    if (!opened || !chain) return
    latest = chain
    return () => {
      // A dialog that fades out still has the focus.
      setTimeout(() => isLost(root.current) && focusNearest(chain), AFTER)
    }
  }, [opened, root])
}

/**
 * Moves the focus on when an element of the page disappears while it has the focus: a form that replaced the button that
 * opened it, or a bar whose action is done.
 *
 * @param next finds the element to focus, if it is known
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

/**
 * False until the button of a menu, which mounts anew with the menu's code, has the focus again. A menu that opens after
 * that returns the focus to it when it closes.
 */
export function useRefocused(button: RefObject<HTMLElement | null>): boolean {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setDone(true)
  }, [button])
  return isDone
}
