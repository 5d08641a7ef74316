/** A new rule from a date on: weekly becomes daily, and the other way round (D-150). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventsPage } from '../../domain/browse/api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { decideReport } from '../../domain/reports/api.ts'
import { changeRule, comeEveryTime, endSeries, followDate, makeSeries, seriesPage } from '../../domain/series/api.ts'
import { joinSession, joinWaitlist, leaveSession, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY

let world: World
let ada: Caller
let bob: Caller
beforeEach(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  bob = await world.as('bob')
  await ada.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
})
afterEach(() => world.close())

/** Tuesday, 10 March 2026, at 19:00 in Berlin. */
const FIRST = Date.UTC(2026, 2, 10, 18)
const iso = (at: number) => new Date(at).toISOString()

async function series(rule: object, challenge: object = {}) {
  const started_at = iso(FIRST)
  const body = { challenge: { title: 'Morning squats', duration: 3600, started_at, ...challenge } }
  const { event } = await ada.call(storeSession, { body })
  const params = (await ada.call(makeSeries, { params: { event: event.slug }, body: rule as { repeats: 'daily' } }))
    .series
  const look = (who: Caller = ada) => who.visit(seriesPage, { series: params.slug })
  const slugs = async () => (await look()).coming.map(({ path }) => path?.split('/').at(-1) ?? '')
  const list = async () => (await look()).coming.map(({ started_at, state }) => `${started_at.slice(5, 10)} ${state}`)
  return { first: event.slug, slug: params.slug, look, slugs, list }
}
const change = (event: string, body: { repeats: 'daily' | 'weekly' | 'weekdays'; preview?: 0 | 1; count?: number }) =>
  ada.call(changeRule, { params: { event }, body })
const enter = (who: Caller, event: string) => who.call(joinSession, { params: { event }, body: {} })
const inbox = async (who: Caller) => (await who.visit(inboxPage)).reminders.map(({ text }) => text)

test('weekly becomes daily: its dates fit, the others are made, and regulars hear of it once', {
  tags: 'D-150'
}, async () => {
  const course = await series({ repeats: 'weekly' })
  await bob.call(comeEveryTime, { params: { series: course.slug } })
  for (let twice = 0; twice < 2; twice++) {
    expect(await change(course.first, { repeats: 'daily' })).toMatchObject({ staying: 0, going: 0 })
  }
  const page = await course.look(bob)
  expect(page.series.rule).toBe('Every day at 19:00 (Europe/Berlin)')
  // Two weeks are made, and the weekly dates after them.
  const days = page.coming.map(({ started_at }) => Math.round((Date.parse(started_at) - FIRST) / DAY))
  const until = (world.clock.now() + 2 * WEEK - FIRST) / DAY
  const daily = Array.from({ length: Math.floor(until) + 1 }, (_, day) => day)
  expect(days).toEqual([...new Set([...daily, 7, 14, 21])].toSorted((a, b) => a - b))
  expect(page.coming.every(({ state, is_joined }) => state === 'planned' && is_joined === 1)).toBe(true)
  expect((await inbox(bob)).filter(text => text.includes('repeats differently'))).toHaveLength(1)
})

test('a change that began from an older rule is refused and names the newer one', async () => {
  const course = await series({ repeats: 'weekly' })
  const params = { event: course.first }
  const was = (await course.look()).series.rule
  const daily = { params, body: { repeats: 'daily', was } } as const
  await ada.call(changeRule, daily)
  await ada.call(changeRule, daily)
  for (const preview of [1, 0] as const) {
    const body = { repeats: 'weekdays', was, preview } as const
    const { status, body: refusal } = await ada.refused(changeRule, { params, body })
    expect([status, refusal.message]).toEqual([
      409,
      'Meanwhile it repeats differently: Every day at 19:00 (Europe/Berlin). Nothing is saved yet. Press again to replace that.'
    ])
  }
  const now = (await course.look()).series.rule
  expect(now).toBe('Every day at 19:00 (Europe/Berlin)')
  await ada.call(changeRule, { params, body: { repeats: 'weekly', was: now } })
  expect((await course.look()).series.rule).toBe(was)
})

test('dates with people stay beside the new rule, empty ones go, and the earlier rule takes them back', {
  tags: 'D-150'
}, async () => {
  const course = await series({ repeats: 'daily' }, { participant_limit: 1 })
  const [, second = '', third = ''] = await course.slugs()
  await ada.call(patchSession, { params: { event: second }, body: { challenge: { participant_limit: 2 } } })
  await enter(bob, second)
  await (await world.as('cleo')).call(joinWaitlist, { params: { event: third }, body: {} })
  const before = await course.list()

  const preview = await change(course.first, { repeats: 'weekly', preview: 1 })
  const weekly = before.filter((_, day) => day % 7 === 0).length
  expect(preview).toMatchObject({ staying: 2, going: before.length - weekly - 2 })
  expect(preview.rule).toBe('Every Tuesday at 19:00 (Europe/Berlin)')
  expect(await course.list()).toEqual(before)

  expect(await change(course.first, { repeats: 'weekly' })).toMatchObject({ staying: 2, going: preview.going })
  const weeks = ['03-10 planned', '03-11 extra', '03-12 extra', '03-17 planned', '03-24 planned', '03-31 planned']
  expect(await course.list()).toEqual(weeks)
  expect((await bob.visit(sessionPage, { event: second })).me).not.toBeNull()
  expect(await change(course.first, { repeats: 'weekly' })).toMatchObject({ staying: 2, going: 0 })
  expect(await course.list()).toEqual(weeks)

  await change(course.first, { repeats: 'daily' })
  expect((await course.list()).slice(0, 4)).toEqual(['03-10', '03-11', '03-12', '03-13'].map(day => `${day} planned`))
  expect(new Set(await course.list()).size).toBe((await course.list()).length)
})

