import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateDays } from '../../domain/days/api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { continueSeries, endSeries, followDate, makeSeries, seriesPage } from '../../domain/series/api.ts'
import { cancelSession, joinSession, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY

let world: World
let ada: Caller
beforeEach(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  await ada.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
})
afterEach(() => world.close())

/** Tuesday, 3 March 2026, at 19:00 in Berlin. The clocks there change on 29 March. */
const FIRST = Date.UTC(2026, 2, 3, 18)
const iso = (at: number) => new Date(at).toISOString()

async function plan(challenge: object = {}): Promise<string> {
  const body = { challenge: { title: 'Morning squats', duration: 3600, started_at: iso(FIRST), ...challenge } }
  return (await ada.call(storeSession, { body })).event.slug
}
async function weekly(more: object = {}, challenge: object = {}) {
  const event = await plan(challenge)
  const { series } = await ada.call(makeSeries, { params: { event }, body: { repeats: 'weekly', ...more } })
  return { event, series: series.slug, ...series }
}
const look = (series: string, who: Caller = ada) => who.visit(seriesPage, { series })
const startsOf = async (series: string) => (await look(series)).coming.map(({ started_at }) => started_at)
const slugOf = (path: string | null | undefined) => path?.split('/').at(-1) ?? ''

test('a session repeats at the same time of day, also when the clocks change, four dates ahead', {
  tags: 'D-150'
}, async () => {
  const { event, series, rule } = await weekly()
  expect(rule).toBe('Every Tuesday at 19:00 (Europe/Berlin)')
  expect(await startsOf(series)).toEqual([0, 1, 2, 3].map(week => iso(FIRST + week * WEEK)))
  const { challengeEvent } = await world.visitor.visit(sessionPage, { event })
  expect(challengeEvent.series).toEqual({ slug: series, path: `/series/${series}`, rule, is_regular: 0 })
  await world.pass(FIRST - world.clock.now() + 60_000)
  // The clocks in Berlin have changed by the fifth date.
  expect((await startsOf(series)).at(-1)).toBe(iso(FIRST + 4 * WEEK - HOUR))
  expect(await startsOf(series)).toHaveLength(5)
})

test('a search for the title of the activity finds every date', { tags: ['D-150', 'D-58'] }, async () => {
  const challenge = { started_at: iso(FIRST), title: 'Morning squats' }
  const { event } = await ada.call(storeSession, { body: { activity: 'challenge-hut-tour', challenge } })
  await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  const { rows } = await world.db.$client.query(
    'select distinct activity_title from sessions where series_id is not null'
  )
  expect(rows).toEqual([{ activity_title: event.challenge?.title }])
})

test('each date is made once by two nodes, for a year, and it is an ordinary session', { tags: 'D-150' }, async () => {
  const { series } = await weekly({}, { participant_limit: 40 })
  const other = await world.secondNode()
  for (let week = 0; week < 52; week++) {
    await world.pass(WEEK)
    await other.workers.sweep.done()
    // The host opens each third date.
    if (week % 3 === 0) {
      const { coming } = await look(series)
      await ada.visit(sessionPage, { event: slugOf(coming[0]?.path) })
    }
  }
  const { rows } = await world.db.$client.query(
    `select started_at, participant_limit, title from sessions where series_id is not null order by started_at`
  )
  const local = rows.map(({ started_at }) =>
    started_at.toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit'
    })
  )
  expect(new Set(local)).toEqual(new Set(['Tue 19:00']))
  expect(new Set(rows.map(({ started_at }) => started_at.getTime())).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThanOrEqual(55)
  expect(rows.at(-1)).toMatchObject({ participant_limit: 40, title: 'Morning squats' })
  expect((await look(series)).series.status).toBe('open')
})

test('a rule ends after its number of dates or its last day', { tags: 'D-150' }, async () => {
  const { series } = await weekly({ count: 3 })
  expect(await startsOf(series)).toHaveLength(3)
  const until = await weekly({ until: '2026-03-17' })
  expect(await startsOf(until.series)).toHaveLength(3)
  for (let week = 0; week < 4; week++) await world.pass(WEEK)
  expect((await look(series)).series.status).toBe('ended')
  expect((await look(series)).past).toHaveLength(3)
})

