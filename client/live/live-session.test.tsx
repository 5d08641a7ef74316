import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import type { Page } from '../../domain/lib/page.ts'
import { type sessionData, sessionPage } from '../../domain/sessions/api.ts'
import type { RoomEvent, SessionUpdate } from '../../domain/socket/messages.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { itemOf, keep, stored } from '../../testing/page/outbox.ts'
import { putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, messageOf, person, roomOf } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { pageQuery, queryClient, readPages } from '../lib/page-cache.ts'
import { socketUrl } from '../lib/socket/socket-url.ts'
import { setUser } from '../lib/user.ts'
import { noteOwnTimerChange } from '../logs/running-timers.ts'
import type { RoomPage } from './apply-event.ts'
import { useLiveSession } from './live-session.ts'
import { presence } from './presence.ts'

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
afterEach(() => {
  vi.useFakeTimers()
  cleanup()
  // A room stays open for a moment after its last page closed.
  vi.advanceTimersByTime(2000)
  forget()
})

const put = (page: Page, data: RoomPage): void => putPage(page, fillPath(page.path, { event: 'x' }), data)
const roomAt = (seq: number): RoomPage => roomOf({ id, seq, participants_count: seq })
const event = (seq: number, data: SessionUpdate = { participants_count: seq }): RoomEvent => ({
  type: 'update',
  room: id,
  seq,
  data
})
const count = <P extends Page<string, typeof sessionData>>(page: P): number | undefined =>
  readPages(page)[0]?.challengeEvent.participants_count

function Room({ page }: { page: RoomPage }) {
  useLiveSession(page)
  return null
}

/** Mounts the page's query too, so that the page counts as on screen. */
function Watched({ page }: { page: RoomPage }) {
  useQuery({ ...pageQuery(sessionPage, { params: { event: 'x' }, search: '' }), queryFn: () => page as never })
  return <Room page={page} />
}

test('socketUrl returns a ws address that ends in /socket', { tags: 'CHAT-13' }, () => {
  expect(socketUrl()).toMatch(/^ws:\/\/.*\/socket$/)
})

test('under https the socket is encrypted', () => {
  const { socket_url } = config
  config.socket_url = 'https://hut.example.org/socket'
  expect(socketUrl()).toBe('wss://hut.example.org/socket')
  config.socket_url = socket_url
})

test('an event changes every loaded page of the session', { tags: 'D-105' }, () => {
  put(sessionPage, roomAt(3))
  put(sessionChatPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4)))
  expect([count(sessionPage), count(sessionChatPage)]).toEqual([4, 4])
})

test('the page of a person who joined in another tab shows them as a member', { tags: 'CHAT-14' }, () => {
  put(sessionPage, { ...roomAt(3), me: null, isOwner: false })
  render(<Room page={roomAt(3)} />)
  const participants = [person(ADA.username)]
  act(() => FakeSocket.last.tell(event(4, { participants, participants_count: 2 })))
  expect(readPages(sessionPage)[0]?.me?.username).toBe(ADA.username)
})

