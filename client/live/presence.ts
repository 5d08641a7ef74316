/** The connection to the room, and the people who have it open. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useSyncExternalStore } from 'react'

export interface Presence {
  /**
   * True from the first lost connection until the next one. False while the first connection is still being made.
   */
  offline: boolean
  users: ReadonlySet<string>
  online: number
}

export const NOBODY: Presence = { offline: false, users: new Set(), online: 0 }
export const presence = atom<Presence>(NOBODY)

/** Milliseconds before a request that everyone in the room makes at once. In a full room they spread over a few seconds. */
export function spreadMs(): number {
  const most = Math.min(3000, presence.get().online * 5)
  return most < 100 ? 0 : Math.random() * most
}

export const usePresence = (): Presence => useStore(presence)

/** True while the browser or the room's socket reports no connection. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false)

/** True while the browser has a network, but the room's socket has no connection: the server may be down. */
export const useIsCutOff = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && presence.get().offline,
    () => false
  )

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
