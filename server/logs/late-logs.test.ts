/** Logs that waited in the browser for a connection count from the time of the press (X-Done-At). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeActivityQuickLog, storeQuickLog } from '../../domain/logs/api.ts'
import { attachMyGoal } from '../../domain/session-goals/api.ts'
import { endSession, joinSession, startSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const iso = (ms: number) => new Date(ms).toISOString()

async function goalOf(person: Caller): Promise<number> {
  const body = { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read' }] } }
  return (await person.call(storeGoal, { body })).goal.id
}

async function send(person: Caller, url: string, payload: object, doneAt: string, key: string = randomUUID()) {
  const headers = { 'x-done-at': doneAt, 'idempotency-key': key }
  const response = await person.request({ method: 'POST', url, payload, headers })
  return { status: response.statusCode, body: response.json() }
}

const onGoal = (person: Caller, goal_id: number, doneAt: number, more: object = { amount: 1 }) =>
  send(person, storeQuickLog.path, { goal_id, ...more }, iso(doneAt))
const inRoom = (person: Caller, event: string, doneAt: number, more: object, key?: string) =>
  send(person, storeSessionLog.path.replace(':event', event), more, iso(doneAt), key)

test('a press at 23:50 that arrives at 00:10 belongs to the day it was made', { tags: 'LOG-28' }, async () => {
  const ada = await world.as('ada')
  const goal = await goalOf(ada)
  const pressed = Date.UTC(2026, 2, 2, 23, 50)
  world.clock.jump(pressed + 20 * 60_000 - world.clock.now())
  const { body } = await onGoal(ada, goal, pressed)
  expect([body.log.created_at, body.log.started_at]).toEqual([iso(pressed), iso(pressed)])
  expect(body.log.updated_at).toBe(iso(world.clock.now()))
})

test('a timer pressed without a connection runs from the press', { tags: 'LOG-28' }, async () => {
  const ada = await world.as('ada')
  const goal = await goalOf(ada)
  const pressed = world.clock.now()
  world.clock.jump(120_000)
  const { body } = await onGoal(ada, goal, pressed, { duration: 600 })
  expect(body.log).toMatchObject({ status: 1, started_at: iso(pressed), ended_at: iso(pressed + 600_000) })
  expect([body.log.elapsed_duration, body.goal.duration_elapsed]).toEqual([120, 120])
})

test('a timer that ran out before it arrives is done with its whole time', { tags: 'LOG-28' }, async () => {
  const ada = await world.as('ada')
  const goal = await goalOf(ada)
  const pressed = world.clock.now()
  world.clock.jump(HOUR)
  const { body } = await onGoal(ada, goal, pressed, { duration: 600, amount: 2 })
  expect(body.log).toMatchObject({ status: 2, ended_at: iso(pressed + 600_000), elapsed_duration: 600 })
  expect(body.goal).toMatchObject({ amount_elapsed: 2, duration_elapsed: 600 })
})

test('a sent time is never in the future, nor more than a day before the login', { tags: 'D-82' }, async () => {
  const ida = await world.as('ida')
  const goal = await goalOf(ida)
  const loggedIn = world.clock.now()
  world.clock.jump(2 * HOUR)
  const made = async (doneAt: number) => Date.parse((await onGoal(ida, goal, doneAt)).body.log.created_at)
  expect(await made(world.clock.now() + DAY)).toBe(world.clock.now())
  expect(await made(loggedIn - DAY)).toBe(loggedIn - DAY)
  expect(await made(loggedIn - DAY - 1)).toBe(loggedIn - DAY)
  expect(await made(0)).toBe(loggedIn - DAY)
})

test.each(['yesterday', '2026-03-02', '1746143400000', ''])(
  'the invalid time "%s" is refused with the name of its header, and nothing is logged',
  { tags: 'D-18' },
  async doneAt => {
    const ada = await world.as('ada')
    const before = (await ada.user()).all_remaining_tokens
    const payload = { goal_id: await goalOf(ada), amount: 1 }
    const spent = before - (await ada.user()).all_remaining_tokens
    const { status, body } = await send(ada, storeQuickLog.path, payload, doneAt)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['X-Done-At']])
    expect((await ada.user()).all_remaining_tokens).toBe(before - spent)
  }
)

test('a log sent without a time counts from its arrival', { tags: 'LOG-28' }, async () => {
  const ada = await world.as('ada')
  const { log } = await ada.call(storeQuickLog, { body: { goal_id: await goalOf(ada), amount: 1 } })
  expect(log.created_at).toBe(iso(world.clock.now()))
})

test('a press that arrives after its goal was deleted is refused with a reason that fits any page', async () => {
  const ada = await world.as('ada')
  const goal = await goalOf(ada)
  await ada.call(deleteGoal, { params: { goal: String(goal) } })
  const before = (await ada.user()).all_remaining_tokens
  const { status, body } = await onGoal(ada, goal, world.clock.now())
  expect([status, body.message]).toEqual([404, 'You no longer have this goal.'])
  expect((await ada.user()).all_remaining_tokens).toBe(before)
})

test('a press made during a session counts once, at its own time, even after the end', { tags: 'D-86' }, async () => {
  const grace = await world.as('grace')
  const { event } = await openRoom(grace)
  world.clock.jump(60_000)
  const pressed = world.clock.now()
  world.clock.jump(60_000)
  await grace.call(endSession, { params: { event }, body: {} })
  const key = randomUUID()
  const responses = [1, 2].map(() => inRoom(grace, event, pressed, { amount: 3 }, key))
  const [first, again] = await Promise.all(responses)
  expect(first?.body.log).toMatchObject({ created_at: iso(pressed), amount: 3 })
  expect(again?.body.log.id).toBe(first?.body.log.id)
})

test('a timer pressed before the end of a session stops with it, however late it arrives', {
  tags: 'D-86'
}, async () => {
  const grace = await world.as('grace')
  const { event } = await openRoom(grace)
  const pressed = world.clock.now()
  world.clock.jump(60_000)
  await grace.call(endSession, { params: { event }, body: {} })
  world.clock.jump(HOUR)
  const { body } = await inRoom(grace, event, pressed, { duration: 1800 })
  expect(body.log).toMatchObject({ status: 4, started_at: iso(pressed), elapsed_duration: 60 })
})

test('a timer gets no time from before the session started or its person joined', { tags: 'D-86' }, async () => {
  const [grace, hedy] = [await world.as('grace'), await world.as('hedy')]
  const { event } = await openRoom(grace, [], { waits: true })
  world.clock.jump(HOUR)
  expect((await inRoom(grace, event, world.clock.now(), { amount: 1 })).status).toBe(409)
  await grace.call(startSession, { params: { event }, body: {} })
  const started = world.clock.now()
  world.clock.jump(60_000)
  await hedy.call(joinSession, { params: { event }, body: {} })
  const joined = world.clock.now()
  world.clock.jump(60_000)
  const startOf = async (person: Caller) =>
    Date.parse((await inRoom(person, event, started - HOUR, { duration: 3600 })).body.log.started_at)
  expect([await startOf(grace), await startOf(hedy)]).toEqual([started, joined])
})

test('a person outside a session cannot log there, whatever time is sent', { tags: 'D-86' }, async () => {
  const [grace, hedy] = [await world.as('grace'), await world.as('hedy')]
  const { event } = await openRoom(grace)
  expect((await inRoom(hedy, event, world.clock.now(), { amount: 1 })).status).toBe(403)
})

test('a timer on an attached goal stops at the end of its session too', { tags: 'D-101' }, async () => {
  const grace = await world.as('grace')
  const { id, event } = await openRoom(grace)
  const goal = await goalOf(grace)
  await grace.call(attachMyGoal, { params: { event, goal: String(goal) } })
  const pressed = world.clock.now()
  world.clock.jump(30_000)
  await grace.call(endSession, { params: { event }, body: {} })
  world.clock.jump(HOUR)
  const payload = { goal_id: goal, challenge_event_id: id, duration: 600 }
  const { body } = await send(grace, storeActivityQuickLog.path, payload, iso(pressed))
  expect(body.log).toMatchObject({ status: 4, elapsed_duration: 30, challenge_event_id: id })
})