test('skipped, moved and renamed dates stay in the list, and the others keep their time', {
  tags: 'D-150'
}, async () => {
  const { series } = await weekly()
  const [, second, third] = (await look(series)).coming
  await ada.call(cancelSession, { params: { event: slugOf(second?.path) } })
  const moved = iso(FIRST + 2 * WEEK + DAY)
  await ada.call(patchSession, {
    params: { event: slugOf(third?.path) },
    body: { challenge: { started_at: moved, title: 'Evening squats' } }
  })
  const { coming } = await look(series)
  expect(coming.slice(0, 4)).toMatchObject([
    { state: 'planned', path: expect.any(String) },
    { state: 'skipped', path: null },
    { state: 'moved', started_at: moved, planned_at: iso(FIRST + 2 * WEEK), title: 'Evening squats' },
    { state: 'planned', title: 'Morning squats' }
  ])
})

test('a change of this and the following dates moves and renames the later ones, and later ones follow it', {
  tags: 'D-150'
}, async () => {
  const { series } = await weekly()
  const grace = await world.as('grace')
  const [first, second, third] = (await look(series)).coming
  await grace.call(joinSession, { params: { event: slugOf(third?.path) }, body: {} })
  const params = { event: slugOf(second?.path) }
  // From Tuesday at 19:00 to Wednesday at 20:00.
  const to = FIRST + WEEK + DAY + HOUR
  const challenge = { started_at: iso(to), title: 'Evening squats', participant_limit: 12 }
  await ada.call(patchSession, { params, body: { challenge } })
  for (let twice = 0; twice < 2; twice++) await ada.call(followDate, { params })
  const page = await look(series)
  expect(page.series.rule).toBe('Every Wednesday at 20:00 (Europe/Berlin)')
  expect(page.coming.map(({ started_at, title, state }) => [started_at, title, state])).toEqual([
    [first?.started_at, 'Morning squats', 'planned'],
    ...[0, 1, 2].map(week => [iso(to + week * WEEK), 'Evening squats', 'planned'])
  ])
  expect(page.coming[2]).toMatchObject({ path: third?.path, participants_count: 2, participant_limit: 12 })
  const refused = await grace.refused(followDate, { params })
  expect(refused.status).toBe(403)
})

test('a skipped date stays skipped when the dates around it change', { tags: 'D-150' }, async () => {
  const { series, event } = await weekly()
  const [, , third] = (await look(series)).coming
  await ada.call(cancelSession, { params: { event: slugOf(third?.path) } })
  const started_at = iso(FIRST + HOUR)
  await ada.call(patchSession, { params: { event }, body: { challenge: { started_at } } })
  await ada.call(followDate, { params: { event } })
  const { coming } = await look(series)
  expect(coming.map(({ planned_at, state }) => [planned_at, state])).toEqual([
    [started_at, 'planned'],
    [iso(FIRST + HOUR + WEEK), 'planned'],
    [iso(FIRST + HOUR + 2 * WEEK), 'skipped'],
    [iso(FIRST + HOUR + 3 * WEEK), 'planned'],
    [iso(FIRST + 4 * WEEK), 'planned']
  ])
})

test('the address of the series leads to the date that runs, and then to the next one', { tags: 'D-150' }, async () => {
  const { series, event } = await weekly()
  const next = async () => {
    const { statusCode, headers } = await world.visitor.request({ url: `/series/${series}/next` })
    return [statusCode, headers.location]
  }
  expect(await next()).toEqual([301, `/sessions/${event}`])
  await world.pass(FIRST - world.clock.now() + 60_000)
  expect(await next()).toEqual([301, `/sessions/${event}`])
  await world.pass(2 * HOUR)
  const { coming, past } = await look(series)
  expect(await next()).toEqual([301, coming[0]?.path])
  expect(past).toMatchObject([{ path: `/sessions/${event}`, participants_count: 1 }])
})

