import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homePage } from '../../domain/browse/api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../../domain/lib/limits.ts'
import { updateLog } from '../../domain/logs/api.ts'
import { startLog, stopLog } from '../../domain/logs/timer-api.ts'
import {
  completeSession,
  joinSession,
  saveContent,
  sessionPage,
  storeSessionLog,
  storeSessionQuickLog
} from '../../domain/sessions/api.ts'
import { patchSession } from '../../domain/sessions/builder-api.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { taskGroupOf, taskOf } from '../../testing/plans.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { audit } from '../tokens/audit.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const NAMES = Array.from({ length: 30 }, (_, index) => `crowd-${index}`)
const crowd = () => Promise.all(NAMES.map(name => world.as(name)))

/** A running session with two goals. */
async function room(host: Caller, ...guests: Caller[]) {
  const [steps, swims] = [taskOf({ title: 'Steps', action: 'Walk' }), taskOf({ title: 'Swims', action: 'Swim' })]
  const { event, id } = await openRoom(host, guests)
  const params = { event }
  await host.call(patchSession, { params, body: { challenge: { tasks: [taskGroupOf([steps, swims])] } } })
  return { id, params, steps, swims }
}

describe('joins and logs at the same moment', () => {
  test('are stored together, in few events, each for its person', { tags: 'D-72' }, async () => {
    const [host, people] = [await world.as('ada'), await crowd()]
    const { id, params, steps } = await room(host)
    const before = (await eventsOf(world, id)).length
    const joins = await Promise.all(people.map(person => person.call(joinSession, { params, body: {} })))
    expect(joins.map(({ username }) => username)).toEqual(NAMES)
    const body = { task_uuid: steps.uuid, amount: 2 }
    const logs = await Promise.all(people.map(person => person.call(storeSessionQuickLog, { params, body })))
    expect(logs.map(({ log, challenge_user }) => [log.username, challenge_user?.username, log.amount])).toEqual(
      NAMES.map(name => [name, name, 2])
    )
    const { participants, challengeEvent } = await host.visit(sessionPage, params)
    expect([participants.length, challengeEvent.participants_count]).toEqual([31, 31])
    expect(challengeEvent.summary).toEqual({
      participants: 31,
      logs: 30,
      tasks: { [steps.uuid]: { amount: 60, distance: 0, duration: 0 } }
    })
    expect((await eventsOf(world, id)).length - before).toBeLessThan(20)
    expect((await audit(world.db)).findings).toEqual([])
  })

  test('are refused or charged each on its own, and a key counts once', { tags: 'D-72' }, async () => {
    const [host, poor, guest, stranger] = [
      await world.as('ada'),
      await world.as('poor'),
      await world.as('grace'),
      await world.as('stranger')
    ]
    const { params, steps } = await room(host, poor, guest)
    await setUses(world, poor, 0)
    const body = { task_uuid: steps.uuid, amount: 1 }
    const press = (person: Caller, key?: string) =>
      person.request({
        method: 'POST',
        url: `/api/challenge-events/${params.event}/store-quick-log`,
        payload: body,
        ...(key ? { headers: { 'idempotency-key': key } } : {})
      })
    const responses = await Promise.all([
      press(host),
      press(poor),
      press(stranger),
      press(guest, 'once-only'),
      press(guest, 'once-only'),
      press(host)
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 402, 403, 200, 200, 200])
    expect(responses[3]?.json().id).toBe(responses[4]?.json().id)
    expect((await host.visit(sessionPage, params)).challengeEvent.summary.logs).toBe(3)
  })
})

test('an event carries only the totals that changed', { tags: 'D-105' }, async () => {
  const ada = await world.as('ada')
  const { id, params, steps, swims } = await room(ada)
  for (const { uuid } of [steps, swims]) {
    await ada.call(storeSessionQuickLog, { params, body: { task_uuid: uuid, amount: 1 } })
  }
  const [last] = (await eventsOf(world, id)).slice(-1)
  const one = { amount: 1, distance: 0, duration: 0 }
  expect(last).toEqual({
    type: 'update',
    data: {
      participants: [
        expect.objectContaining({
          username: 'ada',
          task_totals: { [swims.uuid]: { ...one, list_progress: [] } },
          task_action_totals: { Swim: one }
        })
      ],
      summary: { participants: 1, logs: 2, tasks: { [swims.uuid]: one } },
      recent_logs: [expect.objectContaining({ username: 'ada', task_uuid: swims.uuid, amount: 1 })]
    }
  })
  const { me } = await ada.visit(sessionPage, params)
  expect(new Set(Object.keys(me?.task_totals ?? {}))).toEqual(new Set([steps.uuid, swims.uuid]))
})

test('an action that no log has any more is sent as zero', { tags: 'D-51' }, async () => {
  const ada = await world.as('ada')
  const { id, params, steps } = await room(ada)
  const { log } = await ada.call(storeSessionQuickLog, { params, body: { task_uuid: steps.uuid, amount: 3 } })
  await ada.call(updateLog, { params: { log: String(log.id) }, body: { action: 'Run' } })
  const [last] = (await eventsOf(world, id)).slice(-1)
  const nothing = { amount: 0, distance: 0, duration: 0 }
  expect(last).toMatchObject({
    data: { participants: [{ task_action_totals: { Walk: nothing, Run: { ...nothing, amount: 3 } } }] }
  })
})

