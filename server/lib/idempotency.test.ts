/**
 * Tests keys at activities and sessions, and one key with two bodies at every call. Other features test their own keys.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { press } from '../../domain/presses/api.ts'
import { storeItem } from '../../domain/publishing/item-api.ts'
import { endSession, setGuests } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { allContracts } from '../../testing/contracts.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'
import { activities } from '../db/schema/activities.ts'
import { participants, sessions } from '../db/schema/sessions.ts'

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

test('an activity is created once for a key, even from several tabs at once', async () => {
  const key = randomUUID()
  const made = await Promise.all([1, 2, 3, 4].map(() => activity(ada, 'Once', key)))
  expect(new Set(made.map(({ challenge }) => challenge.id)).size).toBe(1)
  expect((await activity(ada, 'Once', key)).challenge).toEqual(made[0]?.challenge)
  expect(await countActivities('Once')).toBe(1)
})

test('two people can use the same key, and a call without a key creates another activity', async () => {
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

test('a session is created once for a key, even if its start is in the past at the retry', {
  tags: 'SES-016'
}, async () => {
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

const USED =
  'Something else was sent with this key before, and was done. Send that again to get its result, or take a new key.'

/** Two accepted bodies for each call that takes a key. */
async function bodiesByCall() {
  const part = partOf({ edit_content: 1 })
  const task = taskOf()
  const goal = (title: string) => ({ ...newGoal(randomUUID()), title })
  const plan = { parts: [partGroupOf([part])], tasks: [taskGroupOf([task])] }
  const room = await ada.call(storeSession, { body: { challenge: { title: 'Room', ...plan } } })
  const mine = await ada.call(storeGoal, { body: { challenge: { tasks: [goal('Read')] } } })
  const post = (content: string) => ({ item: { title: '', content, parent_id: null } })
  const say = (content: string) => ({
    content,
    messageable_type: 'challenge_event',
    messageable_id: room.event.id
  })
  const contribute = (content: string) => ({ content, part_uuid: part.uuid })
  const ofGoal = (amount: number) => ({ goal_id: mine.goal.id, amount })
  const ofTask = (amount: number) => ({ task_uuid: task.uuid, amount })
  const ofFile = (file_name: string) => ({ uuid: part.uuid, file_name, logs: [{ day: '2026-01-31', amount: 1 }] })
  const book = await ada.call(storeItem, { body: { title: 'Book', is_book: 1 } })
  const snippet = await ada.call(storeItem, { body: { title: 'Snippet', parent_id: book.item.id } })
  const paraphrase = (content: string) => ({ snippet_id: snippet.item.id, content })
  const grant = (tokens: number) => ({ tokens, reason: 'thanks' })
  const invitation = (days: number) => ({ most_uses: 1, days })
  const at = (days: number) => ({ started_at: new Date(world.clock.now() + days * 86_400_000).toISOString() })
  await ada.call(setGuests, { params: { event: room.event.slug }, body: { guests: 1, guests_chat: 0 } })
  const over = await ada.call(storeSession, { body: { challenge: { title: 'Over', duration: 600 } } })
  await ada.call(endSession, { params: { event: over.event.slug }, body: {} })
  const { event: planned } = await ada.call(storeSession, { body: { challenge: { title: 'Planned', ...at(3) } } })
  const bodies: Record<string, [object, object]> = {
    '/api/goals/store': [{ challenge: { tasks: [goal('One')] } }, { challenge: { tasks: [goal('One'), goal('Two')] } }],
    '/api/tokens/tokens/add-free': [{ amount: 1 }, { amount: 2 }],
    '/api/groups/store': [{ title: 'One' }, { title: 'Two' }],
    '/api/programmes': [
      { title: 'One', text: 'Run' },
      { title: 'Two', text: 'Run' }
    ],
    '/api/admin/pool': [
      { tokens: 1, reason: 'refill' },
      { tokens: 2, reason: 'refill' }
    ],
    '/api/admin/people/:username/tokens': [grant(1), grant(2)],
    '/api/account/invitations': [invitation(1), invitation(2)],
    '/api/activity-lists/store': [{ title: 'One' }, { title: 'Two' }],
    '/api/challenges': [{ challenge: { title: 'One' } }, { challenge: { title: 'Two' } }],
    '/api/challenge-events/:event/guests': [{ name: 'Tess' }, { name: 'Tom' }],
    '/api/challenge-events/:event/again': [at(1), at(2)],
    '/api/challenge-events/:event/series': [
      { repeats: 'daily', count: 2 },
      { repeats: 'weekly', count: 2 }
    ],
    '/api/challenge-events': [{ challenge: { title: 'One' } }, { challenge: { title: 'Two' } }],
    '/api/challenges/:challenge/posts': [post('One'), post('Two')],
    '/api/challenge-events/:event/posts': [post('One'), post('Two')],
    '/api/messages': [say('One'), say('Two')],
    '/api/challenge-events/:event/contribute-content': [contribute('One'), contribute('Two')],
    '/api/logs/store-quick-log': [ofGoal(1), ofGoal(2)],
    '/api/logs/store-activity-quick-log': [ofGoal(1), ofGoal(2)],
    '/api/challenge-events/:event/store-quick-log': [ofTask(1), ofTask(2)],
    '/api/challenge-events/:event/logs': [{ amount: 1 }, { amount: 2 }],
    '/api/challenges/:challenge/logs': [{ amount: 1 }, { amount: 2 }],
    '/api/imports': [ofFile('One'), ofFile('Two')],
    '/api/items': [{ title: 'One' }, { title: 'Two' }],
    '/api/notes': [{ title: 'One' }, { title: 'Two' }],
    '/api/paraphrases': [paraphrase('One'), paraphrase('Two')],
    '/api/me/persons': [{ username: 'ada-one' }, { username: 'ada-two' }],
    '/api/challenge-events/:event/logs/tasks/:uuid/start': [{ title: 'One' }, { title: 'Two' }]
  }
  const params = { event: room.event.slug, challenge: room.event.slug, uuid: task.uuid, username: grace.username }
  return { bodies, params, ended: { event: over.event.slug }, planned: { event: planned.slug } }
}

