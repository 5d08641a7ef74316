/** The socket of the inbox on pages without a room, while the line comes and goes. */
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getUser, setUser } from '../lib/user.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { ADA, forget, json, respond, type Sent, show } from '../testing/show.tsx'
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

test('a socket that is lost is opened again after 1 s, 2 s, 4 s, and what was missed is asked for', async () => {
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

test('a connection that worked makes the next wait short again', async () => {
  FakeSocket.last.drop()
  await pass(1000)
  FakeSocket.last.drop()
  await pass(2000)
  FakeSocket.last.accept()
  FakeSocket.last.drop()
  await pass(1000)
  expect(sockets()).toBe(4)
})

test('nothing is asked for by a first connection: the page has just come with the number', async () => {
  FakeSocket.last.accept()
  await pass(0)
  expect(asked()).toBe(0)
})

test('a page in the background has no socket, and opens none when the wait of a lost one is over', async () => {
  FakeSocket.last.drop()
  look('hidden')
  await pass(60_000)
  expect(sockets()).toBe(1)
  look('visible')
  look('visible')
  expect(sockets()).toBe(2)
})

test('the end of a socket that was given up opens no other one', async () => {
  const first = FakeSocket.last
  look('hidden')
  look('visible')
  first.drop()
  await pass(60_000)
  expect(sockets()).toBe(2)
})

test('in a room its socket does this: the own one goes, and comes back when the room is left', async () => {
  act(() => hasRoom.set(true))
  expect(FakeSocket.last.readyState).toBe(3)
  await pass(60_000)
  look('visible')
  expect(sockets()).toBe(1)
  act(() => hasRoom.set(false))
  expect(sockets()).toBe(2)
})

test('news of the inbox and of timers are told apart', async () => {
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

test('without a line for the number, the one that is shown stays', async () => {
  respond({ 'GET /api/inbox/unread': () => Promise.reject(new TypeError('Failed to fetch')) })
  FakeSocket.last.accept()
  FakeSocket.last.tell({ type: 'inbox' })
  await pass(0)
  expect(getUser()?.unread_reminders).toBe(2)
})
