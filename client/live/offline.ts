/** True while the browser or the room's socket reports no connection. */
import { useSyncExternalStore } from 'react'
import { presence } from './presence.ts'

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false)

function isOffline(): boolean {
  return !navigator.onLine || presence.get().offline
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  const leave = presence.listen(listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
    leave()
  }
}
