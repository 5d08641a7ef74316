/** What people say before a date, and how long they were there (D-150). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comeEveryTime, makeSeries, seriesPage } from '../../../domain/series/api.ts'
import {
  answerSession,
  endSession,
  joinSession,
  joinWaitlist,
  leaveSession,
  sessionPage
} from '../../../domain/sessions/api.ts'
import { storeSession } from '../../../domain/sessions/builder-api.ts'
import { openLive } from '../../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let world: World
let ada: Caller
let bob: Caller
let cleo: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  bob = await world.as('bob')
  cleo = await world.as('cleo')
})
afterAll(() => world.close())

/** A weekly class that begins in a day. */
async function weekly(challenge: object = {}) {
  const started_at = new Date(world.clock.now() + DAY).toISOString()
  const body = { challenge: { title: 'Yoga', duration: 3600, started_at, ...challenge } }
  const { event } = await ada.call(storeSession, { body })
  const { series } = await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  return { id: event.id, params: { event: event.slug }, series: { series: series.slug } }
}
type Course = Awaited<ReturnType<typeof weekly>>
const say = (who: Caller, { params }: Course, is_coming: 0 | 1) =>
  who.call(answerSession, { params, body: { is_coming } })
const join = (who: Caller, { params }: Course) => who.call(joinSession, { params, body: {} })
const answersFor = async (who: Caller, { params }: Course) => (await who.visit(sessionPage, params)).answers
async function enter(who: Caller, { id }: Course) {
  const live = await openLive(world.app, who)
  live.say({ type: 'join', room: id })
  await live.hears(({ type }) => type === 'join')
  return live
}
async function pass(minutes: number): Promise<void> {
  for (let half = 0; half < 2 * minutes; half++) {
    world.clock.advance(MINUTE / 2)
    await world.workers.sweep.done()
  }
}

test('everyone in the session sees who comes and who can’t make it', { tags: 'D-150' }, async () => {
  const course = await weekly()
  await join(bob, course)
  await bob.call(comeEveryTime, { params: course.series })
  await join(cleo, course)
  for (let twice = 0; twice < 2; twice++) await say(bob, course, 1)
  expect(await answersFor(cleo, course)).toEqual({ coming: ['bob'], declined: [], mine: null })
  for (let twice = 0; twice < 2; twice++) await say(bob, course, 0)
  expect(await answersFor(cleo, course)).toEqual({ coming: [], declined: ['bob'], mine: null })
  expect(await answersFor(bob, course)).toMatchObject({ mine: 'declined' })
  expect(await answersFor(world.visitor, course)).toEqual({ coming: [], declined: [], mine: null })
  const coming = (await bob.visit(seriesPage, course.series)).coming.map(({ is_joined }) => is_joined)
  expect(coming).toEqual([0, 1, 1, 1])
  await join(bob, course)
  expect(await answersFor(bob, course)).toMatchObject({ declined: [], mine: null })
})

test('the place of a person who can’t make it goes to the waitlist', { tags: ['D-150', 'D-151'] }, async () => {
  const course = await weekly({ participant_limit: 2 })
  await join(bob, course)
  await cleo.call(joinWaitlist, { params: course.params, body: {} })
  await say(bob, course, 0)
  expect((await cleo.visit(sessionPage, course.params)).waitlist.mine?.offered_until).not.toBeNull()
})

test('only people of the session answer, and only before its start', { tags: 'D-150' }, async () => {
  const course = await weekly()
  const refused = async (who: Caller, is_coming: 0 | 1) =>
    (await who.refused(answerSession, { params: course.params, body: { is_coming } })).status
  expect([await refused(bob, 0), await refused(bob, 1), await refused(world.visitor, 1)]).toEqual([409, 409, 401])
  await join(bob, course)
  await bob.call(leaveSession, { params: course.params, body: {} })
  expect(await refused(bob, 1)).toBe(409)
  await say(bob, course, 0)
  await world.pass(DAY + MINUTE)
  expect(await refused(bob, 0)).toBe(409)
})

test('the host sees who came and for how long, and each person sees their own time', { tags: 'D-150' }, async () => {
  const course = await weekly()
  await join(bob, course)
  await join(cleo, course)
  await world.pass(DAY - MINUTE)
  const live = [await enter(bob, course), await enter(cleo, course)]
  await pass(11)
  live[1]?.close()
  await live[1]?.closed
  await pass(20)
  await ada.call(endSession, { params: course.params, body: {} })
  for (const one of live) one.close()
  const [date] = (await ada.visit(seriesPage, course.series)).past
  const seconds = new Map(date?.attendance?.map(one => [one.username, one.seconds]))
  expect([...seconds.keys()]).toEqual(['bob', 'cleo'])
  expect(seconds.get('bob')).toBeGreaterThan(29 * 60)
  expect(seconds.get('bob')).toBeLessThanOrEqual(31 * 60)
  expect(seconds.get('cleo')).toBeGreaterThan(9 * 60)
  expect(seconds.get('cleo')).toBeLessThan(13 * 60)
  const mine = await bob.visit(seriesPage, course.series)
  expect(mine.past[0]).toMatchObject({ my_seconds: seconds.get('bob'), attendance: null })
  expect(mine.my_dates).toBe(1)
  expect((await ada.visit(seriesPage, course.series)).past[0]?.my_seconds).toBeNull()
})

test('a node counts people although the clock of another one is ahead', { tags: 'D-150' }, async () => {
  const course = await weekly()
  await join(bob, course)
  await join(cleo, course)
  await world.pass(DAY - MINUTE)
  const live = [await enter(bob, course)]
  await pass(2)
  await world.db.$client.query(
    `update attendances set seconds = 0, seen_at = seen_at + interval '2 minutes' where session_id = $1`,
    [course.id]
  )
  live.push(await enter(cleo, course))
  await pass(1)
  const { rows } = await world.db.$client.query(
    `select u.username, seconds from attendances join users u on u.id = user_id where session_id = $1
      order by u.username`,
    [course.id]
  )
  expect(rows).toEqual([
    { username: 'bob', seconds: 0 },
    { username: 'cleo', seconds: 60 }
  ])
  for (const one of live) one.close()
})
