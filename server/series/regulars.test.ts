/** Coming to each date of a series: places, uses, tokens, and how it ends (D-150). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suspendPerson } from '../../domain/admin/people-api.ts'
import { joinGroup, leaveGroup, storeGroup } from '../../domain/groups/api.ts'
import { removeParticipant } from '../../domain/moderation/api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { comeEveryTime, endSeries, makeSeries, seriesPage, stopComing } from '../../domain/series/api.ts'
import { joinAsGuest, joinSession, joinWaitlist, leaveSession, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'
import { lockSeries } from './series-rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY

let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
})
afterAll(() => world.close())

let made = 0
const person = () => world.as(`person-${++made}`)
const inbox = async (who: Caller) => (await who.visit(inboxPage)).reminders.map(({ text }) => text)
const usesOf = async (who: Caller) => (await who.user()).all_remaining_tokens

/** A weekly class that begins in three days. */
async function weekly(challenge: object = {}) {
  const started_at = new Date(world.clock.now() + 3 * DAY).toISOString()
  const body = { challenge: { title: `Class ${++made}`, duration: 3600, started_at, ...challenge } }
  const { event } = await ada.call(storeSession, { body })
  const { series } = await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  const params = { series: series.slug }
  const look = async (who: Caller = ada) => who.visit(seriesPage, params)
  const slugAt = async (index: number) => (await look()).coming[index]?.path?.split('/').at(-1) ?? ''
  const come = (who: Caller) => who.call(comeEveryTime, { params })
  const stop = (who: Caller) => who.call(stopComing, { params })
  const places = async (who: Caller) => (await look(who)).coming.map(({ is_joined }) => is_joined)
  return { title: event.title, first: event.slug, params, look, slugAt, come, stop, places }
}
type Class = Awaited<ReturnType<typeof weekly>>
const join = (who: Caller, event: string) => who.call(joinSession, { params: { event }, body: {} })
const leave = (who: Caller, event: string) => who.call(leaveSession, { params: { event }, body: {} })
/** Lets the next date begin. */
async function begin(course: Class): Promise<void> {
  const next = (await course.look()).coming[0]
  await world.pass(Date.parse(next?.started_at ?? '') - world.clock.now() + 60_000)
}
const waiting = async (who: Caller, event: string) => (await who.visit(sessionPage, { event })).waitlist

test('a regular has a place on each date, also on those made later, and pays when a date begins', {
  tags: 'D-150'
}, async () => {
  const course = await weekly()
  const bob = await person()
  const before = await usesOf(bob)
  for (let twice = 0; twice < 2; twice++) await course.come(bob)
  expect(await course.places(bob)).toEqual([1, 1, 1, 1])
  expect((await course.look(bob)).regulars).toEqual({ count: 1, people: [bob.username], is_mine: 1 })
  expect((await course.look()).regulars.is_mine).toBe(0)
  const { challengeEvent } = await bob.visit(sessionPage, { event: course.first })
  expect(challengeEvent).toMatchObject({ participants_count: 2, series: { is_regular: 1 } })
  expect(await usesOf(bob)).toBe(before)
  await begin(course)
  const { rows } = await world.db.$client.query(
    `select charged, owes from participants p join users u on u.id = p.user_id
     where u.username = $1 order by p.starts_at`,
    [bob.username]
  )
  expect(rows.map(({ charged, owes }) => [charged, owes])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, true],
    [false, true]
  ])
  // A place that is paid costs nothing more.
  await leave(bob, course.first)
  await join(bob, course.first)
  const { rows: ledger } = await world.db.$client.query(
    `select count(*)::int from ledger l join users u on u.id = l.user_id where u.username = $1 and l.action = 'join'`,
    [bob.username]
  )
  expect(ledger).toEqual([{ count: 1 }])
})

test('places go to regulars in their order, and the others wait in that order', {
  tags: ['D-150', 'D-151']
}, async () => {
  const course = await weekly({ participant_limit: 3 })
  const [bob, cleo, dora, eli] = await Promise.all([person(), person(), person(), person()])
  for (const one of [bob, cleo, dora, eli] as Caller[]) await course.come(one)
  expect(await course.places(cleo as Caller)).toEqual([1, 1, 1, 1])
  expect(await course.places(dora as Caller)).toEqual([0, 0, 0, 0])
  expect((await waiting(eli as Caller, course.first)).mine?.position).toBe(2)
  await begin(course)
  const last = await course.slugAt(4)
  expect((await waiting(dora as Caller, last)).mine?.position).toBe(1)
  expect((await waiting(eli as Caller, last)).mine?.position).toBe(2)
  await leave(bob as Caller, last)
  await world.pass(60_000)
  expect((await waiting(dora as Caller, last)).mine?.offered_until).not.toBeNull()
})

