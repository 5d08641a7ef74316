import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False on the server, and in the browser while a rendered page is taken over. What only a browser knows is shown when it
 * is true: its zone and language, its width, what it has stored.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false
  )
}
