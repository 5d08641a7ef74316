/** The session that a visitor joins as a guest. In its own file, so that lists of sessions don't load the form. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { JoinableSession } from './asked-code.ts'

/** While it is set, `JoinAsGuest.tsx` shows its dialog. */
export const askedName = atom<{ session: JoinableSession; onJoined?: (() => void) | undefined } | null>(null)
export const useNameAsked = () => useStore(askedName)
export const closeName = () => askedName.set(null)
