/** Making activities and sessions by key; logs, posts, goals and groups have their keys tested where they are made. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { storeSession } from '../../domain/sessions/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { activities, participants, sessions } from '../db/schema.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const activity = (who: Caller, title: string, key?: string) =>
  who.call(storeActivity, { body: { challenge: { title } }, ...(key ? { key } : {}) })
const session = (who: Caller, challenge: object, key?: string) =>
  who.call(storeSession, { body: { challenge: { duration: 600, ...challenge } }, ...(key ? { key } : {}) })
const countActivities = (title: string) => world.db.$count(activities, eq(activities.title, title))
const countSessions = (title: string) => world.db.$count(sessions, eq(sessions.title, title))

test('an activity is created once for a key, however often and in how many tabs at once', async () => {
  const key = randomUUID()
  const made = await Promise.all([1, 2, 3, 4].map(() => activity(ada, 'Once', key)))
  expect(new Set(made.map(({ challenge }) => challenge.id)).size).toBe(1)
  expect((await activity(ada, 'Once', key)).challenge).toEqual(made[0]?.challenge)
  expect(await countActivities('Once')).toBe(1)
})

test('the key is its author’s own, and without one each call makes another', async () => {
  const key = randomUUID()
  await activity(ada, 'Mine', key)
  await activity(grace, 'Mine', key)
  await activity(ada, 'Mine')
  expect(await countActivities('Mine')).toBe(3)
})

test('a refused call does not use up its key', async () => {
  const key = randomUUID()
  expect((await ada.refused(storeActivity, { body: { challenge: { title: '' } }, key })).status).toBe(422)
  await activity(ada, 'At last', key)
  expect(await countActivities('At last')).toBe(1)
})

test('SES-016 a session is created once for a key, with its host once, also when its start is in the past at the retry', async () => {
  const key = randomUUID()
  const started_at = new Date(world.clock.now() + 60_000).toISOString()
  const made = await Promise.all([1, 2, 3, 4].map(() => session(ada, { title: 'Once', started_at }, key)))
  expect(new Set(made.map(({ event }) => event.id)).size).toBe(1)
  world.clock.advance(300_000)
  const { event } = await session(ada, { title: 'Once', started_at }, key)
  expect(event.id).toBe(made[0]?.event.id)
  expect(await countSessions('Once')).toBe(1)
  expect(await world.db.$count(participants, eq(participants.session_id, event.id))).toBe(1)
  await session(grace, { title: 'Once' }, key)
  expect(await countSessions('Once')).toBe(2)
})
