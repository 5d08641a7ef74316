import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query holds. The server knows no screen and renders as if it did not hold. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => (typeof window === 'undefined' ? null : window.matchMedia(query)), [query])
  const subscribe = useCallback(
    (change: () => void) => {
      list?.addEventListener('change', change)
      return () => list?.removeEventListener('change', change)
    },
    [list]
  )
  return useSyncExternalStore(subscribe, () => list?.matches ?? false, isFalse)
}

const isFalse = (): boolean => false

/** True on screens narrower than 768 px. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 47.99em)')
}
