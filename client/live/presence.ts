/** The connection to the room, and the people who have it open. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

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

export const usePresence = (): Presence => useStore(presence)
