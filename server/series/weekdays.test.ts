/** A weekly rule with several weekdays (D-150). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateDays } from '../../domain/days/api.ts'
import { changeRule, followDate, makeSeries, seriesPage } from '../../domain/series/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
const TUESDAY_AND_THURSDAY = [2, 4]

let world: World
let ada: Caller
beforeEach(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  await ada.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
})
afterEach(() => world.close())

/** Tuesday, 3 March 2026, at 19:00 in Berlin. */
const FIRST = Date.UTC(2026, 2, 3, 18)
const iso = (at: number) => new Date(at).toISOString()

async function course(rule: { weekdays?: number[] }) {
  const body = { challenge: { title: 'Squats', duration: 3600, started_at: iso(FIRST) } }
  const params = { event: (await ada.call(storeSession, { body })).event.slug }
  const { series } = await ada.call(makeSeries, { params, body: { repeats: 'weekly', ...rule } })
  const look = async (who: Caller = ada) => who.visit(seriesPage, { series: series.slug })
  const days = async () => (await look()).coming.map(({ started_at }) => (Date.parse(started_at) - FIRST) / DAY)
  const slugs = async () => (await look()).coming.map(({ path }) => path?.split('/').at(-1) ?? '')
  return { params, rule: series.rule, look, days, slugs }
}

test('a host chooses weekdays, and the first date has to be on one', { tags: 'D-150' }, async () => {
  const { rule, look, days } = await course({ weekdays: [4, 2] })
  expect(rule).toBe('Every Tuesday and Thursday at 19:00 (Europe/Berlin)')
  expect((await days()).slice(0, 4)).toEqual([0, 2, 7, 9])
  expect((await look()).pattern).toMatchObject({ repeats: 'weekly', every: 1, weekdays: [2, 4] })
  const body = { challenge: { title: 'Squats', duration: 3600, started_at: iso(FIRST) } }
  const params = { event: (await ada.call(storeSession, { body })).event.slug }
  for (const weekdays of [[1, 4], [8], [0], [1, 2, 3, 4, 5, 6, 7, 7]]) {
    const refused = await ada.refused(makeSeries, { params, body: { repeats: 'weekly', weekdays } })
    expect([refused.status, Object.keys(refused.body.errors ?? {})[0]]).toEqual([
      422,
      expect.stringMatching(/^weekdays/)
    ])
  }
})

test('another rule adds a weekday, and a date on a weekday that is no longer chosen goes', {
  tags: 'D-150'
}, async () => {
  const { params, days, look } = await course({})
  const change = (weekdays: number[]) => ada.call(changeRule, { params, body: { repeats: 'weekly', weekdays } })
  expect(await change(TUESDAY_AND_THURSDAY)).toMatchObject({ staying: 0, going: 0 })
  expect((await days()).slice(0, 4)).toEqual([0, 2, 7, 9])
  expect(await change([2])).toMatchObject({ rule: 'Every Tuesday at 19:00 (Europe/Berlin)', staying: 0 })
  expect((await days()).slice(0, 4)).toEqual([0, 7, 14, 21])
  expect((await look()).pattern?.weekdays).toEqual([])
})

test('a move of this and the following dates moves one of the weekdays', { tags: 'D-150' }, async () => {
  const { slugs, days, look } = await course({ weekdays: TUESDAY_AND_THURSDAY })
  const params = { event: (await slugs())[1] ?? '' }
  await ada.call(patchSession, { params, body: { challenge: { started_at: iso(FIRST + 3 * DAY) } } })
  for (let twice = 0; twice < 2; twice++) await ada.call(followDate, { params })
  expect((await look()).series.rule).toBe('Every Tuesday and Friday at 19:00 (Europe/Berlin)')
  expect((await days()).slice(0, 4)).toEqual([0, 3, 7, 10])
})
