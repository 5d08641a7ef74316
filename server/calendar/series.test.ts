/** A series in calendars, read by two libraries that did not write it (D-150). */
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCalendarFeed } from '../../domain/calendar/api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { changeRule, comeEveryTime, endSeries, makeSeries, seriesPage } from '../../domain/series/api.ts'
import { answerSession, cancelSession, joinSession, leaveSession } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

let world: World
let ada: Caller
let bob: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
  ada = await world.as('ada')
  bob = await world.as('bob')
})
afterAll(() => world.close())

/** Tuesday, 3 March 2026, at 19:00 in Berlin, where the clocks change on 29 March. */
const FIRST = Date.UTC(2026, 2, 3, 18)
const iso = (at: number) => new Date(at).toISOString()

async function weekly(title: string, more: { weekdays?: number[] } = {}) {
  await ada.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
  const body = { challenge: { title, duration: 3600, started_at: iso(FIRST) } }
  const { event } = await ada.call(storeSession, { body })
  const { series } = await ada.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly', ...more } })
  return series.slug
}

async function datesOf(series: string): Promise<string[]> {
  const { coming } = await ada.visit(seriesPage, { series })
  return coming.map(({ path }) => path?.split('/').at(-1) ?? '')
}

async function read(url: string): Promise<string> {
  const { statusCode, body } = await world.visitor.request({ url })
  expect(statusCode).toBe(200)
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  return body
}

const feedOf = async (person: Caller) => read((await person.call(makeCalendarFeed)).feed ?? '')

/** The events in a person's own calendar that have a title. */
async function eventsOf(person: Caller, title: string) {
  const calendar = new ICAL.Component(ICAL.parse(await feedOf(person)))
  const events = calendar.getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
  return events.filter(({ summary }) => summary === title)
}

/** The first dates of the event that repeats, as ical.js reads them. */
function byIcalJs(text: string, most: number): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
  const whole = events.find(event => event.isRecurring())
  if (!whole) return []
  for (const other of events) if (other.isRecurrenceException()) whole.relateException(other)
  const iterator = whole.iterator()
  return Array.from({ length: most }, () =>
    whole.getOccurrenceDetails(iterator.next()).startDate.toJSDate().toISOString()
  )
}

/** The same as node-ical reads them. */
function byNodeIcal(text: string, most: number): string[] {
  const events = Object.values(nodeIcal.sync.parseICS(text))
  const whole = events.find(one => one?.type === 'VEVENT' && one.rrule !== undefined)
  if (whole?.type !== 'VEVENT') return []
  const [from, to] = [new Date(FIRST - WEEK), new Date(FIRST + 20 * WEEK)]
  return nodeIcal
    .expandRecurringEvent(whole, { from, to })
    .slice(0, most)
    .map(({ start }) => start.toISOString())
}

test('a rule with two weekdays has both in two libraries', { tags: 'D-150' }, async () => {
  const text = await read(`/series/${await weekly('Squats twice', { weekdays: [2, 4] })}/calendar.ics`)
  const dates = [0, 2, 7, 9, 14].map(day => iso(FIRST + (day * WEEK) / 7))
  expect(byIcalJs(text, 5)).toEqual(dates)
  expect(byNodeIcal(text, 5)).toEqual(dates)
})

test('one event has the rule, and its dates follow the clocks of the host, in two libraries', {
  tags: 'D-150'
}, async () => {
  const text = await read(`/series/${await weekly('Morning squats')}/calendar.ics`)
  // After 29 March the same time of day is an hour earlier in UTC.
  const dates = [0, 1, 2, 3, 4, 5].map(week => iso(FIRST + week * WEEK - (week > 3 ? HOUR : 0)))
  expect(byIcalJs(text, 6)).toEqual(dates)
  expect(byNodeIcal(text, 6)).toEqual(dates)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260303T190000')
})

