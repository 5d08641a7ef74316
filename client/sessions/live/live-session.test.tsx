import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionChatPage } from '../../../domain/chat/api.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import type { Page } from '../../../domain/lib/page.ts'
import { sessionPage } from '../../../domain/sessions/api.ts'
import type { RoomEvent, SessionUpdate } from '../../../domain/sessions/live.ts'
import { pageQuery, readPages } from '../../lib/page-cache.ts'
import { queryClient } from '../../lib/query-client.ts'
import { setUser } from '../../lib/user.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { putPage } from '../../testing/pages.ts'
import { roomOf } from '../../testing/session-page.ts'
import { ADA, forget, json, respond } from '../../testing/show.tsx'
import type { RoomPage } from './apply-event.ts'
import { presence, socketUrl, useLiveSession } from './live-session.ts'

let id = 2000
const reloaded = vi.fn()

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  reloaded.mockClear()
  setUser(ADA)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async () => reloaded())
})
afterEach(forget)

const put = (page: Page, data: RoomPage): void => putPage(page, fillPath(page.path, { event: 'x' }), data)
const roomAt = (seq: number): RoomPage => roomOf({ id, seq, participants_count: seq })
const event = (seq: number, data: SessionUpdate = { participants_count: seq }): RoomEvent => ({
  type: 'update',
  room: id,
  seq,
  data
})
const count = <P extends Page<string, typeof sessionPage.data>>(page: P): number | undefined =>
  readPages(page)[0]?.challengeEvent.participants_count

function Room({ page }: { page: RoomPage }) {
  useLiveSession(page)
  return null
}

/** On screen with its query, as a page of the app is. */
function Watched({ page }: { page: RoomPage }) {
  useQuery({ ...pageQuery(sessionPage, { params: { event: 'x' }, search: '' }), queryFn: () => page as never })
  return <Room page={page} />
}

test('CHAT-13 the address of the socket comes from the configuration, as a socket’s', () => {
  expect(socketUrl()).toMatch(/^ws:\/\/.*\/socket$/)
})

test('D-105 an event changes every loaded page of the session', () => {
  put(sessionPage, roomAt(3))
  put(sessionChatPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4)))
  expect([count(sessionPage), count(sessionChatPage)]).toEqual([4, 4])
})

test('D-105 two tabs of a session share one socket, also from one to the next', () => {
  const { rerender, unmount } = render(<Room page={roomAt(3)} />)
  rerender(<Room page={roomAt(4)} />)
  unmount()
  render(<Room page={roomAt(4)} />)
  expect(FakeSocket.all).toHaveLength(1)
})

test('D-105 a page that was loaded before the newest events gets them from what was heard', () => {
  const { rerender } = render(<Room page={roomAt(3)} />)
  for (const seq of [4, 5, 6]) act(() => FakeSocket.last.tell(event(seq)))
  put(sessionChatPage, roomAt(4))
  rerender(<Room page={roomAt(4)} />)
  expect(count(sessionChatPage)).toBe(6)
  expect(reloaded).not.toHaveBeenCalled()
})

test('D-105 what cannot be made up is loaded again', async () => {
  const { rerender } = render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4)))
  put(sessionChatPage, roomAt(1))
  rerender(<Room page={roomAt(1)} />)
  await waitFor(() => expect(reloaded).toHaveBeenCalled())
})

test('CHAT-10 an update that changes the plan loads the page again', async () => {
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4, { status: 1, reload: true })))
  await waitFor(() => expect(reloaded).toHaveBeenCalledTimes(1))
})

test('CHAT-05 whoever signs in joins the room under their own name', () => {
  setUser(null)
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.accept())
  expect(FakeSocket.last.sent[0]).toMatchObject({ username: null, since: 3 })
  act(() => setUser(ADA))
  act(() => FakeSocket.last.accept())
  expect(FakeSocket.all).toHaveLength(2)
  expect(FakeSocket.last.sent[0]).toMatchObject({ username: 'ada', since: 3 })
})

test('CHAT-14 the socket is closed some time after the last page of the session is left', async () => {
  vi.useFakeTimers()
  const { unmount } = render(<Room page={roomAt(3)} />)
  unmount()
  expect(FakeSocket.last.readyState).not.toBe(3)
  vi.advanceTimersByTime(3000)
  expect(FakeSocket.last.readyState).toBe(3)
})

test('CHAT-14 D-67 where no socket comes through, the room is polled: the page is loaded again when it has changed', async () => {
  vi.useFakeTimers()
  let seq = 3
  const asked = respond({
    [`GET /api/challenge-events/${id}/poll`]: () => (seq < 0 ? Promise.reject(new TypeError('no line')) : json({ seq }))
  })
  put(sessionPage, roomAt(3))
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <Watched page={roomAt(3)} />
    </QueryClientProvider>
  )
  act(() => FakeSocket.last.drop())
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect([asked.length, presence.get().offline]).toEqual([0, true])
  act(() => FakeSocket.last.drop())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect([asked.length, presence.get().offline]).toEqual([1, false])
  expect(reloaded).not.toHaveBeenCalled()
  seq = 5
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(reloaded).toHaveBeenCalledTimes(1)
  seq = -1
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(presence.get().offline).toBe(true)
  act(() => FakeSocket.last.accept())
  expect(presence.get().offline).toBe(false)
  const before = asked.length
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(asked.length).toBe(before)
  unmount()
})
