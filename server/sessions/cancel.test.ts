import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activitySessionsPage } from '../../domain/activities/api.ts'
import { eventsPage } from '../../domain/browse/api.ts'
import { goalPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { attachMyGoal } from '../../domain/session-goals/api.ts'
import {
  cancelSession,
  joinSession,
  leaveSession,
  mySessionsPage,
  pollSession,
  startSession
} from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const to = (event: string) => ({ params: { event } })
const isThere = async (event: string) =>
  (await world.visitor.request({ url: `/api/sessions/${event}` })).statusCode === 200

test('a host cancels a waiting session: members are told, it is gone, and nothing is refunded', {
  tags: ['D-139', 'D-138']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const activity = 'challenge-hut-tour'
  const room = await openRoom(ada, [grace], { waits: true, activity })
  const { goal } = await grace.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read' }] } }
  })
  await grace.call(attachMyGoal, { params: { event: room.event, goal: String(goal.id) } })
  const { all_remaining_tokens: left } = await grace.user()

  const guest = await grace.refused(cancelSession, to(room.event))
  expect([guest.status, guest.body.message]).toEqual([403, 'Only the host of this session can do that.'])
  expect((await world.visitor.refused(cancelSession, to(room.event))).status).toBe(401)
  expect(await isThere(room.event)).toBe(true)

  await ada.call(cancelSession, to(room.event))
  const told = (await eventsOf(world, room.id)).at(-1)
  expect(told).toMatchObject({ type: 'update', data: { cancelled: true, status: 2 } })
  const gone = await grace.refused(pollSession, to(room.event))
  expect([gone.status, gone.body.message]).toEqual([404, 'This session was cancelled.'])
  for (const call of [joinSession, leaveSession, startSession] as const) {
    expect((await grace.refused(call, { ...to(String(room.id)), body: {} })).status).toBe(404)
  }
  expect(await isThere(room.event)).toBe(false)

  const isListed = (cards: { slug: string }[]) => cards.some(({ slug }) => slug === room.event)
  for (const person of [ada, grace]) expect(isListed((await person.visit(mySessionsPage)).sessions)).toBe(false)
  expect(isListed((await ada.visit(eventsPage)).challenges)).toBe(false)
  expect(isListed((await ada.visit(activitySessionsPage, { challenge: activity })).challengeEvents)).toBe(false)
  expect((await grace.visit(goalPage, { goal: String(goal.id) })).goal.challenge_event).toBeNull()
  expect((await grace.user()).all_remaining_tokens).toBe(left)
})

test('cancelling twice changes nothing more, and two calls at once record one event', {
  tags: 'D-139'
}, async () => {
  const ada = await world.as('ada')
  const room = await openRoom(ada, [], { waits: true })
  const calls = await Promise.all([1, 2].map(() => ada.call(cancelSession, to(room.event))))
  expect([...calls, await ada.call(cancelSession, to(room.event))]).toEqual(
    Array(3).fill({ error: null, error_code: null })
  )
  const told = (await eventsOf(world, room.id)).filter(event => event.type === 'update' && event.data.cancelled)
  expect(told).toHaveLength(1)
  expect((await (await world.as('grace')).refused(cancelSession, to(room.event))).status).toBe(403)
})

test('a session that runs or has ended cannot be cancelled, even if its start was not noticed yet', {
  tags: 'D-139'
}, async () => {
  const ada = await world.as('ada')
  const { event: running } = await openRoom(ada)
  const refused = await ada.refused(cancelSession, to(running))
  expect([refused.status, refused.body.message]).toEqual([409, 'This session has already started. End it instead.'])
  const started_at = new Date(world.clock.now() + 60_000).toISOString()
  const { event } = await ada.call(storeSession, { body: { challenge: { title: 'Late', started_at, duration: 300 } } })
  world.clock.jump(61_000)
  expect((await ada.refused(cancelSession, to(event.slug))).status).toBe(409)
  world.clock.jump(300_000)
  expect((await ada.refused(cancelSession, to(event.slug))).body.message).toBe('This session has ended.')
})

test('a session cancelled shortly before its start does not begin', { tags: 'D-139' }, async () => {
  const ada = await world.as('ada')
  const started_at = new Date(world.clock.now() + 40_000).toISOString()
  const { event } = await ada.call(storeSession, { body: { challenge: { title: 'Soon', started_at, duration: 300 } } })
  await world.pass(31_000)
  await ada.call(cancelSession, to(event.slug))
  await world.pass(20_000)
  expect(await eventsOf(world, event.id)).toHaveLength(1)
})

test('the sweep cancels sessions that were not started for 30 days or that everyone left', {
  tags: 'D-139'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const [forgotten, changed, left] = [
    await openRoom(ada, [grace], { waits: true }),
    await openRoom(ada, [], { waits: true }),
    await openRoom(ada, [], { waits: true })
  ]
  const template = await openRoom(ada, [], { waits: true })
  await ada.call(patchSession, { ...to(template.event), body: { challenge: { is_preset: 1 } } })
  const rooms = [forgotten, changed, left, template]
  const there = () => Promise.all(rooms.map(({ event }) => isThere(event)))
  await world.secondNode()
  await ada.call(leaveSession, { ...to(left.event), body: {} })
  expect(await there()).toEqual([true, true, true, true])
  await world.pass(3_600_000)
  expect(await there()).toEqual([true, true, false, true])
  world.clock.jump(DAY)
  await ada.call(patchSession, { ...to(changed.event), body: { challenge: { title: 'Still to come' } } })
  world.clock.jump(29 * DAY)
  await world.pass(3_600_000)
  expect(await there()).toEqual([false, true, false, true])
  expect((await eventsOf(world, forgotten.id)).at(-1)).toMatchObject({ data: { cancelled: true } })
})
