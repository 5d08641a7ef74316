import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteCalendarFeed, getCalendarFeed, makeCalendarFeed } from '../../domain/calendar/api.ts'
import { MONTH } from '../../domain/lib/duration.ts'
import { cancelSession, joinSession, leaveSession } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const SITE = 'https://hut.example.org'
const HOUR = 3_600_000

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: SITE })
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const at = (ms: number) => new Date(world.clock.now() + ms).toISOString()
async function plan(host: Caller, title: string, startedAt: string, more: object = {}): Promise<string> {
  const challenge = { title, duration: 3600, started_at: startedAt, ...more }
  return (await host.call(storeSession, { body: { challenge } })).event.slug
}
/** The events at an address, read by a library that did not write them. */
async function read(url: string): Promise<ICAL.Event[]> {
  const response = await world.visitor.request({ url })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  // The longest line that RFC 5545 allows.
  for (const line of response.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(response.body))
  return calendar.getAllSubcomponents('vevent').map(event => new ICAL.Event(event))
}
const feedOf = async (person: Caller) => (await person.call(makeCalendarFeed)).feed ?? ''
const find = (events: ICAL.Event[], title: string) => events.find(({ summary }) => summary === title)
const property = (event: ICAL.Event | undefined, name: string) => String(event?.component.getFirstPropertyValue(name))

test('everyone can add a session to their calendar, with times in UTC and unchanged words', async () => {
  const title = 'Read; write, \\ and “rest” 🛖\n'.trim()
  const content = `<p>One, two; three \\n four &amp; ${'long '.repeat(30)}</p>`
  const startedAt = at(2 * HOUR)
  const slug = await plan(ada, title, startedAt, { content })
  const [event] = await read(`/sessions/${slug}/calendar.ics`)
  expect(event?.summary).toBe(title)
  expect(event?.description).toMatch(/^One, two; three \\n four & long long/)
  expect(event?.description).toMatch(new RegExp(`${SITE}/sessions/${slug}$`))
  expect(property(event, 'url')).toBe(`${SITE}/sessions/${slug}`)
  expect([event?.startDate.zone.tzid, event?.startDate.toJSDate().toISOString()]).toEqual(['UTC', startedAt])
  expect(event?.endDate.toJSDate().toISOString()).toBe(at(3 * HOUR))
  expect(property(event, 'transp')).toBe('OPAQUE')
})

test('a session without a start, an unknown one and a cancelled one have no calendar file', async () => {
  const waiting = await openRoom(ada, [], { waits: true })
  const cancelled = await plan(ada, 'Off', at(HOUR))
  await ada.call(cancelSession, { params: { event: cancelled } })
  for (const [event, text] of [
    [waiting.event, /no start/],
    [cancelled, /was cancelled/],
    ['nothing-of-the-kind', /There’s nothing here/]
  ] as const) {
    const { statusCode, body } = await world.visitor.request({ url: `/sessions/${event}/calendar.ics` })
    expect([statusCode, JSON.parse(body).message]).toEqual([404, expect.stringMatching(text)])
  }
})

test("the feed has the person's sessions, also moved and cancelled ones, each under one uid", async () => {
  const hedy = await world.as('hedy')
  const feed = await feedOf(hedy)
  const slugs = {
    moved: await plan(ada, 'Moved', at(HOUR)),
    cancelled: await plan(ada, 'Cancelled', at(HOUR)),
    left: await plan(ada, 'Left', at(HOUR)),
    month: await plan(ada, 'Month', at(HOUR), { duration: MONTH })
  }
  for (const event of Object.values(slugs)) await hedy.call(joinSession, { params: { event }, body: {} })
  await plan(ada, 'Of others', at(HOUR))
  const before = await read(feed)
  expect(before.map(({ summary }) => summary).sort()).toEqual(['Cancelled', 'Left', 'Month', 'Moved'])
  expect(property(find(before, 'Month'), 'transp')).toBe('TRANSPARENT')
  expect(find(before, 'Month')?.duration.toSeconds()).toBe(MONTH)

  world.clock.jump(60_000)
  const to = at(26 * HOUR)
  await ada.call(patchSession, { params: { event: slugs.moved }, body: { challenge: { started_at: to } } })
  await ada.call(cancelSession, { params: { event: slugs.cancelled } })
  await hedy.call(leaveSession, { params: { event: slugs.left }, body: {} })
  const after = await read(feed)
  expect(after.map(({ summary }) => summary).sort()).toEqual(['Cancelled', 'Month', 'Moved'])
  expect(find(after, 'Moved')?.startDate.toJSDate().toISOString()).toBe(to)
  for (const title of ['Moved', 'Cancelled']) {
    expect(find(after, title)?.uid).toBe(find(before, title)?.uid)
    expect(find(after, title)?.sequence).toBeGreaterThan(find(before, title)?.sequence ?? 0)
  }
  expect(property(find(after, 'Cancelled'), 'status')).toBe('CANCELLED')
  expect(property(find(after, 'Moved'), 'status')).toBe('CONFIRMED')
})

test('a private address is shown again, and works until it is replaced or deleted', async () => {
  expect(await grace.call(getCalendarFeed)).toEqual({ feed: null, has_goals: 0, has_programmes: 0 })
  const first = await feedOf(grace)
  expect(await grace.call(getCalendarFeed)).toMatchObject({ feed: first })
  const second = await feedOf(grace)
  expect(await read(second)).toEqual([])
  await grace.call(deleteCalendarFeed)
  for (const url of [first, second, '/my/calendar.ics', '/my/calendar.ics?key=', '/my/calendar.ics?key=a&key=b']) {
    expect((await grace.request({ url })).statusCode, url).toBe(404)
  }
  for (const call of [getCalendarFeed, makeCalendarFeed, deleteCalendarFeed]) {
    expect((await world.visitor.refused(call)).status).toBe(401)
  }
})
