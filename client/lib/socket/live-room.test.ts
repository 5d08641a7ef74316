import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MOVE_ON } from '../../../domain/lib/close-codes.ts'
import type { RoomEvent } from '../../../domain/socket/messages.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { resetServerClock, serverNow } from '../dates/server-clock.ts'
import { backoff } from './backoff.ts'
import { type LiveRoom, openLiveRoom } from './live-room.ts'

let room: LiveRoom
const heard: number[] = []
const happened: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  heard.length = 0
  happened.length = 0
  room = openLiveRoom({
    url: 'wss://hut.example/socket',
    room: 7,
    since: 3,
    who: () => ({ client_uuid: 'browser', username: 'ada' }),
    onEvent: ({ seq }) => heard.push(seq),
    onReload: seq => happened.push(`reload ${seq}`),
    onPresence: (users, online) => happened.push(`${users.join(' ')} ${online}`),
    onConnected: connected => happened.push(connected ? 'up' : 'down'),
    openSocket: url => new FakeSocket(url) as unknown as WebSocket,
    random: () => 0
  })
})

afterEach(() => {
  room.close()
  resetServerClock()
  vi.useRealTimers()
})

const event = (seq: number): RoomEvent => ({ type: 'update', room: 7, seq, data: {} })

test('joins at the configured address with room, client_uuid, username and last event', {
  tags: ['CHAT-05', 'CHAT-13']
}, () => {
  FakeSocket.last.accept()
  expect(FakeSocket.last.url).toBe('wss://hut.example/socket')
  expect(FakeSocket.last.sent[0]).toEqual({ type: 'join', room: 7, client_uuid: 'browser', username: 'ada', since: 3 })
})

test('passes events on in sequence and drops repeated ones', { tags: 'D-105' }, () => {
  const socket = FakeSocket.last
  socket.accept()
  for (const seq of [2, 3, 4, 4, 5, 3]) socket.tell(event(seq))
  socket.tell({ ...event(6), room: 8 })
  expect(heard).toEqual([4, 5])
})

test('requests a gap once and fills it without loss or repetition', { tags: 'D-105' }, () => {
  const socket = FakeSocket.last
  socket.accept()
  socket.tell(event(4))
  socket.tell(event(6))
  socket.tell(event(7))
  expect(socket.joins()).toEqual([3, 4])
  expect(heard).toEqual([4])
  for (const seq of [5, 6, 7, 8]) socket.tell(event(seq))
  socket.pong()
  expect(heard).toEqual([4, 5, 6, 7, 8])
  expect(happened).not.toContain('reload 7')
})

test('reloads the page when the server cannot fill a gap, and continues after it', { tags: 'D-105' }, () => {
  const socket = FakeSocket.last
  socket.accept()
  socket.tell(event(9))
  socket.tell(event(10))
  socket.pong()
  expect(happened).toContain('reload 10')
  socket.tell(event(11))
  expect(heard).toEqual([11])
})

test('reloads the page when it missed too much', { tags: 'D-105' }, () => {
  FakeSocket.last.accept()
  FakeSocket.last.tell({ type: 'reload', room: 7, seq: 900 })
  FakeSocket.last.tell(event(901))
  expect(happened).toContain('reload 900')
  expect(heard).toEqual([901])
})

test('moves to another server within half a second when its server stops, and then backs off as usual', {
  tags: 'CHAT-14'
}, () => {
  FakeSocket.last.accept()
  FakeSocket.last.drop(MOVE_ON)
  expect(happened).toEqual(['up', 'down'])
  vi.advanceTimersByTime(500)
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.last.drop()
  vi.advanceTimersByTime(999)
  expect(FakeSocket.all).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.all).toHaveLength(3)
})

test('reconnects after a close and requests the missed events', { tags: 'CHAT-14' }, () => {
  FakeSocket.last.accept()
  FakeSocket.last.tell(event(4))
  FakeSocket.last.drop()
  expect(happened).toEqual(['up', 'down'])
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.last.accept()
  expect(FakeSocket.last.joins()).toEqual([4])
  expect(happened.at(-1)).toBe('up')
})

