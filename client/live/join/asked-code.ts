/** The session that now asks for a code. In its own file, so that lists of sessions don't load the code of a room. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

export interface JoinableSession {
  id: number
  slug: string
  is_preset: 0 | 1
  needs_code?: 0 | 1
  /** 1 where a visitor can join as a guest (D-152). Lists of sessions don't say. */
  guests?: 0 | 1
}

/** While it is set, `JoinCode.tsx` shows its modal. */
export const askedCode = atom<{
  session: JoinableSession
  onJoined?: () => void
  /** Sends the code, where it is not for joining. */
  enter?: (code: string) => Promise<void>
} | null>(null)
export const useCodeAsked = () => useStore(askedCode)
export const closeCode = () => askedCode.set(null)
