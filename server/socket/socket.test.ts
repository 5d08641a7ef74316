import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, logout, register } from '../../domain/accounts/api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { MOVE_ON } from '../../domain/lib/close-codes.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { cancelSession, joinSession, leaveSession, startSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import type { FromServer } from '../../domain/socket/messages.ts'
import { PASSWORD } from '../../testing/names.ts'
import { addressOf, type LiveSocket, openLive } from '../../testing/socket-client.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../testing/world.ts'
import { MOST_OF_LOGIN } from '../lib/limits/socket-limits.ts'
import { openPostgresBus } from '../realtime/postgres-bus.ts'
import { findRoomSeq } from '../realtime/room-rows.ts'

let world: World
beforeAll(async () => {
  // Two nodes share only the database.
  world = await openWorld({}, { openBus: connection => openPostgresBus(connection, randomUUID(), { warn() {} }) })
})
afterAll(() => world.close())

async function room(host: Caller, ...guests: Caller[]) {
  const { event } = await host.call(storeSession, { body: { activity: 'lean-coffee', challenge: {} } })
  for (const guest of guests) await guest.call(joinSession, { params: { event: event.slug }, body: {} })
  return { id: event.id, params: { event: event.slug }, seq: guests.length }
}

const say = (person: Caller, id: number, content: string) =>
  person.call(sendMessage, { body: { content, messageable_type: 'challenge_event', messageable_id: id } })

const isMessage = (content: string) => (message: FromServer) =>
  message.type === 'message' && message.message.content === content
const isJoin =
  (...users: string[]) =>
  (message: FromServer) =>
    message.type === 'join' && message.users.join() === users.join()
const events = (socket: LiveSocket) =>
  socket.got.flatMap(message => ('seq' in message ? [[message.type, message.seq]] : []))

/** Waits for a ping's response, which comes after everything that was sent before. */
async function settled(socket: LiveSocket): Promise<void> {
  const sent = Math.round(performance.now() * 1000)
  socket.say({ type: 'ping', sent })
  await socket.hears(message => message.type === 'pong' && message.sent === sent)
}

test('a join returns the people present, named by their cookies and not by the message', {
  tags: ['CHAT-05', 'CHAT-12', 'D-24', 'D-105']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id } = await room(ada, grace)
  const first = await openLive(world.app, ada)
  first.say({ type: 'join', room: id, client_uuid: 'tab-1', username: 'grace' })
  expect(await first.hears(isJoin('ada'))).toEqual({ type: 'join', room: id, users: ['ada'], online: 1 })
  const second = await openLive(world.app, grace)
  second.say({ type: 'join', room: id })
  await first.hears(isJoin('ada', 'grace'))
  const visitor = await openLive(world.app, world.visitor)
  visitor.say({ type: 'join', room: id, username: 'admin' })
  await visitor.hears(isJoin('ada', 'grace'))
  first.got.length = 0
  second.close()
  await first.hears(isJoin('ada'))
})

test('a socket closes when its login ends, on any node, and its person disappears', {
  tags: 'CHAT-12'
}, async () => {
  const [ada, mileva] = [await world.as('ada'), createCaller(world, 'mileva')]
  await mileva.call(register, { body: registration('mileva') })
  const { id } = await room(ada)
  const { app: node } = await world.secondNode()
  const here = await openLive(world.app, ada)
  const tabs = [await openLive(world.app, mileva), await openLive(node, mileva)]
  for (const socket of [here, ...tabs]) socket.say({ type: 'join', room: id })
  await here.hears(isJoin('ada', 'mileva'))
  here.got.length = 0
  await mileva.call(login, { body: { email: 'mileva@example.org', password: PASSWORD } })
  expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual([4001, 4001])
  await here.hears(isJoin('ada'))
  const again = await openLive(node, mileva)
  again.say({ type: 'join', room: id })
  await here.hears(isJoin('ada', 'mileva'))
  here.got.length = 0
  await mileva.call(logout)
  expect(await again.closed).toBe(4001)
  await here.hears(isJoin('ada'))
  await settled(here)
})

