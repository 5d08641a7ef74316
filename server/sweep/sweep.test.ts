import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventsPage } from '../../domain/browse/api.ts'
import { BUSY, Refused } from '../../domain/lib/refusal.ts'
import {
  joinSession,
  pausePart,
  resumePart,
  type Session,
  sessionPage,
  storeSessionLog
} from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { testClock } from '../../testing/clock.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { memoryCounters } from '../lib/limits/counters.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const TOUR = 'challenge-hut-tour'
const MINUTE = 60_000
const at = (ms = 0) => new Date(world.clock.now() + ms).toISOString()

async function open(challenge: object): Promise<Session> {
  const ada = await world.as('ada')
  const { event } = await ada.call(storeSession, { body: { activity: TOUR, challenge } })
  return event
}

/** The stored status, without a read that would correct it. */
async function stored({ id }: Session) {
  const { rows } = await world.db.$client.query('select status, started_at, ended_at from sessions where id = $1', [id])
  return rows[0]
}

/** The statuses in the room's events, in order. */
async function told({ id }: Session) {
  const { rows } = await world.db.$client.query(
    `select event -> 'data' -> 'status' as status from room_events
     where session_id = $1 and event -> 'data' ? 'status' order by seq`,
    [id]
  )
  return rows.map(({ status }) => status)
}

/** Lets time pass a step at a time. */
async function passMinutes(minutes: number): Promise<void> {
  for (let step = 0; step < minutes * 2; step++) await world.pass(MINUTE / 2)
}

test('a session that something else holds at its start begins a second later', { tags: 'D-82' }, async () => {
  const event = await open({ started_at: at(MINUTE + 10_000), duration: 300 })
  const settle = vi.spyOn(world.deps.rooms, 'settle').mockRejectedValueOnce(new Refused(BUSY))
  await passMinutes(1)
  await world.pass(10_000)
  expect([settle.mock.calls.length, (await stored(event)).status]).toEqual([1, 0])
  await world.pass(1000)
  expect((await stored(event)).status).toBe(1)
})

test('a session starts and ends within a second with nobody watching, once on two nodes', {
  tags: ['SES-065', 'SES-066', 'TMR-01', 'TMR-02', 'D-82']
}, async () => {
  await world.secondNode()
  const event = await open({ started_at: at(10 * MINUTE), duration: 300 })
  const end = at(15 * MINUTE)
  await passMinutes(9.5)
  await world.pass(29_000)
  expect((await stored(event)).status).toBe(0)
  await world.pass(1000)
  expect((await stored(event)).status).toBe(1)
  await passMinutes(4.5)
  await world.pass(29_000)
  expect((await stored(event)).status).toBe(1)
  await world.pass(1000)
  expect(await stored(event)).toMatchObject({ status: 2, ended_at: new Date(end) })
  await passMinutes(2)
  expect(await told(event)).toEqual([1, 2])
})

test('one of two nodes changes a due session; if it fails, the other does so a second later', {
  tags: 'D-82'
}, async () => {
  const clock = testClock()
  const two = await openWorld({}, { clock, counters: memoryCounters(clock) })
  const node = await two.secondNode()
  const ada = await two.as('ada')
  const start = async (ms: number) => {
    const started_at = new Date(clock.now() + ms).toISOString()
    const { event } = await ada.call(storeSession, {
      body: { activity: TOUR, challenge: { started_at, duration: 300 } }
    })
    return event.id
  }
  const ids = [await start(80_000), await start(110_000)]
  const statusAfter = async (ms: number) => {
    clock.advance(ms)
    for (const { workers } of [two, node]) await workers.sweep.done()
    const { rows } = await two.db.$client.query('select status from sessions where id = any($1) order by id', [ids])
    return rows.map(({ status }) => status)
  }
  await statusAfter(30_000)
  await statusAfter(30_000)
  expect(await statusAfter(20_000)).toEqual([1, 0])
  await statusAfter(10_000)
  // The node whose turn it is dies.
  await two.app.close()
  expect(await statusAfter(20_000)).toEqual([1, 0])
  expect(await statusAfter(1000)).toEqual([1, 1])
  await two.close()
})

test('a start before the next look of the sweep is on time', { tags: 'D-82' }, async () => {
  await world.pass(MINUTE)
  const event = await open({ started_at: at(7000), duration: 300 })
  await world.pass(6999)
  expect((await stored(event)).status).toBe(0)
  await world.pass(1)
  expect((await stored(event)).status).toBe(1)
})