test('a regular declines one date and comes again, and keeps the others', { tags: 'D-150' }, async () => {
  const course = await weekly()
  const bob = await person()
  await course.come(bob)
  const second = await course.slugAt(1)
  await leave(bob, second)
  // Coming every time already gives no declined place back.
  await course.come(bob)
  expect(await course.places(bob)).toEqual([1, 0, 1, 1])
  await join(bob, second)
  expect(await course.places(bob)).toEqual([1, 1, 1, 1])
  await leave(bob, course.first)
  await begin(course)
  const before = await world.db.$client.query('select count(*)::int from ledger')
  await join(bob, course.first)
  const after = await world.db.$client.query('select count(*)::int from ledger')
  // They declined before the start, so they pay when they come after it.
  expect(after.rows[0].count).toBe(before.rows[0].count + 1)
})

test('a regular without tokens hears of it a day and an hour before, and the place goes to the waitlist', {
  tags: ['D-150', 'D-151']
}, async () => {
  const course = await weekly({ participant_limit: 2 })
  const [bob, cleo] = [await person(), await person()]
  await course.come(bob)
  await course.come(cleo)
  await setUses(world, bob, 0)
  const told = async () => (await inbox(bob)).filter(text => text.includes(course.title))
  await world.pass(2 * DAY - 60_000)
  expect(await told()).toEqual([])
  await world.pass(120_000)
  const words = `You have no tokens for ${course.title}. Without one at its start, your place goes to someone else`
  expect(await told()).toEqual([words])
  const times = async () => {
    const { rows } = await world.db.$client.query(
      `select r.told_at from reminders r join users u on u.id = r.user_id
       where u.username = $1 and r.kind = 'place_unpaid' and r.until > now() - interval '100 years' order by r.id`,
      [bob.username]
    )
    return rows.map(({ told_at }) => told_at.getTime())
  }
  const [early] = await times()
  await world.pass(12 * HOUR)
  expect(await times()).toEqual([early])
  await world.pass(11 * HOUR)
  const [late] = await times()
  expect(late).toBeGreaterThan(early)
  await begin(course)
  expect((await course.look(bob)).coming[0]).toMatchObject({ status: 1, is_joined: 0, participants_count: 1 })
  expect(await inbox(cleo)).toContain(`A place in ${course.title} is free. The first press gets it`)
  await join(cleo, course.first)
  expect((await course.look(cleo)).coming[0]).toMatchObject({ is_joined: 1, participants_count: 2 })
  expect(await course.places(bob)).toEqual([0, 1, 1, 1, 1])
})

test('a person stops coming every time, and keeps the dates that they paid for', { tags: 'D-150' }, async () => {
  const course = await weekly({ participant_limit: 2 })
  const [bob, cleo] = [await person(), await person()]
  await join(bob, course.first)
  await course.come(bob)
  await course.come(cleo)
  for (let twice = 0; twice < 2; twice++) await course.stop(bob)
  expect(await course.places(bob)).toEqual([1, 0, 0, 0])
  expect((await course.look(bob)).regulars).toMatchObject({ count: 1, is_mine: 0 })
  await course.stop(cleo)
  expect((await waiting(cleo, course.first)).waiting).toBe(0)
  await begin(course)
  expect(await course.places(bob)).toEqual([1, 0, 0, 0, 0])
})

test('a person whom a host removes from a date has no place on the others, and cannot come again', {
  tags: ['D-150', 'SES-084']
}, async () => {
  const course = await weekly()
  const bob = await person()
  await course.come(bob)
  await ada.call(removeParticipant, { params: { event: course.first, username: bob.username } })
  await world.pass(60_000)
  expect(await course.places(bob)).toEqual([0, 0, 0, 0])
  const refused = await bob.refused(comeEveryTime, { params: course.params })
  expect([refused.status, refused.body.message]).toEqual([403, 'The host removed you from a date of this series.'])
})