test('a person in tabs on two nodes counts once, and disappears when the last tab is killed', {
  tags: ['CHAT-12', 'D-105']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id } = await room(ada, grace)
  const { app: node } = await world.secondNode()
  const [here, there, visitor] = [
    await openLive(world.app, ada),
    await openLive(node, ada),
    await openLive(node, world.visitor)
  ]
  const tabs = [await openLive(world.app, grace), await openLive(node, grace), await openLive(node, grace)]
  for (const socket of [here, there, visitor, ...tabs]) socket.say({ type: 'join', room: id })
  const both = { type: 'join', room: id, users: ['ada', 'grace'], online: 2 }
  for (const socket of [here, there, visitor, ...tabs]) {
    expect(await socket.hears(isJoin('ada', 'grace'))).toEqual(both)
  }
  // When this arrives, the second node also knows the tabs of the first.
  await say(ada, id, 'All here?')
  await visitor.hears(isMessage('All here?'))
  const [first, ...others] = tabs
  for (const socket of [there, ...others]) socket.socket.terminate()
  // The second node has nobody left. Both people are present in their other tabs, so nothing changes for anyone.
  const late = await openLive(node, world.visitor)
  late.say({ type: 'join', room: id })
  expect(await late.hears(({ type }) => type === 'join')).toEqual(both)
  for (const socket of [here, visitor]) socket.got.length = 0
  first?.socket.terminate()
  for (const socket of [here, visitor]) await socket.hears(isJoin('ada'))
})

test('a message reaches the others without reload, on this node and another', {
  tags: ['CHAT-11', 'CHAT-20', 'SES-021']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id } = await room(ada, grace)
  const { app: node } = await world.secondNode()
  const sockets = [
    await openLive(world.app, ada),
    await openLive(world.app, grace),
    await openLive(node, grace),
    await openLive(node, world.visitor)
  ]
  for (const socket of sockets) {
    socket.say({ type: 'join', room: id, since: 1 })
    await socket.hears(({ type }) => type === 'join')
  }
  const { message } = await say(ada, id, 'Hello')
  for (const socket of sockets) {
    expect(await socket.hears(isMessage('Hello'))).toEqual({ type: 'message', room: id, seq: 2, message })
  }
})

test('joining, starting and leaving reach the room as updates', {
  tags: ['CHAT-06', 'CHAT-08..CHAT-10', 'D-105']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await ada.call(storeSession, {
    body: { activity: 'lean-coffee', challenge: { is_manually_started: 1 } }
  })
  const params = { event: event.slug }
  const socket = await openLive(world.app, world.visitor)
  socket.say({ type: 'join', room: event.id, since: 0 })
  await settled(socket)
  await grace.call(joinSession, { params, body: {} })
  await ada.call(startSession, { params, body: {} })
  await grace.call(leaveSession, { params, body: {} })
  const update = async (seq: number) => {
    const heard = await socket.hears(message => message.type === 'update' && message.seq === seq)
    return heard.type === 'update' ? heard.data : null
  }
  expect(await update(1)).toMatchObject({
    participants: [{ username: 'grace', role: 0 }],
    participants_count: 2,
    summary: { participants: 2 }
  })
  expect(await update(2)).toMatchObject({ status: 1, started_at: new Date(world.clock.now()).toISOString() })
  expect(await update(3)).toMatchObject({ left: ['grace'], participants_count: 1 })
})

test('a client that returns with its last number gets exactly what it missed, in order', {
  tags: ['CHAT-14', 'D-105']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id } = await room(ada, grace)
  const before = await openLive(world.app, grace)
  before.say({ type: 'join', room: id, since: 1 })
  await say(ada, id, 'one')
  await before.hears(isMessage('one'))
  before.close()
  await before.closed
  for (const text of ['two', 'three', 'four']) await say(ada, id, text)
  const after = await openLive(world.app, grace)
  after.say({ type: 'join', room: id, since: 2 })
  await after.hears(isMessage('four'))
  await say(ada, id, 'five')
  await after.hears(isMessage('five'))
  await settled(after)
  expect(events(after)).toEqual([3, 4, 5, 6].map(seq => ['message', seq]))
  // Without a number a client gets only new events.
  const fresh = await openLive(world.app, grace)
  fresh.say({ type: 'join', room: id })
  await settled(fresh)
  expect(events(fresh)).toEqual([])
})

test('catching up while others talk leaves no gap and no duplicate', { tags: 'D-105' }, async () => {
  const people = await Promise.all(['ada', 'grace', 'hedy'].map(name => world.as(name)))
  const { id, seq } = await room(...(people as [Caller, ...Caller[]]))
  const talk = Promise.all(
    people.flatMap(person => Array.from({ length: 10 }, (_, index) => say(person, id, `${person.username} ${index}`)))
  )
  const sockets: LiveSocket[] = []
  for (let index = 0; index < 6; index++) {
    const socket = await openLive(world.app, world.visitor)
    socket.say({ type: 'join', room: id, since: seq })
    sockets.push(socket)
    await setTimeout(10)
  }
  await talk
  const expected = Array.from({ length: 30 }, (_, index) => ['message', seq + index + 1])
  for (const socket of sockets) {
    await socket.hears(message => 'seq' in message && message.seq === seq + 30)
    expect(events(socket)).toEqual(expected)
  }
})

