import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { updateSettings } from '../../../domain/admin/api.ts'
import { makeCalendarFeed } from '../../../domain/calendar/api.ts'
import { openRoom, type Room } from '../../../testing/room.ts'
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
