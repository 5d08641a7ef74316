/** The inbox: the unread count, and marking entries as read. */
import { atom } from 'nanostores'
import * as api from '../../domain/reminders/api.ts'
import { call } from '../lib/api.ts'
import { isLost } from '../lib/identity.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'
import { getUser, setUser } from '../lib/user.ts'

/** Whether a session's socket is open. That socket reports changes of the inbox too. */
export const hasRoom = atom(false)

function setUnread(unread: number): void {
  const user = getUser()
  if (user && user.unread_reminders !== unread) setUser({ ...user, unread_reminders: unread })
}

/** Loads the unread count and the inbox again. */
export async function refreshInbox(): Promise<void> {
  if (!getUser() || isLost()) return
  const { unread } = await call(api.countUnread, { isUnasked: true })
  setUnread(unread)
  await reloadPages(api.inboxPage)
}

/** Marks the entry as read on screen at once, then on the server. */
export async function readReminder(id: number): Promise<void> {
  changePages(api.inboxPage, page => ({
    ...page,
    reminders: page.reminders.map(each => (each.id === id ? { ...each, is_read: 1 as const } : each))
  }))
  setUnread((await call(api.readReminders, { body: { id } })).unread)
}

/** @param until entries after this time stay unread */
export async function readAllReminders(until: string): Promise<void> {
  const { unread } = await call(api.readReminders, { body: { until } })
  setUnread(unread)
  await reloadPages(api.inboxPage)
}
