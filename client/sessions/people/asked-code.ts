/** Which session asks for a code at the moment; apart from joining, so that a list can know without loading a room. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

export interface ToJoin {
  id: number
  slug: string
  is_preset: 0 | 1
}

/** The modal that shows it is `JoinCode.tsx`. */
export const askedCode = atom<{ session: ToJoin; onJoined?: () => void } | null>(null)
export const useCodeAsked = () => useStore(askedCode)
export const closeCode = () => askedCode.set(null)
