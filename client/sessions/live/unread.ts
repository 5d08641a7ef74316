/**
 * How many messages of others came since one last looked at the chat: for the tab's badge, the document's title and the
 * hint below a chat that is scrolled up. Counted from what the socket brings while the page is open.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ChatMessage } from '../../../domain/chat/api.ts'
import { getUser } from '../../lib/user.ts'

const unread = atom<{ session: number; count: number }>({ session: 0, count: 0 })

export function useUnread(session: number): number {
  const { session: counted, count } = useStore(unread)
  return counted === session ? count : 0
}

/** What I said, or who I muted, is not news. */
export function countUnread(session: number, { username }: ChatMessage): void {
  const me = getUser()
  if (username === me?.username || me?.muted.includes(username)) return
  const { session: counted, count } = unread.get()
  unread.set({ session, count: counted === session ? count + 1 : 1 })
}

/** Called when the newest message is on screen. */
export function allRead(session: number): void {
  if (unread.get().session === session && unread.get().count > 0) unread.set({ session, count: 0 })
}
