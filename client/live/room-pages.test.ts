import { afterEach, expect, test, vi } from 'vitest'
import { sessionChatPage } from '../../domain/chat/api.ts'
import { sessionHutPage } from '../../domain/posts/api.ts'
import { sessionGoalsPage, sessionMemberGoalsPage } from '../../domain/session-goals/api.ts'
import { sessionLogsPage, sessionPage } from '../../domain/sessions/api.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { roomOf } from '../../testing/page/session-page.ts'
import { forget } from '../../testing/page/show.tsx'
import { queryClient } from '../lib/page-cache.ts'
import type { RoomPage } from './apply-event.ts'
import {
  changeRoomPages,
  isRemovedFrom,
  markCancelled,
  readRoomPages,
  reloadRoomLogs,
  reloadRoomPages
} from './room-pages.ts'

afterEach(forget)

const TABS = [
  [sessionPage, '/sessions/study-hall'],
  [sessionChatPage, '/sessions/study-hall/chat'],
  [sessionLogsPage, '/sessions/study-hall/logs'],
  [sessionHutPage, '/sessions/study-hall/hut'],
  [sessionGoalsPage, '/sessions/study-hall/goals'],
  [sessionMemberGoalsPage, '/sessions/study-hall/member-goals']
] as const

/** Loads all tabs of a room, and one tab of another room. */
function visit(): void {
  for (const [page, at] of TABS) putPage(page, at, roomOf())
  putPage(sessionPage, '/sessions/other', roomOf({ id: 8, slug: 'other' }))
}

const roomAt = (at: string) => pageAt(sessionPage, at) as RoomPage | undefined

/** The paths of the pages that reload when they open next. */
const stale = (): string[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => String(queryKey[1]))

test('readRoomPages finds all tabs of a room by its id, whatever their addresses', { tags: 'D-39' }, () => {
  visit()
  putPage(sessionPage, '/sessions/7', roomOf())
  putPage(sessionPage, '/activities/study/events/old-name', roomOf())
  expect(readRoomPages(7)).toHaveLength(TABS.length + 2)
  expect(readRoomPages(8)).toHaveLength(1)
  expect(readRoomPages(9)).toEqual([])
})

test('a change reaches all tabs of its room and leaves other rooms untouched', { tags: 'D-105' }, () => {
  visit()
  const other = roomAt('/sessions/other')
  changeRoomPages(7, page => ({ ...page, isRemoved: true }))
  expect(readRoomPages(7).every(({ isRemoved }) => isRemoved)).toBe(true)
  expect(roomAt('/sessions/other')).toBe(other)
})

test('markCancelled marks every tab of that session only', { tags: 'D-139' }, () => {
  visit()
  markCancelled(7)
  expect(readRoomPages(7).map(({ isCancelled }) => isCancelled)).toEqual(TABS.map(() => true))
  expect(readRoomPages(8)[0]?.isCancelled).toBeUndefined()
})

test('reloadRoomPages reloads all tabs of that room only', async () => {
  visit()
  await reloadRoomPages(7)
  expect(stale()).toHaveLength(TABS.length)
})

test('reloadRoomLogs reloads only the tabs that list logs', async () => {
  visit()
  await reloadRoomLogs(7)
  expect(stale().toSorted()).toEqual([sessionLogsPage.path, sessionMemberGoalsPage.path].toSorted())
})

test('isRemovedFrom finds a removal on any tab, for that session only', { tags: 'D-72' }, () => {
  visit()
  expect(isRemovedFrom(7)).toBe(false)
  putPage(sessionChatPage, '/sessions/study-hall/chat', roomOf({}, { isRemoved: true }))
  expect([isRemovedFrom(7), isRemovedFrom(8), isRemovedFrom(9)]).toEqual([true, false, false])
})

test('a room without loaded pages is neither changed nor reloaded', async () => {
  const change = vi.fn()
  changeRoomPages(7, change)
  await reloadRoomPages(7)
  expect([change.mock.calls.length, stale()]).toEqual([0, []])
})