test('events of one frame are applied together', { tags: 'D-105' }, () => {
  vi.useFakeTimers()
  put(sessionPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  const changes = vi.spyOn(queryClient, 'setQueriesData')
  act(() => {
    for (const seq of [4, 5, 6]) FakeSocket.last.bring(event(seq))
  })
  expect(count(sessionPage)).toBe(3)
  act(() => vi.advanceTimersByTime(16))
  expect(count(sessionPage)).toBe(6)
  expect(changes).toHaveBeenCalledTimes(1)
})

test('messages and logs of a busy room are applied twice a second', { tags: 'D-105' }, () => {
  vi.useFakeTimers()
  put(sessionPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  const changes = vi.spyOn(queryClient, 'setQueriesData')
  for (let seq = 4; seq <= 13; seq++) {
    act(() => FakeSocket.last.bring(event(seq, { recent_logs: [], participants_count: seq })))
    act(() => vi.advanceTimersByTime(100))
  }
  expect([count(sessionPage), changes.mock.calls.length]).toEqual([9, 2])
  act(() => vi.advanceTimersByTime(500))
  expect([count(sessionPage), changes.mock.calls.length]).toEqual([13, 3])
  act(() => vi.advanceTimersByTime(1000))
  act(() => FakeSocket.last.bring(event(14, { recent_logs: [], participants_count: 14 })))
  act(() => vi.advanceTimersByTime(16))
  expect(count(sessionPage)).toBe(14)
})

test('other changes of a busy room are applied in the next frame, after the events before them', {
  tags: 'D-105'
}, () => {
  vi.useFakeTimers()
  put(sessionPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  const bring = (one: RoomEvent): void => act(() => FakeSocket.last.bring(one))
  bring(event(4, { recent_logs: [] }))
  act(() => vi.advanceTimersByTime(16))
  bring(event(5, { recent_logs: [], participants_count: 40 }))
  act(() => vi.advanceTimersByTime(16))
  expect(count(sessionPage)).toBe(3)
  bring(event(6, { status: 1 }))
  act(() => vi.advanceTimersByTime(16))
  expect([count(sessionPage), readPages(sessionPage)[0]?.challengeEvent.status]).toEqual([40, 1])
})

test('a hidden page, which gets no frames, applies events after a moment', { tags: 'D-105' }, () => {
  vi.useFakeTimers()
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  put(sessionPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.bring(event(4)))
  act(() => vi.advanceTimersByTime(100))
  frames.mockRestore()
  expect(count(sessionPage)).toBe(4)
})

test('the tabs of a session share one socket, also when switching between them', { tags: 'D-105' }, () => {
  const { rerender, unmount } = render(<Room page={roomAt(3)} />)
  rerender(<Room page={roomAt(4)} />)
  unmount()
  render(<Room page={roomAt(4)} />)
  expect(FakeSocket.all).toHaveLength(1)
})

test('a page that is older than the newest events catches up from the kept ones', { tags: 'D-105' }, () => {
  const { rerender } = render(<Room page={roomAt(3)} />)
  for (const seq of [4, 5, 6]) act(() => FakeSocket.last.tell(event(seq)))
  put(sessionChatPage, roomAt(4))
  rerender(<Room page={roomAt(4)} />)
  expect(count(sessionChatPage)).toBe(6)
  expect(reloaded).not.toHaveBeenCalled()
})

test('a page that is too old for the kept events reloads', { tags: 'D-105' }, async () => {
  const { rerender } = render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4)))
  put(sessionChatPage, roomAt(1))
  rerender(<Room page={roomAt(1)} />)
  await waitFor(() => expect(reloaded).toHaveBeenCalled())
})

test('an update that changes the plan reloads the page', { tags: 'CHAT-10' }, async () => {
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4, { status: 1, reload: true })))
  await waitFor(() => expect(reloaded).toHaveBeenCalledTimes(1))
})

test.each([
  ['mine, changed in another tab', 'ada', false, 1],
  ['mine, changed in this tab', 'ada', true, 0],
  ['someone else’s', 'grace', false, 0]
])(
  'a changed timer reloads the page only if the page does not show it yet: %s',
  { tags: 'SGL-19' },
  (_, username, isHere, times) => {
    vi.useFakeTimers()
    render(<Room page={roomAt(3)} />)
    // This tab changed another timer a second ago.
    noteOwnTimerChange()
    vi.advanceTimersByTime(1000)
    act(() => FakeSocket.last.tell(event(4, { timers: [username] })))
    if (isHere) noteOwnTimerChange()
    vi.advanceTimersByTime(2000)
    expect(reloaded).toHaveBeenCalledTimes(times)
  }
)

test('signing in reconnects to the room under the new name', { tags: 'CHAT-05' }, () => {
  setUser(null)
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.accept())
  expect(FakeSocket.last.sent[0]).toMatchObject({ username: null, since: 3 })
  act(() => setUser(ADA))
  act(() => FakeSocket.last.accept())
  expect(FakeSocket.all).toHaveLength(2)
  expect(FakeSocket.last.sent[0]).toMatchObject({ username: 'ada', since: 3 })
})