test('leaving the group of a series ends it, and a suspended person gets no place meanwhile', {
  tags: ['D-150', 'D-148']
}, async () => {
  const { group } = await ada.call(storeGroup, { body: { title: 'Runners' } })
  const course = await weekly({ hut_id: group.id })
  const [bob, cleo] = [await person(), await person()]
  await bob.call(joinGroup, { params: { hut: group.slug }, body: {} })
  await course.come(bob)
  await course.come(cleo)
  await bob.call(leaveGroup, { params: { hut: group.slug } })
  await world.pass(60_000)
  expect(await course.places(bob)).toEqual([0, 0, 0, 0])
  const params = { username: cleo.username }
  await (await world.admin()).call(suspendPerson, { params, body: { days: 5, reason: 'Spam' } })
  await begin(course)
  const { coming } = await course.look()
  // They lost the date that began, and got none on the new one.
  expect(coming.map(({ people }) => people.includes(cleo.username))).toEqual([false, true, true, true, false])
})

test('guests, the host, and people without the code cannot come every time', { tags: ['D-150', 'D-152'] }, async () => {
  const course = await weekly({ needs_code: 1, join_code: 'sesame' })
  expect((await ada.refused(comeEveryTime, { params: course.params })).status).toBe(409)
  expect((await world.visitor.refused(comeEveryTime, { params: course.params })).status).toBe(401)
  const bob = await person()
  expect((await bob.refused(comeEveryTime, { params: course.params })).status).toBe(403)
  await bob.call(joinSession, { params: { event: course.first }, query: { join_code: 'sesame' }, body: {} })
  await course.come(bob)
  expect(await course.places(bob)).toEqual([1, 1, 1, 1])
  const guest = createCaller(world, 'guest')
  await guest.call(joinAsGuest, { params: { event: course.first }, body: { name: 'Gus', join_code: 'sesame' } })
  expect((await guest.refused(comeEveryTime, { params: course.params })).status).toBe(403)
  await ada.call(endSeries, { params: course.params })
  expect((await bob.refused(comeEveryTime, { params: course.params })).status).toBe(409)
})

test('the places of regulars stay with a date that moves, and its start charges them', {
  tags: 'D-150'
}, async () => {
  const course = await weekly()
  const bob = await person()
  await course.come(bob)
  const started_at = new Date(world.clock.now() + 4 * DAY).toISOString()
  await ada.call(patchSession, { params: { event: course.first }, body: { challenge: { started_at } } })
  expect(await course.places(bob)).toEqual([1, 1, 1, 1])
  await begin(course)
  const { rows } = await world.db.$client.query(
    'select p.charged from participants p join sessions s on s.id = p.session_id join users u on u.id = p.user_id where s.slug = $1 and u.username = $2',
    [course.first, bob.username]
  )
  expect(rows).toEqual([{ charged: true }])
})

test('two nodes and two tabs give a regular each place once, for a quarter of a year', { tags: 'D-150' }, async () => {
  const other = await world.secondNode()
  const course = await weekly({ participant_limit: 3 })
  const [bob, cleo, dora] = [await person(), await person(), await person()]
  await Promise.all([course.come(bob), course.come(bob), course.come(cleo), course.come(cleo), course.come(dora)])
  for (let week = 0; week < 12; week++) {
    await world.pass(WEEK)
    await other.workers.sweep.done()
    await ada.visit(sessionPage, { event: await course.slugAt(0) })
  }
  const { rows } = await world.db.$client.query(
    `select s.participants_count as people, s.waiting_count as waiting,
       (select count(*)::int from participants p where p.session_id = s.id and p.left_at is null) as counted,
       (select count(*)::int from participants p where p.session_id = s.id and p.charged) as charged, s.status
     from sessions s join series e on e.id = s.series_id where e.slug = $1 order by s.series_at`,
    [course.params.series]
  )
  expect(rows.length).toBeGreaterThanOrEqual(15)
  for (const { people, counted, charged, status } of rows) {
    expect([people, counted, charged]).toEqual([3, 3, status === 0 ? 0 : 2])
  }
})

test('the dates of a series change while the series is locked, so that calls do not wait for each other', {
  tags: ['D-150', 'D-151']
}, async () => {
  const course = await weekly({ participant_limit: 1 })
  const bob = await person()
  const { id } = (await course.look()).series
  await world.db.transaction(async tx => {
    await lockSeries(tx, id)
    // It changes the session twice, and a second change of a row refers to its series again.
    await bob.call(joinWaitlist, { params: { event: course.first }, body: {} })
  })
  expect((await waiting(bob, course.first)).mine?.position).toBe(1)
})