test('the delay begins at 1000 ms, doubles, and stays at 30000 ms', { tags: ['CHAT-15', 'CHAT-16', 'CHAT-17'] }, () => {
  const delays: number[] = []
  for (let tries = 0; tries < 7; tries++) {
    const count = FakeSocket.all.length
    FakeSocket.last.drop()
    let waited = 0
    while (FakeSocket.all.length === count) {
      vi.advanceTimersByTime(500)
      waited += 500
    }
    delays.push(waited)
  }
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('up to a fifth of the delay is random, and it never exceeds its limit', { tags: 'CHAT-17' }, () => {
  expect(backoff(0, 0)).toBe(1000)
  expect(backoff(0, 0.999)).toBeGreaterThanOrEqual(800)
  expect(backoff(50, 0)).toBe(30_000)
})

test('a connection that responded resets the delay', { tags: 'CHAT-15' }, () => {
  FakeSocket.last.drop()
  vi.advanceTimersByTime(1000)
  FakeSocket.last.accept()
  FakeSocket.last.pong()
  FakeSocket.last.drop()
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(3)
})

test('stays closed once the page has closed it', { tags: 'CHAT-14' }, () => {
  FakeSocket.last.accept()
  room.close()
  FakeSocket.last.drop()
  vi.advanceTimersByTime(120_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('treats a socket that stops responding as closed', { tags: 'CHAT-14' }, () => {
  FakeSocket.last.accept()
  FakeSocket.last.pong()
  vi.advanceTimersByTime(20_000 + 8000)
  expect(happened.at(-1)).toBe('down')
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(2)
})

test('treats a socket that does not open within 15 s as closed', {
  tags: 'CHAT-14'
}, () => {
  vi.advanceTimersByTime(15_000)
  expect(happened).toEqual(['down'])
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(2)
  vi.advanceTimersByTime(14_000)
  FakeSocket.last.accept()
  FakeSocket.last.pong()
  vi.advanceTimersByTime(5000)
  expect([FakeSocket.all.length, happened.at(-1)]).toEqual([2, 'up'])
})

test('reconnects without delay when the network is back', { tags: 'CHAT-14' }, () => {
  FakeSocket.last.drop()
  room.reconnect()
  expect(FakeSocket.all).toHaveLength(2)
  vi.advanceTimersByTime(5000)
  expect(FakeSocket.all).toHaveLength(2)
})

test('passes the list of online users on', { tags: 'CHAT-12' }, () => {
  FakeSocket.last.accept()
  FakeSocket.last.tell({ type: 'join', room: 7, users: ['ada', 'grace'], online: 2 })
  expect(happened.at(-1)).toBe('ada grace 2')
})

test('the response to a ping sets the server clock', { tags: 'D-82' }, () => {
  FakeSocket.last.accept()
  const [, ping] = FakeSocket.last.sent
  if (ping?.type !== 'ping') throw new Error('no ping was sent')
  FakeSocket.last.tell({ type: 'pong', sent: ping.sent, server_time: Date.now() + 5000 })
  expect(serverNow() - Date.now()).toBe(5000)
})

test('ignores messages of an abandoned socket', { tags: 'D-105' }, () => {
  const old = FakeSocket.last
  old.accept()
  room.reconnect()
  FakeSocket.last.accept()
  old.tell(event(4))
  old.drop()
  expect(heard).toEqual([])
  expect(happened.at(-1)).toBe('up')
  FakeSocket.last.tell(event(4))
  expect(heard).toEqual([4])
})

test('a reconnect requests the events after the last one', {
  tags: 'D-105'
}, () => {
  FakeSocket.last.accept()
  FakeSocket.last.tell(event(4))
  room.reconnect()
  FakeSocket.last.accept()
  expect(FakeSocket.last.joins()).toEqual([4])
  FakeSocket.last.tell(event(5))
  expect(heard).toEqual([4, 5])
})

test('requests a second gap after the first is filled', { tags: 'D-105' }, () => {
  const socket = FakeSocket.last
  socket.accept()
  socket.tell(event(5))
  socket.tell(event(4))
  socket.tell(event(7))
  expect(socket.joins()).toEqual([3, 3, 4])
  for (const seq of [5, 6, 7]) socket.tell(event(seq))
  expect(heard).toEqual([4, 5, 6, 7])
})

test('ignores invalid messages, and logs errors of the server', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const socket = FakeSocket.last
  socket.accept()
  socket.onmessage?.({ data: '<h1>Bad gateway</h1>' })
  socket.tell({ type: 'error', message: 'Too many messages.' })
  socket.tell(event(4))
  expect(heard).toEqual([4])
  expect(happened).toEqual(['up'])
  expect(warned).toHaveBeenCalledWith('socket:', 'Too many messages.')
  warned.mockRestore()
})

test('reopens a socket that does not respond to a ping within eight seconds', { tags: 'CHAT-14' }, () => {
  FakeSocket.last.accept()
  FakeSocket.last.pong()
  room.check()
  vi.advanceTimersByTime(7999)
  expect(happened).toEqual(['up'])
  vi.advanceTimersByTime(1)
  expect(happened).toEqual(['up', 'down'])
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(2)
})

test('a socket that responds to each ping stays open', { tags: 'CHAT-14' }, () => {
  FakeSocket.last.accept()
  for (let minute = 0; minute < 30; minute++) {
    FakeSocket.last.pong()
    vi.advanceTimersByTime(20_000)
  }
  expect(FakeSocket.all).toHaveLength(1)
  expect(happened).toEqual(['up'])
})

test('the delay grows while a server accepts sockets and drops them', { tags: 'CHAT-16' }, () => {
  const opened: number[] = []
  const began = Date.now()
  for (let tries = 0; tries < 4; tries++) {
    FakeSocket.last.accept()
    FakeSocket.last.drop()
    vi.advanceTimersToNextTimer()
    opened.push(Date.now() - began)
  }
  expect(opened).toEqual([1000, 3000, 7000, 15_000])
})