test('the socket closes a moment after the last page of the session closed', { tags: 'CHAT-14' }, async () => {
  vi.useFakeTimers()
  const { unmount } = render(<Room page={roomAt(3)} />)
  unmount()
  expect(FakeSocket.last.readyState).not.toBe(3)
  vi.advanceTimersByTime(3000)
  expect(FakeSocket.last.readyState).toBe(3)
})

test('without a socket the room is polled, and a change reloads the page', {
  tags: ['CHAT-14', 'D-67']
}, async () => {
  vi.useFakeTimers()
  let seq = 3
  const asked = respond({
    [`GET /api/challenge-events/${id}/poll`]: () =>
      seq < 0 ? Promise.reject(new TypeError('no network')) : json({ seq })
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

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const look = (state: 'visible' | 'hidden'): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('the page is offline after a lost connection, not before the first one', { tags: 'CHAT-14' }, () => {
  render(<Room page={roomAt(3)} />)
  expect(presence.get().offline).toBe(false)
  act(() => FakeSocket.last.accept())
  expect(presence.get().offline).toBe(false)
  act(() => FakeSocket.last.drop())
  expect(presence.get().offline).toBe(true)
})

test('when the network is back the room reconnects at once and gets missed events', { tags: 'CHAT-14' }, () => {
  vi.useFakeTimers()
  put(sessionPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.accept())
  act(() => FakeSocket.last.tell(event(4)))
  act(() => FakeSocket.last.drop())
  act(() => void window.dispatchEvent(new Event('online')))
  act(() => FakeSocket.last.accept())
  expect(FakeSocket.all).toHaveLength(2)
  expect(FakeSocket.last.joins()).toEqual([4])
  for (const seq of [5, 6]) act(() => FakeSocket.last.tell(event(seq)))
  expect([count(sessionPage), presence.get().offline]).toEqual([6, false])
  expect(reloaded).not.toHaveBeenCalled()
})

test('a page without a connection reconnects at once when it becomes visible', { tags: 'CHAT-14' }, () => {
  vi.useFakeTimers()
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.drop())
  look('hidden')
  expect(FakeSocket.all).toHaveLength(1)
  look('visible')
  expect(FakeSocket.all).toHaveLength(2)
})

test('a connection that died during sleep is noticed when the page becomes visible', {
  tags: 'CHAT-14'
}, async () => {
  vi.useFakeTimers()
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.accept())
  act(() => FakeSocket.last.pong())
  look('visible')
  expect(FakeSocket.all).toHaveLength(1)
  await pass(8000)
  expect(presence.get().offline).toBe(true)
  await pass(1000)
  expect(FakeSocket.all).toHaveLength(2)
})

test('the people online are known while the session is open, and cleared afterwards', { tags: 'CHAT-12' }, async () => {
  vi.useFakeTimers()
  const { unmount } = render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.accept())
  act(() => FakeSocket.last.tell({ type: 'join', room: id, users: ['ada', 'grace'], online: 3 }))
  expect([[...presence.get().users], presence.get().online]).toEqual([['ada', 'grace'], 3])
  unmount()
  await pass(2000)
  expect([presence.get().users.size, presence.get().online]).toEqual([0, 0])
})

test('a session that was left opens no socket when the network comes back', { tags: 'CHAT-14' }, async () => {
  vi.useFakeTimers()
  const { unmount } = render(<Room page={roomAt(3)} />)
  unmount()
  await pass(2000)
  window.dispatchEvent(new Event('online'))
  look('visible')
  await pass(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('opening another session closes the first room and ignores its late events', {
  tags: 'D-105'
}, () => {
  put(sessionPage, roomAt(3))
  const { rerender } = render(<Room page={roomAt(3)} />)
  const before = FakeSocket.last
  act(() => before.accept())
  rerender(<Room page={roomOf({ id: id + 500, seq: 80 })} />)
  act(() => FakeSocket.last.accept())
  expect(before.readyState).toBe(3)
  expect(FakeSocket.last.joins()).toEqual([80])
  act(() => before.tell(event(4)))
  expect(count(sessionPage)).toBe(3)
})

test('after too many missed events the page reloads, then gets live events again', {
  tags: 'D-105'
}, async () => {
  vi.useFakeTimers()
  put(sessionPage, roomAt(3))
  const { rerender } = render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.accept())
  act(() => FakeSocket.last.tell(event(4)))
  act(() => FakeSocket.last.tell({ type: 'reload', room: id, seq: 900 }))
  await pass(0)
  expect(reloaded).toHaveBeenCalledTimes(1)
  put(sessionPage, roomAt(900))
  act(() => FakeSocket.last.tell(event(901)))
  expect(count(sessionPage)).toBe(901)
  // A page from before the gap can't catch up, because events are missing.
  put(sessionChatPage, roomAt(4))
  rerender(<Room page={roomAt(4)} />)
  await pass(0)
  expect(reloaded).toHaveBeenCalledTimes(2)
})

test('in a room of a thousand people, reloads spread over at most 3 s', {
  tags: 'D-105'
}, async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell({ type: 'join', room: id, users: [], online: 1000 }))
  act(() => FakeSocket.last.tell(event(4, { reload: true })))
  await pass(2900)
  expect(reloaded).not.toHaveBeenCalled()
  await pass(100)
  expect(reloaded).toHaveBeenCalledTimes(1)
})

test('a background tab catches up with all events, each once', { tags: 'D-105' }, () => {
  put(sessionPage, roomAt(3))
  const { rerender } = render(<Room page={roomAt(3)} />)
  for (let seq = 4; seq <= 250; seq++) act(() => FakeSocket.last.tell(event(seq)))
  put(sessionChatPage, roomAt(100))
  rerender(<Room page={roomAt(100)} />)
  expect([count(sessionPage), count(sessionChatPage)]).toEqual([250, 250])
  expect(reloaded).not.toHaveBeenCalled()
})

test('only the last 300 events are kept, and an older page reloads', {
  tags: 'D-105'
}, async () => {
  vi.useFakeTimers()
  const { rerender } = render(<Room page={roomAt(3)} />)
  for (let seq = 4; seq <= 304; seq++) act(() => FakeSocket.last.tell(event(seq)))
  put(sessionChatPage, roomAt(4))
  rerender(<Room page={roomAt(4)} />)
  await pass(0)
  expect([count(sessionChatPage), reloaded.mock.calls.length]).toEqual([304, 0])
  put(sessionChatPage, roomAt(3))
  rerender(<Room page={roomAt(3)} />)
  await pass(0)
  expect(reloaded).toHaveBeenCalledTimes(1)
})

test('a page from before a change of the plan reloads, because no event carries the plan', {
  tags: 'D-105'
}, async () => {
  vi.useFakeTimers()
  const { rerender } = render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4)))
  act(() => FakeSocket.last.tell(event(5, { reload: true })))
  await pass(0)
  expect(reloaded).toHaveBeenCalledTimes(1)
  put(sessionChatPage, roomAt(4))
  rerender(<Room page={roomAt(4)} />)
  await pass(0)
  expect(reloaded).toHaveBeenCalledTimes(2)
})

