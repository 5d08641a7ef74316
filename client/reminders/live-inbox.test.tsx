/** The socket of the inbox on pages without a room, over an unstable connection. */
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { getUser, setUser } from '../lib/user.ts'
import { hasRoom } from './inbox.ts'
import { LiveInbox } from './LiveInbox.tsx'

let sent: Sent[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  setUser({ ...ADA, unread_reminders: 2 })
  sent = respond({
    'GET /api/inbox/unread': () => json({ unread: 1 }),
    'GET /api/my/timers': () => json({ timers: [] })
  })
  show(<LiveInbox />)
})
afterEach(() => {
  act(() => hasRoom.set(false))
  forget()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const asked = () => sent.filter(({ url }) => url === '/api/inbox/unread').length
const sockets = () => FakeSocket.all.length

function look(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('reopens a lost socket after 1 s, 2 s, 4 s, and loads missed entries', async () => {
  FakeSocket.last.accept()
  for (const [times, wait] of [1000, 2000, 4000].entries()) {
    FakeSocket.last.drop()
    await pass(wait - 1)
    expect(sockets()).toBe(times + 1)
    await pass(1)
    expect(sockets()).toBe(times + 2)
  }
  expect(asked()).toBe(0)
  FakeSocket.last.accept()
  await pass(0)
  expect(asked()).toBe(1)
})

test('a working connection resets the delay', async () => {
  FakeSocket.last.drop()
  await pass(1000)
  FakeSocket.last.drop()
  await pass(2000)
  FakeSocket.last.accept()
  FakeSocket.last.drop()
  await pass(1000)
  expect(sockets()).toBe(4)
})

test('the first connection loads nothing, because the page already has the number', async () => {
  FakeSocket.last.accept()
  await pass(0)
  expect(asked()).toBe(0)
})

test('a hidden page has no socket and opens none after a delay', async () => {
  FakeSocket.last.drop()
  look('hidden')
  await pass(60_000)
  expect(sockets()).toBe(1)
  look('visible')
  look('visible')
  expect(sockets()).toBe(2)
})

test('the end of an abandoned socket opens no new one', async () => {
  const first = FakeSocket.last
  look('hidden')
  look('visible')
  first.drop()
  await pass(60_000)
  expect(sockets()).toBe(2)
})

test('closes its socket in a room, and opens it again when the room is left', async () => {
  act(() => hasRoom.set(true))
  expect(FakeSocket.last.readyState).toBe(3)
  await pass(60_000)
  look('visible')
  expect(sockets()).toBe(1)
  act(() => hasRoom.set(false))
  expect(sockets()).toBe(2)
})

test('distinguishes messages about the inbox from those about timers', async () => {
  await pass(0)
  sent.length = 0
  FakeSocket.last.accept()
  FakeSocket.last.tell({ type: 'timers' })
  await pass(2000)
  expect(sent.map(({ url }) => url)).toContain('/api/my/timers')
  expect(asked()).toBe(0)
  FakeSocket.last.tell({ type: 'inbox' })
  await pass(0)
  expect(asked()).toBe(1)
})

test('keeps the shown number when the request fails', async () => {
  respond({ 'GET /api/inbox/unread': () => Promise.reject(new TypeError('Failed to fetch')) })
  FakeSocket.last.accept()
  FakeSocket.last.tell({ type: 'inbox' })
  await pass(0)
  expect(getUser()?.unread_reminders).toBe(2)
})