describe('the limits of one person in a room', () => {
  test('a twenty-first open timer is refused, also a restarted one, until another stops', async () => {
    const [ada, grace] = [await world.as('ada'), await world.as('grace')]
    const { params, steps } = await room(ada, grace)
    const timer = { task_uuid: steps.uuid, duration: 600 }
    // Equal timers would count as the same one.
    const made = await Promise.all(
      Array.from({ length: MOST_OPEN_TIMERS }, (_, nth) =>
        ada.call(storeSessionLog, { params, body: { ...timer, title: `Round ${nth}` } })
      )
    )
    const spare = await ada.call(storeSessionLog, { params, body: { task_uuid: steps.uuid, amount: 1 } })
    const more = await ada.refused(storeSessionLog, { params, body: timer })
    expect([more.status, more.body.errors]).toEqual([
      422,
      { duration: 'You have 20 timers in this session. Stop one of them first.' }
    ])
    const timed = await ada.refused(updateLog, { params: { log: String(spare.id) }, body: { duration: 60 } })
    expect(timed.status).toBe(422)
    // The limit does not affect other people.
    await grace.call(storeSessionLog, { params, body: timer })
    const first = { log: String(made[0]?.id) }
    await ada.call(stopLog, { params: first, body: {} })
    await ada.call(storeSessionLog, { params, body: timer })
    const again = await ada.refused(startLog, { params: first, body: {} })
    expect([409, 422]).toContain(again.status)
  })

  test(`${MOST_TOTALS} totals are stored, and known actions still count`, async () => {
    const ada = await world.as('hopper')
    await setUses(world, ada, 1000)
    const { params, steps } = await room(ada)
    const log = (action: string) => ({ params, body: { task_uuid: steps.uuid, amount: 1, action } })
    await Promise.all(Array.from({ length: MOST_TOTALS }, (_, index) => ada.call(storeSessionLog, log(`${index}`))))
    const { status, body } = await ada.refused(storeSessionLog, log('another'))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['action']])
    const { challenge_user, id } = await ada.call(storeSessionLog, log('7'))
    expect(challenge_user?.task_action_totals['7']).toMatchObject({ amount: 2 })
    const renamed = await ada.refused(updateLog, { params: { log: String(id) }, body: { action: 'another' } })
    expect(renamed.status).toBe(422)
  })
})

test('only the newest text of a room is kept for people who catch up', { tags: 'ACT-097' }, async () => {
  const ada = await world.as('ada')
  const { id, params } = await room(ada)
  for (const content of ['<p>One</p>', '<p>Two</p>', '<p>Three</p>'])
    await ada.call(saveContent, { params, body: { content } })
  const texts = (await eventsOf(world, id)).flatMap(event =>
    event.type === 'update' && event.data.content !== undefined ? [event.data.content] : []
  )
  expect(texts).toEqual(['<p>Three</p>'])
})

describe('a room that stays locked', () => {
  /** Holds the lock of a room until the returned function is called. */
  async function hold({ $client }: Database, id: number): Promise<() => Promise<void>> {
    const client = await $client.connect()
    await client.query('begin')
    await client.query('select 1 from sessions where id = $1 for update', [id])
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }
  const waiting = async (): Promise<number> => {
    const { rows } = await world.db.$client.query(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`
    )
    return rows[0].waiting
  }

  test('uses one connection, however many people wait, and other rooms and pages still respond', async () => {
    const [host, people] = [await world.as('ada'), await crowd()]
    const { id, params } = await room(host, ...people)
    const other = await room(host)
    const release = await hold(world.db, id)
    const held = people.map(person => person.call(completeSession, { params, body: {} }))
    const messages = people.map(person =>
      person.call(sendMessage, {
        body: { messageable_type: 'challenge_event', messageable_id: id, content: 'Hello' }
      })
    )
    await host.call(completeSession, { params: other.params, body: {} })
    expect((await world.visitor.visit(homePage)).challenges.length).toBeGreaterThan(0)
    expect(await waiting()).toBe(1)
    await release()
    await Promise.all([...held, ...messages])
  })

  test('is refused with 503 and a time to retry when its lock takes too long', async () => {
    const database = await testDatabase()
    const db = openDatabase({ ...database.connection, lock_timeout: 50 }, console)
    const impatient = await openWorld({}, { db })
    const host = await impatient.as('ada')
    const { id, event } = await openRoom(host)
    const release = await hold(db, id)
    const url = `/api/challenge-events/${event}/complete`
    const response = await host.request({ method: 'POST', url, payload: {} })
    await release()
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
    expect(response.json().message).toBe('The server is busy. Please try again in a moment.')
    await host.call(completeSession, { params: { event }, body: {} })
    await impatient.close()
    await db.$client.end()
    await database.drop()
  })
})