test('many logs reload the lists of logs once, two seconds after the last log', {
  tags: 'D-105'
}, async () => {
  vi.useFakeTimers()
  render(<Room page={roomAt(3)} />)
  const summary = { participants: 1, logs: 1, tasks: {} }
  for (const seq of [4, 5, 6]) {
    act(() => FakeSocket.last.tell(event(seq, { summary })))
    await pass(500)
  }
  await pass(1499)
  expect(reloaded).not.toHaveBeenCalled()
  await pass(1)
  expect(reloaded).toHaveBeenCalledTimes(1)
})

test('a person whom a host removed sees a message, and nobody else does', { tags: 'D-72' }, async () => {
  show(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4, { left: ['grace'], removed: ['grace'] })))
  expect(screen.queryByText(/removed you/)).toBeNull()
  act(() => FakeSocket.last.tell(event(5, { left: ['ada'], removed: ['ada'] })))
  expect(await screen.findByText('A host removed you from this session.')).toBeTruthy()
})

test('a toast says once that another person is ready', { tags: 'D-76' }, async () => {
  const grace = person('grace')
  put(sessionPage, roomOf({ id, seq: 3 }, { participants: [HOST_ADA, grace] }))
  show(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.tell(event(4, { participants: [{ ...HOST_ADA, is_ready: 1 }] })))
  act(() => FakeSocket.last.tell(event(5, { participants: [{ ...grace, is_ready: 1 }] })))
  act(() => FakeSocket.last.tell(event(6, { participants: [{ ...grace, is_ready: 1, task_totals: {} }] })))
  expect(await screen.findByText('grace is ready.')).toBeTruthy()
  expect(screen.getAllByText(/is ready/)).toHaveLength(1)
})

