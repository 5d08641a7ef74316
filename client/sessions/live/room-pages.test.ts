import { afterEach, expect, test, vi } from 'vitest'
import { sessionChatPage } from '../../../domain/chat/api.ts'
import { sessionHutPage } from '../../../domain/posts/api.ts'
import { sessionGoalsPage, sessionMemberGoalsPage } from '../../../domain/session-goals/api.ts'
import { sessionLogsPage, sessionPage } from '../../../domain/sessions/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { pageAt, putPage } from '../../testing/pages.ts'
import { roomOf } from '../../testing/session-page.ts'
import { forget } from '../../testing/show.tsx'
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

/** All tabs of a room were looked at, and so was another room. */
function visit(): void {
  for (const [page, at] of TABS) putPage(page, at, roomOf())
  putPage(sessionPage, '/sessions/other', roomOf({ id: 8, slug: 'other' }))
}

const roomAt = (at: string) => pageAt(sessionPage, at) as RoomPage | undefined

/** The addresses of the pages that are loaded again when they are opened next. */
const stale = (): string[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => String(queryKey[1]))

test('a room is found on all its tabs by its id, whichever address named it', { tags: 'D-39' }, () => {
  visit()
  putPage(sessionPage, '/sessions/7', roomOf())
  putPage(sessionPage, '/activities/study/events/old-name', roomOf())
  expect(readRoomPages(7)).toHaveLength(TABS.length + 2)
  expect(readRoomPages(8)).toHaveLength(1)
  expect(readRoomPages(9)).toEqual([])
})

test('a change reaches all tabs of its room and leaves the other rooms the same objects', { tags: 'D-105' }, () => {
  visit()
  const other = roomAt('/sessions/other')
  changeRoomPages(7, page => ({ ...page, isRemoved: true }))
  expect(readRoomPages(7).every(({ isRemoved }) => isRemoved)).toBe(true)
  expect(roomAt('/sessions/other')).toBe(other)
})

test('a session that was cancelled is gone on each tab, and no other session is', { tags: 'D-139' }, () => {
  visit()
  markCancelled(7)
  expect(readRoomPages(7).map(({ isCancelled }) => isCancelled)).toEqual(TABS.map(() => true))
  expect(readRoomPages(8)[0]?.isCancelled).toBeUndefined()
})

test('a room is loaded again on all its tabs, and no other room is', async () => {
  visit()
  await reloadRoomPages(7)
  expect(stale()).toHaveLength(TABS.length)
})

test('after a log only the tabs that list logs are loaded again', async () => {
  visit()
  await reloadRoomLogs(7)
  expect(stale().toSorted()).toEqual([sessionLogsPage.path, sessionMemberGoalsPage.path].toSorted())
})

test('who was removed is known from any tab, for that session alone', { tags: 'D-72' }, () => {
  visit()
  expect(isRemovedFrom(7)).toBe(false)
  putPage(sessionChatPage, '/sessions/study-hall/chat', roomOf({}, { isRemoved: true }))
  expect([isRemovedFrom(7), isRemovedFrom(8), isRemovedFrom(9)]).toEqual([true, false, false])
})

test('a room that nobody has opened is neither changed nor loaded', async () => {
  const change = vi.fn()
  changeRoomPages(7, change)
  await reloadRoomPages(7)
  expect([change.mock.calls.length, stale()]).toEqual([0, []])
})