test('a client that missed too much, or deleted events, reloads and continues from there', {
  tags: 'D-105'
}, async () => {
  const ada = await world.as('ada')
  const { id } = await room(ada)
  const { $client } = world.db
  await $client.query(
    `insert into room_events (session_id, seq, event, created_at)
     select $1, n, '{"type":"update","data":{}}', now() from generate_series(1, 501) n`,
    [id]
  )
  await $client.query('update sessions set seq = 501 where id = $1', [id])
  const join = async (since: number) => {
    const socket = await openLive(world.app, ada)
    socket.say({ type: 'join', room: id, since })
    await settled(socket)
    return socket
  }
  const late = await join(0)
  expect(events(late)).toEqual([['reload', 501]])
  expect(events(await join(1))).toHaveLength(500)
  await say(ada, id, 'on we go')
  await late.hears(isMessage('on we go'))
  expect(events(late)).toEqual([
    ['reload', 501],
    ['message', 502]
  ])
  await $client.query('delete from room_events where session_id = $1 and seq < 400', [id])
  expect(events(await join(100))).toEqual([['reload', 502]])
  expect(events(await join(399))).toHaveLength(103)
  expect(events(await join(502))).toEqual([])
  expect(events(await join(9999))).toEqual([])
  // Empties the room's events, since the audit expects every event up to the last.
  await $client.query('delete from room_events where session_id = $1', [id])
  await $client.query('update sessions set seq = 0 where id = $1', [id])
})

test('a client that missed long texts reloads too, and the texts are not read for it', {
  tags: 'D-105'
}, async () => {
  const ada = await world.as('ada')
  const { id, params } = await room(ada)
  for (let i = 0; i < 25; i++) {
    await ada.call(storeSessionPost, { params, body: { item: { content: `${i} ${'x'.repeat(49_000)}` } } })
  }
  const seq = (await findRoomSeq(world.db, id)) ?? 0
  const join = async (since: number) => {
    const socket = await openLive(world.app, ada)
    socket.say({ type: 'join', room: id, since })
    await settled(socket)
    return events(socket)
  }
  expect(await join(0)).toEqual([['reload', seq]])
  expect(await join(seq - 15)).toHaveLength(15)
})

test('a socket can change rooms and gets only the events of the last one', { tags: 'D-105' }, async () => {
  const ada = await world.as('ada')
  const [one, two] = [await room(ada), await room(ada)]
  const socket = await openLive(world.app, ada)
  socket.say({ type: 'join', room: one.id })
  socket.say({ type: 'join', room: two.id })
  await settled(socket)
  await say(ada, one.id, 'first room')
  await say(ada, two.id, 'second room')
  await socket.hears(isMessage('second room'))
  expect(socket.got.some(isMessage('first room'))).toBe(false)
  socket.say({ type: 'join', room: 999_999 })
  await socket.hears(({ type }) => type === 'error')
  await say(ada, two.id, 'third')
  await settled(socket)
  expect(socket.got.some(isMessage('third'))).toBe(false)
})

test.each([
  '',
  'hello',
  '[]',
  'null',
  '{"type":"join"}',
  '{"type":"shout"}',
  '{"type":"join","room":"1"}',
  '{"type":"join","room":1.5}',
  '{"type":"join","room":10,"since":-1}'
])('the message %s is refused, and the socket stays open', { tags: 'API-48' }, async text => {
  const socket = await openLive(world.app, world.visitor)
  socket.say(text)
  expect(await socket.hears(() => true)).toEqual({ type: 'error', message: 'This message is not understood.' })
  await settled(socket)
})

test('a message that is too large, or too many messages, close the socket', { tags: 'API-48' }, async () => {
  const large = await openLive(world.app, world.visitor)
  large.say('x'.repeat(5000))
  expect([1006, 1009]).toContain(await large.closed)
  const loud = await openLive(world.app, world.visitor)
  for (let index = 0; index <= 100; index++) loud.say({ type: 'ping', sent: index })
  expect(await loud.closed).toBe(1008)
  expect((await world.app.inject({ url: '/healthz' })).statusCode).toBe(200)
})

test('a ping returns the server\u2019s time', async () => {
  const socket = await openLive(world.app, world.visitor)
  socket.say({ type: 'ping', sent: 5 })
  expect(await socket.hears(() => true)).toEqual({ type: 'pong', sent: 5, server_time: world.clock.now() })
})

test('a page of another site gets no socket, and no other path has one', { tags: ['D-105', 'SEC-55'] }, async () => {
  const ada = await world.as('ada')
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', 'file://']) {
    await expect(openLive(world.app, ada, { origin })).rejects.toThrow('403')
  }
  await expect(openLive(world.app, ada, { path: '/elsewhere' })).rejects.toThrow('404')
  await openLive(world.app, ada, { path: '/socket?x=1' })
})