test('members see a toast when the host moves the start of the session', {
  tags: 'D-139'
}, async () => {
  const started_at = '2060-01-05T18:00:00.000Z'
  const later = '2060-01-06T18:00:00.000Z'
  const waiting = roomOf({ id, seq: 3, status: 0, started_at }, { me: person('ada'), isOwner: false })
  put(sessionPage, waiting)
  show(<Room page={waiting} />)
  act(() => FakeSocket.last.tell(event(4, { status: 0, started_at })))
  expect(screen.queryByText(/has moved the start/)).toBeNull()
  act(() => FakeSocket.last.tell(event(5, { status: 0, started_at: later })))
  expect(await screen.findByText(/^The host has moved the start to Tue, Jan 6, /)).toBeTruthy()
})

test('polling finds that the session was cancelled, then stops', { tags: 'D-139' }, async () => {
  vi.useFakeTimers()
  const gone = { message: 'This session was cancelled.', error: 'This session was cancelled.' }
  const asked = respond({ [`GET /api/challenge-events/${id}/poll`]: () => json(gone, 404) })
  put(sessionPage, roomAt(3))
  show(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.drop())
  await act(() => vi.advanceTimersByTimeAsync(1000))
  act(() => FakeSocket.last.drop())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(readPages(sessionPage)[0]).toMatchObject({ isCancelled: true })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(asked).toHaveLength(1)
})

test('waiting messages are sent as soon as the socket is back', {
  tags: 'CHAT-18'
}, async () => {
  vi.useFakeTimers()
  const message = messageOf(9, 'ada', 'Still here')
  const sent = respond({ 'POST /api/messages': () => json({ message, error: null, error_code: null }) })
  const body = { content: 'Still here', messageable_type: 'challenge_event', messageable_id: id }
  keep(itemOf(sendMessage, { body, scope: `chat ${id}`, seen: { after: 0 }, tries: 6, notBefore: Date.now() + 60_000 }))
  render(<Room page={roomAt(3)} />)
  await pass(1000)
  expect(sent).toHaveLength(0)
  act(() => FakeSocket.last.accept())
  await pass(0)
  expect([sent.length, stored()]).toEqual([1, []])
})

test('changes that polling brought are not applied again when the socket is back', {
  tags: 'D-67'
}, async () => {
  vi.useFakeTimers()
  put(sessionPage, roomAt(3))
  render(<Room page={roomAt(3)} />)
  put(sessionPage, roomAt(5))
  act(() => FakeSocket.last.accept())
  act(() => FakeSocket.last.tell(event(4, { participants_count: 40 })))
  expect(count(sessionPage)).toBe(5)
  act(() => FakeSocket.last.tell(event(5, { participants_count: 50 })))
  act(() => FakeSocket.last.tell(event(6)))
  expect(count(sessionPage)).toBe(6)
})

test('polling stops when the session is left', { tags: 'D-67' }, async () => {
  vi.useFakeTimers()
  const asked = respond({ [`GET /api/challenge-events/${id}/poll`]: () => json({ seq: 3 }) })
  const { unmount } = render(<Room page={roomAt(3)} />)
  act(() => FakeSocket.last.drop())
  await pass(1000)
  act(() => FakeSocket.last.drop())
  await pass(5000)
  expect(asked).toHaveLength(2)
  unmount()
  await pass(60_000)
  expect(asked).toHaveLength(2)
})