test('changes that were due while the app was down happen at its next start, with the planned dates', {
  tags: 'D-82'
}, async () => {
  const event = await open({ started_at: at(10 * MINUTE), duration: 300 })
  const [start, end] = [at(10 * MINUTE), at(15 * MINUTE)]
  await world.app.close()
  world.clock.jump(600 * MINUTE)
  const { app: node } = await world.secondNode()
  await world.pass(0)
  await world.pass(0)
  expect(await stored(event)).toEqual({ status: 2, started_at: new Date(start), ended_at: new Date(end) })
  expect(await told(event)).toEqual([2])
  expect((await node.inject({ url: '/healthz' })).statusCode).toBe(200)
})

test('after the clock jumped, as after sleep, the next look corrects the session', { tags: 'D-82' }, async () => {
  const event = await open({ started_at: at(10 * MINUTE), duration: 3600 })
  world.clock.jump(20 * MINUTE)
  await world.pass(MINUTE / 2)
  await world.pass(0)
  expect((await stored(event)).status).toBe(1)
  expect(await told(event)).toEqual([1])
})

test('reading a late session corrects its status, once even for many reads at the same moment', {
  tags: ['SES-061', 'SES-063', 'SES-065', 'SES-066', 'D-82']
}, async () => {
  const event = await open({ started_at: at(10 * MINUTE), duration: 300 })
  const end = at(15 * MINUTE)
  const look = async () => (await world.visitor.visit(sessionPage, { event: event.slug })).challengeEvent
  const card = async () =>
    (await world.visitor.visit(eventsPage)).challenges.find(({ slug }) => slug === event.slug) ?? null
  world.clock.jump(12 * MINUTE)
  expect(await card()).toMatchObject({ status: 1, remaining: 180 })
  expect((await Promise.all([look(), look(), look(), look()])).map(({ status }) => status)).toEqual([1, 1, 1, 1])
  expect(await told(event)).toEqual([1])
  world.clock.jump(30 * MINUTE)
  expect(await card()).toBeNull()
  expect(await look()).toMatchObject({ status: 2, ended_at: end, remaining: null })
  await passMinutes(1)
  expect(await told(event)).toEqual([1, 2])
})

test('a session that ended before anyone looked cannot be joined', { tags: 'D-82' }, async () => {
  const event = await open({ duration: 300 })
  world.clock.jump(300_000)
  const grace = await world.as('grace')
  const refused = await grace.refused(joinSession, { params: { event: event.slug }, body: {} })
  expect([refused.status, refused.body.message]).toEqual([409, 'This session has ended.'])
})

test('a timer in a session stops at its end, however late the end is noticed', { tags: 'D-52' }, async () => {
  const event = await open({ duration: 600 })
  const ada = await world.as('ada')
  const params = { event: event.slug }
  await ada.call(storeSessionLog, { params, body: { amount: 1, duration: 3600 } })
  world.clock.jump(7200_000)
  const { challengeEvent, me } = await ada.visit(sessionPage, params)
  expect(me?.task_totals['']).toMatchObject({ amount: 1, duration: 600 })
  expect(challengeEvent.summary).toMatchObject({ logs: 1, tasks: { '': { amount: 1, duration: 600 } } })
})

test('while a part is paused, its session continues past the planned end on its page and in lists', {
  tags: 'D-94'
}, async () => {
  const event = await open({ duration: 600 })
  const ada = await world.as('ada')
  const params = { event: event.slug, part: event.parts[0]?.parts[0]?.uuid ?? '' }
  const look = async () => (await world.visitor.visit(sessionPage, params)).challengeEvent
  const card = async () =>
    (await world.visitor.visit(eventsPage)).challenges.find(({ slug }) => slug === event.slug) ?? null
  world.clock.jump(MINUTE)
  await ada.call(pausePart, { params, body: {} })
  await passMinutes(20)
  for (const seen of [await look(), await card()]) expect(seen).toMatchObject({ status: 1, remaining: 540 })
  await ada.call(resumePart, { params, body: {} })
  expect(await look()).toMatchObject({ status: 1, remaining: 540, ended_at: at(540_000) })
  await passMinutes(9)
  expect(await stored(event)).toMatchObject({ status: 2, ended_at: new Date(world.clock.now()) })
  expect(await card()).toBeNull()
})