test('a key with another body returns 422, and a retry with the same body succeeds', async () => {
  const { bodies, params, ended, planned } = await bodiesByCall()
  const { endpoints } = await allContracts()
  const admin = await world.admin()
  // A press has nothing to send besides its key, so it can't have another body.
  for (const { method, path } of endpoints.filter(({ keyed, path }) => keyed && path !== press.path)) {
    const headers = { 'idempotency-key': randomUUID() }
    const newcomer = createCaller(world, 'a newcomer')
    const callerOf = (called: string) =>
      /add-free$|invitations$|admin/.test(called) ? admin : called.endsWith('/guests') ? newcomer : ada
    const send = (body: object, client_uuid = 'this browser') =>
      callerOf(path).request({
        method,
        url: fillPath(path, path.endsWith('/again') ? ended : path.endsWith('/series') ? planned : params),
        payload: { ...body, client_uuid },
        headers
      })
    const [one, two] = bodies[path] ?? expect.fail(`${path} has no bodies here`)
    const both = await Promise.all([send(one), send(two)])
    const [done, other] = both[0].statusCode === 200 ? [one, two] : [two, one]
    expect([path, ...both.map(({ statusCode }) => statusCode).sort()]).toEqual([path, 200, 422])
    expect([path, (await send(done, 'another browser')).statusCode]).toEqual([path, 200])
    const refused = await send(other)
    expect([path, refused.statusCode, refused.json()]).toEqual([
      path,
      422,
      { message: USED, error: USED, errors: { 'Idempotency-Key': USED } }
    ])
  }
})
