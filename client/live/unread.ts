/**
 * Counts the messages of others since I last looked at the chat: for the tab's badge, the document's title and the hint
 * below a chat that is scrolled up. Only messages that the socket brings while the page is open count.
 */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { ChatMessage } from '../../domain/chat/api.ts'
import { isMentioned } from '../../domain/chat/mentions.ts'
import { getUser } from '../lib/user.ts'

interface News {
  count: number
  /** How many of these messages mention me. */
  named: number
}

const NONE: News = { count: 0, named: 0 }
const unread = atom<News & { session: number }>({ session: 0, ...NONE })

export function useNews(session: number): News {
  const news = useStore(unread)
  return news.session === session ? news : NONE
}

export function useUnread(session: number): number {
  return useNews(session).count
}

/** My own messages and those of people I muted don't count. */
export function countUnread(session: number, { username, content }: ChatMessage): void {
  const me = getUser()
  if (username === me?.username || me?.muted.includes(username)) return
  const news = unread.get()
  const { count, named } = news.session === session ? news : NONE
  const isForMe = me !== null && isMentioned(content, me.username)
  unread.set({ session, count: count + 1, named: named + (isForMe ? 1 : 0) })
}

/** Called when the newest message is on screen. */
export function allRead(session: number): void {
  if (unread.get().session === session && unread.get().count > 0) unread.set({ session, ...NONE })
}