test('the tour session stays in progress forever', { tags: 'D-122' }, async () => {
  const look = async () => (await world.visitor.visit(sessionPage, { event: '10' })).challengeEvent
  await passMinutes(2)
  world.clock.jump(400 * 24 * 60 * MINUTE)
  await passMinutes(1)
  expect(await look()).toMatchObject({ status: 1, ended_at: null, remaining: null })
  const { challenges } = await world.visitor.visit(eventsPage)
  expect(challenges).toMatchObject([{ id: 10, status: 1 }])
})

/** Copies a session many times at the same moment. */
async function copies({ id }: Session, count: number): Promise<void> {
  await world.db.$client.query(
    `insert into sessions (user_id, slug, title, plan, duration, status, started_at, ended_at, created_at, updated_at)
     select user_id, 'copy-' || n, title, plan, duration, status, started_at, ended_at, created_at, updated_at
     from sessions, generate_series(1, $2) n where id = $1`,
    [id, count]
  )
}

const copied = async () =>
  (
    await world.db.$client.query(
      `select s.status, count(distinct s.id)::int as sessions, count(e.seq)::int as events from sessions s
       left join room_events e on e.session_id = s.id where s.slug like 'copy-%' group by s.status`
    )
  ).rows

test('two hundred sessions due in the same second begin once each, on two nodes', {
  tags: ['TMR-01', 'D-82']
}, async () => {
  await world.secondNode()
  await copies(await open({ started_at: at(MINUTE), duration: 300 }), 200)
  await world.pass(MINUTE / 2)
  await world.pass(MINUTE / 2 - 1)
  expect(await copied()).toEqual([{ status: 0, sessions: 200, events: 0 }])
  await world.pass(1)
  expect(await copied()).toEqual([{ status: 1, sessions: 200, events: 200 }])
})

test('when the clock is set forward past an armed start, the session begins within a second', {
  tags: 'D-82'
}, async () => {
  const event = await open({ started_at: at(50_000), duration: 300 })
  await world.pass(500)
  world.clock.set(600_000)
  await world.pass(1000)
  expect((await stored(event)).status).toBe(2)
  expect(await told(event)).toEqual([2])
})

test('when the clock is set back, started sessions stay so and others begin on time', { tags: 'D-82' }, async () => {
  const [first, second] = [
    await open({ started_at: at(10_000), duration: 300 }),
    await open({ started_at: at(40_000), duration: 300 })
  ]
  await world.pass(20_000)
  world.clock.set(-3_600_000)
  await world.pass(60_000)
  expect([(await stored(first)).status, (await stored(second)).status]).toEqual([1, 0])
  expect(await told(first)).toEqual([1])
  world.clock.set(3_600_000 - 60_000)
  await world.pass(20_000)
  expect((await stored(second)).status).toBe(1)
  expect(await told(second)).toEqual([1])
})

test('a timer that fires a little early waits for the rest', { tags: 'D-82' }, async () => {
  const clock = testClock()
  const early = { now: clock.now, after: (ms: number, run: () => void) => clock.after(ms > 10 ? ms - 2 : ms, run) }
  const other = await openWorld({}, { clock: early })
  const ada = await other.as('ada')
  const started_at = new Date(clock.now() + 7000).toISOString()
  const { event } = await ada.call(storeSession, {
    body: { activity: TOUR, challenge: { started_at, duration: 300 } }
  })
  const status = async () => {
    await other.workers.sweep.done()
    return (await other.db.$client.query('select status from sessions where id = $1', [event.id])).rows[0].status
  }
  clock.advance(6999)
  expect(await status()).toBe(0)
  clock.advance(1)
  expect(await status()).toBe(1)
  await other.close()
})

test('a paused session delays no other, and lasts a month at most', { tags: 'D-94' }, async () => {
  const event = await open({ duration: 600 })
  const ada = await world.as('ada')
  const params = { event: event.slug, part: event.parts[0]?.parts[0]?.uuid ?? '' }
  await ada.call(pausePart, { params, body: {} })
  const card = async () =>
    (await world.visitor.visit(eventsPage)).challenges.find(({ slug }) => slug === event.slug) ?? null
  world.clock.jump(29 * 24 * 60 * MINUTE)
  await world.pass(MINUTE / 2)
  expect((await stored(event)).status).toBe(1)
  expect(await card()).toMatchObject({ status: 1, remaining: 600 })
  world.clock.jump(24 * 60 * MINUTE)
  await world.pass(MINUTE / 2)
  expect(await stored(event)).toMatchObject({ status: 2 })
  expect(await card()).toBeNull()
})
