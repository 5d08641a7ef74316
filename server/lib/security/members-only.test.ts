import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { logout } from '../../../domain/accounts/api.ts'
import { updateSettings } from '../../../domain/admin/api.ts'
import { makeCalendarFeed } from '../../../domain/calendar/api.ts'
import { LOGIN_IS_OVER } from '../../../domain/lib/close-codes.ts'
import { openRoom, type Room } from '../../../testing/room.ts'
import { addressOf, openLive } from '../../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

let world: World
let ada: Caller
let room: Room
let feed: string
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'http://localhost:3000' })
  ada = await world.as('ada')
  room = await openRoom(ada)
  feed = (await ada.call(makeCalendarFeed)).feed ?? ''
  const admin = await world.admin()
  await admin.call(updateSettings, { body: { revision: 0, settings: { members_only: 1, imprint: '<p>Ada</p>' } } })
})
afterAll(() => world.close())

const status = async (person: Caller, url: string) => (await person.request({ url })).statusCode
const closed = () => [
  `/api/sessions/${room.event}`,
  `/sessions/${room.event}`,
  `/sessions/${room.event}/preview.png`,
  `/sessions/${room.event}/calendar.ics`,
  '/api/activities',
  '/activities',
  '/api/users/faces?usernames=ada',
  '/preview.png',
  '/sitemap.xml',
  '/api/docs/',
  '/ada'
]
const open = () => [
  ...[
    '/',
    '/api',
    '/about',
    '/terms-of-service',
    '/privacy-policy',
    '/imprint',
    '/pricing',
    '/api/pricing',
    '/forgot-password',
    '/email/confirm?token=a'
  ],
  ...['/invite/some-code', '/api/get-user', '/healthz', '/robots.txt', '/manifest.webmanifest', '/shell', feed]
]

test('visitors of a hut for members only are refused, members are not', { tags: 'D-146' }, async () => {
  for (const url of closed()) {
    expect([url, await status(world.visitor, url)]).toEqual([url, 401])
    expect([url, await status(ada, url)]).toEqual([url, 200])
  }
})

test('what people need to sign in, and the pages about the hut, stay open', { tags: 'D-146' }, async () => {
  for (const url of open()) expect([url, await status(world.visitor, url)]).toEqual([url, 200])
})

test('the home page shows visitors no sessions', { tags: 'D-146' }, async () => {
  const { body } = await world.visitor.request({ url: '/api' })
  expect(JSON.parse(body).serverData).toMatchObject({ challenges: [], challengesCount: 0, templates: [] })
  expect((await ada.request({ url: '/api' })).body).toContain(room.title)
})

test('visitors open no socket and no event stream', { tags: 'D-146' }, async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { origin: `http://127.0.0.1:${port}` })
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toMatch('401')
  const path = world.documented.find(one => one.isStream)?.path.replace(/:\w+/, room.event)
  expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(401)
})

test('open sockets and streams of visitors end when the hut becomes one for members only', {
  tags: 'D-146'
}, async () => {
  const open = await openWorld()
  const bea = await open.as('bea')
  const { event } = await openRoom(bea)
  const [visitor, member] = [await openLive(open.app, open.visitor), await openLive(open.app, bea)]
  const path = open.documented.find(one => one.isStream)?.path.replace(/:\w+/, event)
  const streamOf = async (person: Caller) => {
    const cookie = Object.entries(person.cookies()).map(pair => pair.join('='))
    const { body } = await fetch(`http://${await addressOf(open.app)}${path}`, {
      headers: { cookie: cookie.join('; ') }
    })
    const texts: string[] = []
    const ended = body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: text => void texts.push(text) }))
    return { ended, texts }
  }
  const [stranger, own] = [await streamOf(open.visitor), await streamOf(bea)]
  await (await open.admin()).call(updateSettings, { body: { revision: 0, settings: { members_only: 1 } } })
  expect(await visitor.closed).toBe(LOGIN_IS_OVER)
  await open.pass(25_000)
  await stranger.ended
  await expect.poll(() => own.texts.join('')).toContain('still here')
  expect(member.socket.readyState).toBe(WebSocket.OPEN)
  await bea.call(logout)
  await open.pass(25_000)
  await own.ended
  await open.close()
})