test.each(['//', 'http://', '/socket/../x', '*', '/%'])(
  'an upgrade at %s does not end the app',
  { tags: 'API-48' },
  async path => {
    const [host = '', port] = (await addressOf(world.app)).split(':')
    const stream = connect(Number(port), host)
    stream.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
    )
    const response = await new Promise<string>(resolve => stream.once('data', data => resolve(String(data))))
    expect(response).toMatch(/^HTTP\/1.1 4\d\d /)
    stream.destroy()
  }
)

test('a client that reads too slowly is disconnected, and the others do not wait', async () => {
  const ada = await world.as('ada')
  const { id } = await room(ada)
  const [slow, quick] = [await openLive(world.app, ada), await openLive(world.app, ada)]
  for (const socket of [slow, quick]) {
    socket.say({ type: 'join', room: id, since: 0 })
    await settled(socket)
  }
  slow.socket.pause()
  const content = 'x'.repeat(500_000)
  for (let seq = 1; seq <= 40; seq++) {
    world.bus.publish('event', JSON.stringify({ type: 'update', room: id, seq, data: { content } }))
    await quick.hears(message => 'seq' in message && message.seq === seq)
  }
  slow.socket.resume()
  expect(await slow.closed).toBe(1006)
  expect(events(slow).length).toBeLessThan(40)
  expect(events(quick)).toHaveLength(40)
})

test('a stopping node is not ready, still serves, and moves its sockets to others one by one', {
  tags: 'CHAT-14'
}, async () => {
  const { app: node, sockets: ofNode } = await world.secondNode()
  const sockets = [await openLive(node, await world.as('ada')), await openLive(node, world.visitor)]
  const moved: number[] = []
  for (const { closed } of sockets) void closed.then(code => moved.push(code))
  const drained = ofNode.drain()
  const ready = await node.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, { database: true, bus: true, disk: true, draining: true }])
  expect((await node.inject('/healthz')).statusCode).toBe(200)
  const page = await node.inject('/api/activities')
  expect([page.statusCode, page.headers.connection]).toEqual([200, 'close'])
  await expect(openLive(node, world.visitor)).rejects.toThrow('503')
  await sockets[0]?.closed
  expect(moved).toEqual([MOVE_ON])
  await world.pass(3000)
  await drained
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([MOVE_ON, MOVE_ON])
})

test('a stopping server closes its sockets with 1001 and does not wait for unresponsive ones', async () => {
  const { app: node } = await world.secondNode()
  const open = await openLive(node, await world.as('ada'))
  const silent = await openLive(node, world.visitor)
  silent.socket.pause()
  await node.close()
  expect(await open.closed).toBe(1001)
})

test('nobody joins the room of a cancelled session; a page that missed the end is notified', {
  tags: 'D-139'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await ada.call(storeSession, {
    body: { challenge: { title: 'Called off', duration: 3600, is_manually_started: true } }
  })
  await grace.call(joinSession, { params: { event: event.slug }, body: {} })
  const since = (await findRoomSeq(world.db, event.id)) ?? 0
  await ada.call(cancelSession, { params: { event: event.slug } })
  const socket = await openLive(world.app, grace)
  socket.say({ type: 'join', room: event.id, since })
  await socket.hears(({ type }) => type === 'error')
  expect(events(socket).map(([, seq]) => seq)).toContain(since + 1)
  socket.got.length = 0
  socket.say({ type: 'join', room: event.id })
  await socket.hears(({ type }) => type === 'error')
  await settled(socket)
  expect(socket.got.map(({ type }) => type)).toEqual(['error', 'pong'])
})

test('a page whose second join is refused leaves the room', { tags: ['D-159', 'CHAT-12'] }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { event } = await ada.call(storeSession, {
    body: { challenge: { title: 'By link only', is_manually_started: true, unlisted: 1 } }
  })
  const host = await openLive(world.app, ada)
  host.say({ type: 'join', room: event.id, slug: event.slug })
  const guest = await openLive(world.app, grace)
  guest.say({ type: 'join', room: event.id, slug: event.slug })
  await host.hears(isJoin('ada', 'grace'))
  host.got.length = 0
  guest.say({ type: 'join', room: event.id })
  await guest.hears(({ type }) => type === 'error')
  await host.hears(isJoin('ada'))
})

test('a browser has at most a hundred sockets, and may open another when one closes', async () => {
  const hypatia = await world.as('hypatia')
  const open = await Promise.all(Array.from({ length: MOST_OF_LOGIN }, () => openLive(world.app, hypatia)))
  await expect(openLive(world.app, hypatia)).rejects.toThrow('429')
  // Other browsers have a limit of their own.
  await openLive(world.app, await world.as('ada'))
  await openLive(world.app, world.visitor)
  open[0]?.close()
  await open[0]?.closed
  await expect
    .poll(() =>
      openLive(world.app, hypatia).then(
        () => true,
        () => false
      )
    )
    .toBe(true)
})
