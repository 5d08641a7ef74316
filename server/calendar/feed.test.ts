/** Edge cases of a person’s calendar: times, joining and leaving, and the private address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteCalendarFeed, getCalendarFeed, makeCalendarFeed } from '../../domain/calendar/api.ts'
import { FEED_PAST } from '../../domain/calendar/event.ts'
import { deleteAccount } from '../../domain/deletion/api.ts'
import { removeParticipant } from '../../domain/moderation/api.ts'
import { endSession, joinSession, leaveSession, startSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

const iso = (at: number) => new Date(at).toISOString()
async function plan(host: Caller, title: string, startsIn: number) {
  const challenge = { title, duration: 3600, started_at: iso(world.clock.now() + startsIn) }
  const { event } = await host.call(storeSession, { body: { challenge } })
  return { event: event.slug, id: event.id }
}
const feedOf = async (person: Caller) => (await person.call(makeCalendarFeed)).feed ?? ''
async function read(url: string): Promise<string> {
  const { statusCode, body } = await world.visitor.request({ url })
  expect(statusCode).toBe(200)
  return body
}
const titlesIn = (text: string) => [...text.matchAll(/^SUMMARY:(.*?)\r?$/gm)].map(([, title]) => title)
const titles = async (url: string) => titlesIn(await read(url))

test('a session leaves the feed ninety days after its end, to the moment', async () => {
  const ada = await world.as('ada')
  const feed = await feedOf(ada)
  await plan(ada, 'Long ago', HOUR)
  world.clock.jump(2 * HOUR)
  await world.pass(30_000)
  const { rows } = await world.db.$client.query(`select ended_at from sessions where title = 'Long ago'`)
  const left = rows[0].ended_at.getTime() + FEED_PAST - world.clock.now()
  world.clock.jump(left - 1)
  expect(await titles(feed)).toEqual(['Long ago'])
  world.clock.jump(1)
  expect(await titles(feed)).toEqual([])
})

test('a session that waits for its host appears in the feed when it starts, with its real start', async () => {
  const [grace, hedy] = [await world.as('grace'), await world.as('hedy')]
  const feed = await feedOf(hedy)
  const { event } = await openRoom(grace, [hedy], { waits: true })
  expect(await titles(feed)).toEqual([])
  world.clock.jump(HOUR)
  await grace.call(startSession, { params: { event }, body: {} })
  const compact = iso(world.clock.now()).replace(/[-:]|\.\d+/g, '')
  expect(await read(feed)).toContain(`DTSTART:${compact}`)
  world.clock.jump(10 * 60_000)
  await grace.call(endSession, { params: { event }, body: {} })
  // It ended earlier than planned.
  expect(await read(feed)).toContain(`DTEND:${iso(world.clock.now()).replace(/[-:]|\.\d+/g, '')}`)
})

test('leaving or being removed takes a session out of the feed, and rejoining brings it back', async () => {
  const [joan, mary, vera] = [await world.as('joan'), await world.as('mary'), await world.as('vera')]
  const { event } = await plan(joan, 'Circle', HOUR)
  const feeds = [await feedOf(mary), await feedOf(vera)]
  for (const person of [mary, vera]) await person.call(joinSession, { params: { event }, body: {} })
  expect(await Promise.all(feeds.map(titles))).toEqual([['Circle'], ['Circle']])
  await mary.call(leaveSession, { params: { event }, body: {} })
  await joan.call(removeParticipant, { params: { event, username: 'vera' } })
  expect(await Promise.all(feeds.map(titles))).toEqual([[], []])
  await mary.call(joinSession, { params: { event }, body: {} })
  expect(await titles(feeds[0] ?? '')).toEqual(['Circle'])
})

test('a session is also added to a calendar by its id, and its file has a name', { tags: 'D-40' }, async () => {
  const lise = await world.as('lise')
  const { event, id } = await plan(lise, 'By number', HOUR)
  const [named, numbered] = await Promise.all(
    [event, id].map(one => world.visitor.request({ url: `/sessions/${one}/calendar.ics` }))
  )
  expect(numbered?.body).toBe(named?.body)
  expect(named?.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w%-]+\.ics$/)
  expect((await world.visitor.request({ url: `/sessions/999999/calendar.ics` })).statusCode).toBe(404)
})

test('of two new addresses at once one works, and it is the one that is shown', async () => {
  const olga = await world.as('olga')
  const made = await Promise.all([feedOf(olga), feedOf(olga), feedOf(olga)])
  const { feed } = await olga.call(getCalendarFeed)
  const statuses = await Promise.all(made.map(async url => (await world.visitor.request({ url })).statusCode))
  expect(made.filter(url => url === feed)).toHaveLength(1)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
})

test('deleting a missing address changes nothing, and an address opens only its own calendar', async () => {
  const [rosa, tess] = [await world.as('rosa'), await world.as('tess')]
  expect(await rosa.call(deleteCalendarFeed)).toEqual({ feed: null, has_goals: 0, has_programmes: 0 })
  const [hers, other] = [await feedOf(rosa), await feedOf(tess)]
  await plan(rosa, 'Of rosa', HOUR)
  expect([await titles(hers), await titles(other)]).toEqual([['Of rosa'], []])
  await tess.call(deleteCalendarFeed)
  expect(await titles(hers)).toEqual(['Of rosa'])
})

test('the address of a deleted person leads nowhere', { tags: 'D-131' }, async () => {
  const emmy = await world.as('emmy')
  const feed = await feedOf(emmy)
  await emmy.call(deleteAccount, { body: { password: PASSWORD } })
  expect(await titles(feed)).toEqual([])
  world.clock.jump(14 * DAY)
  await world.pass(30_000)
  const { statusCode, body } = await world.visitor.request({ url: feed })
  expect([statusCode, body]).toEqual([404, expect.stringContaining('This calendar is no longer there.')])
})
