/** Goals and programmes in calendars, by choice, read by two libraries that did not write them. */
import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCalendarFeed, makeCalendarFeed, updateCalendarFeed } from '../../domain/calendar/api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { completeGoal, newGoal, pauseGoal, storeGoal } from '../../domain/goals/api.ts'
import { goAway } from '../../domain/goals/away-api.ts'
import { addDays } from '../../domain/lib/day.ts'
import { followProgramme, tickUnit } from '../../domain/programmes/api.ts'
import { setGoalReminder } from '../../domain/reminders/goal-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

const today = () => new Date(world.clock.now()).toISOString().slice(0, 10)

async function subscribed(name: string, choice: { has_goals?: 0 | 1; has_programmes?: 0 | 1 }, time_zone = 'UTC') {
  const person = await world.as(name)
  await person.call(updateDays, { body: { time_zone } })
  const { feed } = await person.call(makeCalendarFeed)
  await person.call(updateCalendarFeed, { body: choice })
  const read = async (): Promise<string> => {
    const { statusCode, body } = await world.visitor.request({ url: feed ?? '' })
    expect(statusCode).toBe(200)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    return body
  }
  return { person, read }
}

async function reminded(person: Caller, title: string, body: { at: string; weekdays?: number[] }, task: object = {}) {
  const tasks = [{ ...newGoal(randomUUID()), title, repeats: { every: 'day' as const, weekdays: [] }, ...task }]
  const { goal } = await person.call(storeGoal, { body: { challenge: { tasks } } })
  const params = { goal: String(goal.id) }
  await person.call(setGoalReminder, { params, body })
  return params
}

/** The first dates of the event that repeats, as both libraries read them. */
function datesIn(text: string, most: number): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
  const iterator = events.find(event => event.isRecurring())?.iterator()
  const dates = Array.from({ length: most }, () => iterator?.next()?.toJSDate().toISOString()).filter(
    date => date !== undefined
  )
  const [event] = Object.values(nodeIcal.sync.parseICS(text)).filter(one => one?.type === 'VEVENT' && one.rrule)
  const until = new Date((dates.at(-1) ? Date.parse(dates.at(-1) ?? '') : 0) + 1)
  const others =
    event?.type === 'VEVENT'
      ? nodeIcal.expandRecurringEvent(event, { from: event.start, to: until }).map(({ start }) => start.toISOString())
      : []
  expect(others).toEqual(dates)
  return dates
}

test('a calendar has neither goals nor programmes until they are chosen', async () => {
  const { person, read } = await subscribed('ada', {})
  await reminded(person, 'Read', { at: '20:00' })
  await person.call(followProgramme, { params: { programme: 'couch-to-5k' }, body: {} })
  expect(await read()).not.toContain('BEGIN:VEVENT')
  const { feed } = await person.call(getCalendarFeed)
  expect(await person.call(updateCalendarFeed, { body: { has_goals: 1 } })).toEqual({
    feed,
    has_goals: 1,
    has_programmes: 0
  })
  expect(await read()).toContain('SUMMARY:Read')
  expect(await read()).not.toContain('Couch to 5k')
  await person.call(updateCalendarFeed, { body: { has_goals: 0, has_programmes: 1 } })
  expect(await read()).not.toContain('SUMMARY:Read')
  // A new address keeps the choice.
  expect(await person.call(makeCalendarFeed)).toMatchObject({ has_goals: 0, has_programmes: 1 })
  expect((await (await world.as('joan')).refused(updateCalendarFeed, { body: { has_goals: 1 } })).status).toBe(404)
})

test('a reminder repeats at its local time over both changes of the clocks', async () => {
  const { person, read } = await subscribed('grace', { has_goals: 1 }, 'Europe/Berlin')
  await reminded(person, 'Stretch', { at: '19:30', weekdays: [2, 5] })
  const dates = datesIn(await read(), 110)
  expect(dates).toHaveLength(110)
  const berlin = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit'
  })
  expect(new Set(dates.map(date => berlin.format(new Date(date))))).toEqual(new Set(['Tue 19:30', 'Fri 19:30']))
  expect(new Set(dates.map(date => date.slice(11, 16)))).toEqual(new Set(['17:30', '18:30']))
})

test('a reminder stays away while its person is away, and ends with its goal', async () => {
  const { person, read } = await subscribed('mary', { has_goals: 1 })
  const ended_at = new Date(world.clock.now() + 9 * DAY).toISOString()
  const params = await reminded(person, 'Write', { at: '21:59' }, { ended_at })
  const [first, last] = [today(), addDays(today(), 8)]
  expect(datesIn(await read(), 99).map(date => date.slice(0, 10))).toEqual(expect.arrayContaining([first, last]))
  await person.call(goAway, { body: { back_on: addDays(today(), 4) } })
  expect(datesIn(await read(), 99).map(date => date.slice(0, 10))).toEqual(
    [4, 5, 6, 7, 8].map(at => addDays(first, at))
  )
  await person.call(completeGoal, { params })
  expect(await read()).not.toContain('BEGIN:VEVENT')
})

test('a goal that is paused without an end has no more reminders', async () => {
  const { person, read } = await subscribed('vera', { has_goals: 1 })
  const params = await reminded(person, 'Draw', { at: '20:00' })
  await person.call(pauseGoal, { params })
  expect(await read()).not.toContain('BEGIN:VEVENT')
})

test('the units of a programme are whole days, and move with what was done', { tags: 'D-143' }, async () => {
  const { person, read } = await subscribed('rosa', { has_programmes: 1 }, 'America/New_York')
  const { path } = await person.call(followProgramme, { params: { programme: 'couch-to-5k' }, body: {} })
  const follow = path.split('/').at(-1) ?? ''
  const daysIn = (text: string): [string, string][] => {
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(one => new ICAL.Event(one))
    const days = events.map(({ summary, startDate }): [string, string] => [String(summary), startDate.toString()])
    const others = Object.values(nodeIcal.sync.parseICS(text)).flatMap(one =>
      one?.type === 'VEVENT' ? [[String(one.summary), one.datetype]] : []
    )
    expect(others).toEqual(days.map(([summary]) => [summary, 'date']))
    return days.sort(([, one], [, other]) => (one < other ? -1 : 1))
  }
  const start = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(world.clock.now())
  const planned = daysIn(await read())
  expect(planned).toHaveLength(27)
  expect(planned.slice(0, 4)).toEqual([
    ['Run 1 · Couch to 5k', start],
    ['Run 2 · Couch to 5k', addDays(start, 2)],
    ['Run 3 · Couch to 5k', addDays(start, 4)],
    ['Run 1 · Couch to 5k', addDays(start, 7)]
  ])
  await world.pass(3 * DAY)
  await person.call(tickUnit, { params: { follow }, body: { week: 0, unit: 0, done: 1 } })
  expect(daysIn(await read()).slice(0, 3)).toEqual([
    ['Run 1 · Couch to 5k', addDays(start, 3)],
    ['Run 2 · Couch to 5k', addDays(start, 4)],
    ['Run 3 · Couch to 5k', addDays(start, 5)]
  ])
})
