/** The pages of a session in the page cache: the page on screen, and tabs that were loaded before. */

import { sessionChatPage } from '../../domain/chat/api.ts'
import { sessionHutPage } from '../../domain/posts/api.ts'
import { sessionGoalsPage, sessionMemberGoalsPage } from '../../domain/session-goals/api.ts'
import { sessionLogsPage, sessionOverTimePage, sessionPage } from '../../domain/sessions/api.ts'
import { changePages, readPages, reloadPages } from '../lib/page-cache.ts'
import type { RoomPage } from './apply-event.ts'

const ROOM_PAGES = [
  sessionPage,
  sessionChatPage,
  sessionLogsPage,
  sessionOverTimePage,
  sessionHutPage,
  sessionGoalsPage,
  sessionMemberGoalsPage
] as const

/** By id, because an address may name a session by its id or its slug. */
const isOf = (id: number) => (page: RoomPage) => page.challengeEvent.id === id

export function readRoomPages(id: number, on?: 'screen'): RoomPage[] {
  return readPages(ROOM_PAGES, on).filter(isOf(id))
}

export function changeRoomPages(id: number, change: <P extends RoomPage>(page: P) => P): void {
  changePages(ROOM_PAGES, page => (isOf(id)(page) ? change(page) : page))
}

/** Marks the loaded pages of a session that was cancelled (D-139). */
export function markCancelled(id: number): void {
  changeRoomPages(id, page => ({ ...page, isCancelled: true }))
}

export function reloadRoomPages(id: number): Promise<void> {
  return reloadPages(ROOM_PAGES, isOf(id))
}

/** Reloads the pages with lists of logs, because events carry totals but no full logs. */
export function reloadRoomLogs(id: number): Promise<void> {
  return reloadPages([sessionLogsPage, sessionMemberGoalsPage], isOf(id))
}

/** Whether a host has removed me, according to the loaded pages. */
export function isRemovedFrom(id: number): boolean {
  return readRoomPages(id).some(page => page.isRemoved)
}