test('an extra date takes place, is charged and counted as usual, and the series ends after it', {
  tags: 'D-150'
}, async () => {
  const course = await series({ repeats: 'daily' })
  const [, second = ''] = await course.slugs()
  await enter(bob, second)
  await change(course.first, { repeats: 'weekly', count: 2 })
  expect(await course.list()).toEqual(['03-10 planned', '03-11 extra', '03-17 planned'])
  await world.pass(FIRST + DAY + 2 * HOUR - world.clock.now())
  const { past, series: open } = await course.look()
  expect(past.map(({ state }) => state)).toEqual(['extra', 'planned'])
  expect(open.status).toBe('open')
  await world.pass(WEEK)
  expect((await course.look()).series.status).toBe('ended')
})

test('only the host changes the rule, of a date that comes, by a rule that the date fits', {
  tags: 'D-150'
}, async () => {
  const course = await series({ repeats: 'daily' })
  const send = (who: Caller, event: string, repeats = 'weekly') =>
    who.refused(changeRule, { params: { event }, body: { repeats } })
  expect((await send(bob, course.first)).status).toBe(403)
  const saturday = (await course.slugs())[4] ?? ''
  const refused = await send(ada, saturday, 'weekdays')
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('is a Saturday')])
  const lone = await ada.call(storeSession, { body: { challenge: { title: 'Once', started_at: iso(FIRST) } } })
  expect((await send(ada, lone.event.slug)).status).toBe(409)
  await world.pass(FIRST + 60_000 - world.clock.now())
  expect((await send(ada, course.first)).body.message).toBe('This date has begun.')
  await ada.call(endSeries, { params: { series: course.slug } })
  expect((await send(ada, course.first)).status).toBe(409)
})

test('someone who hosts a single date changes no other date', { tags: ['D-73', 'D-150'] }, async () => {
  const course = await series({ repeats: 'weekly' })
  const params = { event: course.first }
  await enter(bob, course.first)
  await ada.call(leaveSession, { params, body: {} })
  const title = 'Bob was here'
  await bob.call(patchSession, { params, body: { challenge: { title } } })
  const refused = [
    await bob.refused(followDate, { params, body: {} }),
    await bob.refused(changeRule, { params, body: { repeats: 'daily' } })
  ]
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
    refused.map(() => [403, 'Only the host of this series can change it.'])
  )
  expect((await course.look()).coming.map(one => one.title === title)).toEqual([true, false, false, false])
  // The page does not offer it either.
  const offers = async (who: Caller, event: string) => (await who.visit(updateSessionPage, { event })).repeats
  expect([await offers(bob, course.first), await offers(ada, (await course.slugs())[1] ?? '')]).toEqual([undefined, 1])
})

test('a date that a moderator hid stays out of all lists when it follows another date', {
  tags: ['D-149', 'D-150']
}, async () => {
  const course = await series({ repeats: 'weekly' })
  const second = (await course.slugs())[1] ?? ''
  const { id } = (await ada.visit(sessionPage, { event: second })).challengeEvent
  const moderator = await world.moderator()
  const params = { kind: 'session', subject: String(id) }
  await moderator.call(decideReport, { params, body: { decision: 'hide', reason: 'spam' } })
  const listed = async () => (await world.visitor.visit(eventsPage)).challenges.map(({ slug }) => slug)
  expect(await listed()).not.toContain(second)
  await ada.call(patchSession, { params: { event: course.first }, body: { challenge: { title: 'Evening squats' } } })
  await ada.call(followDate, { params: { event: course.first } })
  expect(await listed()).not.toContain(second)
  await moderator.call(decideReport, { params, body: { decision: 'keep' } })
  expect(await listed()).toContain(second)
})

test('a host makes no date free by repeating a session that an admin made free', {
  tags: ['D-15', 'D-150']
}, async () => {
  const admin = await world.admin()
  const setFree = (event: string, is_free: 0 | 1) =>
    admin.call(patchSession, { params: { event }, body: { challenge: { is_free } } })
  const areFree = async (slugs: string[]) =>
    Promise.all(slugs.map(event => ada.visit(sessionPage, { event }).then(page => page.challengeEvent.is_free)))

  const body = { challenge: { title: 'Free once', duration: 3600, started_at: iso(FIRST) } }
  const { event } = await ada.call(storeSession, { body })
  await setFree(event.slug, 1)
  await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  const coming = async (path: string | undefined) =>
    (await ada.visit(seriesPage, { series: path?.split('/').at(-1) ?? '' })).coming.flatMap(
      one => one.path?.split('/').at(-1) ?? []
    )
  const made = (await ada.visit(sessionPage, { event: event.slug })).challengeEvent.series?.path
  expect(await areFree(await coming(made))).toEqual([1, 0, 0, 0])

  const course = await series({ repeats: 'weekly' })
  const [first = '', second = '', third = ''] = await course.slugs()
  await setFree(second, 1)
  await ada.call(followDate, { params: { event: second } })
  expect(await areFree([first, second, third])).toEqual([0, 1, 0])
  await ada.call(followDate, { params: { event: first } })
  expect(await areFree([first, second, third])).toEqual([0, 1, 0])
  await admin.call(followDate, { params: { event: second } })
  expect(await areFree([first, second, third])).toEqual([0, 1, 1])
})