test('a skipped date is missing, and a moved one is at its new time', { tags: 'D-150' }, async () => {
  const series = await weekly('Evening stretch')
  const [, second = '', third = ''] = await datesOf(series)
  await ada.call(cancelSession, { params: { event: second } })
  const moved = FIRST + 2 * WEEK + 3 * HOUR
  await ada.call(patchSession, {
    params: { event: third },
    body: { challenge: { started_at: iso(moved), title: 'Late stretch' } }
  })
  const text = await read(`/series/${series}/calendar.ics`)
  const dates = [FIRST, moved, FIRST + 3 * WEEK].map(iso)
  expect(byIcalJs(text, 3)).toEqual(dates)
  expect(byNodeIcal(text, 3)).toEqual(dates)
  expect(text).toContain('SUMMARY:Late stretch')
})

test('a regular’s own calendar has the series once, without the dates that they declined', {
  tags: 'D-150'
}, async () => {
  const series = await weekly('Circuit')
  await bob.call(comeEveryTime, { params: { series } })
  const [, second = ''] = await datesOf(series)
  await bob.call(leaveSession, { params: { event: second }, body: {} })
  const text = await feedOf(bob)
  expect(text.match(/^SUMMARY:Circuit/gm)).toHaveLength(1)
  expect(byIcalJs(text, 3)).toEqual([0, 2, 3].map(week => iso(FIRST + week * WEEK)))
  expect(byNodeIcal(text, 3)).toEqual([0, 2, 3].map(week => iso(FIRST + week * WEEK)))
})

test('a declined date and a return raise the number of the event, so that calendars read it again', {
  tags: 'D-150'
}, async () => {
  const series = await weekly('Stretch')
  await bob.call(comeEveryTime, { params: { series } })
  const [, second = ''] = await datesOf(series)
  const sequenceOf = async () => (await eventsOf(bob, 'Stretch'))[0]?.sequence ?? 0
  const numbers = [await sequenceOf()]
  for (const is_coming of [0, 1] as const) {
    await world.pass(60_000)
    if (is_coming === 0) await bob.call(answerSession, { params: { event: second }, body: { is_coming } })
    else await bob.call(joinSession, { params: { event: second }, body: {} })
    numbers.push(await sequenceOf())
  }
  expect(numbers).toEqual([numbers[0], Number(numbers[0]) + 60, Number(numbers[0]) + 120])
})

test('a new rule is one event, and a date beside it is an event of its own', { tags: 'D-150' }, async () => {
  const series = await weekly('Balance')
  await bob.call(comeEveryTime, { params: { series } })
  const [first = '', second = ''] = await datesOf(series)
  await ada.call(changeRule, { params: { event: first }, body: { repeats: 'weekly', every: 2 } })
  const mine = await eventsOf(bob, 'Balance')
  const single = mine.filter(one => !one.isRecurring()).map(one => one.startDate.toJSDate().toISOString())
  expect([mine.length - single.length, single.toSorted()]).toEqual([1, [iso(FIRST + WEEK), iso(FIRST + 3 * WEEK)]])
  expect(await feedOf(bob)).toContain(`/sessions/${second}`)
})

test('an ended series has no event of its own; the host’s calendar removes its dates', { tags: 'D-150' }, async () => {
  const series = await weekly('Short')
  await ada.call(endSeries, { params: { series } })
  await world.pass(60_000)
  expect((await world.visitor.request({ url: `/series/${series}/calendar.ics` })).statusCode).toBe(404)
  expect((await world.visitor.request({ url: '/series/nothing/calendar.ics' })).statusCode).toBe(404)
  const mine = new ICAL.Component(ICAL.parse(await feedOf(ada))).getAllSubcomponents('vevent')
  const short = mine.filter(one => one.getFirstPropertyValue('summary') === 'Short')
  expect(short.map(one => String(one.getFirstPropertyValue('status')))).toEqual(Array(4).fill('CANCELLED'))
})