test('a series asks a host who stays away, pauses after a week, and continues when they are back', {
  tags: 'D-150'
}, async () => {
  const { series } = await weekly()
  const grace = await world.as('grace')
  for (let week = 0; week < 2; week++) await world.pass(WEEK)
  expect((await look(series)).series).toMatchObject({ status: 'open', asks: 0 })
  await world.pass(WEEK)
  expect((await look(series)).series).toMatchObject({ status: 'open', asks: 1 })
  expect((await look(series, grace)).series.asks).toBe(0)
  const inbox = async (who: Caller) => (await who.visit(inboxPage)).reminders.map(({ text, path }) => [text, path])
  expect(await inbox(ada)).toEqual([
    ['Does Morning squats go on? You haven’t opened its last three dates', `/series/${series}`]
  ])
  const next = (await look(series)).coming.at(-1)
  await grace.call(joinSession, { params: { event: slugOf(next?.path) }, body: {} })
  await world.pass(8 * DAY)
  const paused = await look(series)
  expect([paused.series.status, paused.coming]).toEqual(['paused', []])
  expect(await inbox(grace)).toEqual([['Morning squats has no more dates for now', `/series/${series}`]])
  expect((await grace.refused(continueSeries, { params: { series } })).status).toBe(403)
  for (let twice = 0; twice < 2; twice++) await ada.call(continueSeries, { params: { series } })
  const back = await look(series)
  expect([back.series.status, back.coming.length]).toEqual(['open', 4])
  for (const { started_at } of back.coming) expect(Date.parse(started_at)).toBeGreaterThan(world.clock.now())
})

test('the end of a series cancels its coming dates and keeps the past ones, and twice is once', {
  tags: 'D-150'
}, async () => {
  const { series } = await weekly()
  await world.pass(FIRST - world.clock.now() + 2 * HOUR)
  const grace = await world.as('grace')
  expect((await grace.refused(endSeries, { params: { series } })).status).toBe(403)
  for (let twice = 0; twice < 2; twice++) {
    expect((await ada.call(endSeries, { params: { series } })).series.status).toBe('ended')
  }
  const { coming, past } = await look(series)
  expect([coming, past.length]).toEqual([[], 1])
  await world.pass(5 * WEEK)
  expect((await look(series)).coming).toEqual([])
  const back = await world.as('ada')
  expect((await back.refused(continueSeries, { params: { series } })).status).toBe(409)
})

test('only the host makes a series, once, and not of a session that runs', { tags: 'D-150' }, async () => {
  const event = await plan()
  const grace = await world.as('grace')
  const input = { params: { event }, body: { repeats: 'daily' as const } }
  expect((await grace.refused(makeSeries, input)).status).toBe(403)
  const [one, two] = await Promise.all([
    ada.call(makeSeries, { ...input, key: 'make-it-once' }),
    ada.call(makeSeries, { ...input, key: 'make-it-once' })
  ])
  expect(one.series.id).toBe(two.series.id)
  expect(await ada.refused(makeSeries, input)).toMatchObject({
    status: 409,
    body: { message: 'This session already repeats.' }
  })
  expect(await startsOf(one.series.slug)).toHaveLength(13)
})

test('a suspended host makes no dates, and a deleted one ends the series', { tags: ['D-150', 'D-148'] }, async () => {
  const { series } = await weekly()
  const { id } = await ada.user()
  const set = (change: string) => world.db.$client.query(`update users set ${change} where id = $1`, [id])
  await set(`suspended_until = '2026-04-01'`)
  await world.pass(FIRST - world.clock.now() + 60_000)
  expect((await look(series, world.visitor)).series.status).toBe('paused')
  await set('suspended_until = null')
  await ada.call(continueSeries, { params: { series } })
  await set('erased_at = now()')
  await world.pass(2 * WEEK)
  expect((await look(series, world.visitor)).series.status).toBe('ended')
  await set('erased_at = null')
})
