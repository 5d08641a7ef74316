import { expect, test } from 'vitest'
import { UTC } from '../lib/day.ts'
import { dayPlace, daysIn, MOST_NAMED, planDays, roomStreak, type Today, withLogged } from './days.ts'

const at = (text: string): number => Date.parse(text)
const DAY = 86_400_000
const START = at('2026-03-01T12:00:00Z')
const month = { startsAt: START, endsAt: START + 30 * DAY }

test.each([
  ['an hour', 3_600_000, null],
  ['two days', 2 * DAY, null],
  ['three days', 3 * DAY, 3],
  ['three days, one of 23 hours', 3 * DAY - 3_600_000, 3],
  ['a week', 7 * DAY, 7],
  ['a month', 30 * DAY, 30]
])('a session of %s has days from three days on', { tags: 'SES-059' }, (_, length, days) => {
  expect(daysIn({ startsAt: START, endsAt: START + length })).toBe(days)
})

test('a session without a start or end is not counted in days', { tags: 'D-122' }, () => {
  expect(daysIn({ startsAt: START, endsAt: null })).toBeNull()
  expect(dayPlace({ startsAt: null, endsAt: null }, START)).toBeNull()
})

test.each([
  ['its start', START, 1],
  ['just before midnight', at('2026-03-01T23:59:59Z'), 1],
  ['after midnight', at('2026-03-02T00:00:00Z'), 2],
  ['the 12th date', at('2026-03-12T08:00:00Z'), 12],
  ['the 31st date, which belongs to the last day', at('2026-03-31T08:00:00Z'), 30],
  ['a time just before its start', START - 5000, 1]
])('the number of the day at %s', { tags: 'D-128' }, (_, now, number) => {
  expect(dayPlace(month, now)).toMatchObject({ number, of: 30 })
})

test.each([
  ['Pacific/Auckland', 0, 1, '2026-03-02'],
  ['Pacific/Auckland', 4, 1, '2026-03-01'],
  ['America/Los_Angeles', 0, 1, '2026-03-01'],
  ['Europe/Berlin', 4, 1, '2026-03-01']
])('days are counted in the zone %s from %i o’clock', { tags: 'D-128' }, (time_zone, day_start, number, day) => {
  expect(dayPlace(month, START, { time_zone, day_start })).toEqual({ number, of: 30, day })
})

test('a day starts at the hour of the person', { tags: 'D-128' }, () => {
  const night = at('2026-03-02T02:30:00Z')
  expect(dayPlace(month, night, UTC)?.number).toBe(2)
  expect(dayPlace(month, night, { time_zone: 'UTC', day_start: 4 })?.number).toBe(1)
})

test('planDays marks today, past days, and days with logs', () => {
  const place = dayPlace({ startsAt: START, endsAt: START + 4 * DAY }, START + DAY)
  if (!place) throw new Error('dayPlace returned null')
  const days = planDays(place, { days: ['2026-03-01', '2026-03-02'], my_days: ['2026-03-02'] })
  expect(days.map(one => [one.day, one.isOver, one.isToday, one.isActive, one.isMine])).toEqual([
    ['2026-03-01', true, false, true, false],
    ['2026-03-02', false, true, true, true],
    ['2026-03-03', false, false, false, false],
    ['2026-03-04', false, false, false, false]
  ])
})

test.each([
  ['no logs', [], 0],
  ['today', ['2026-03-05'], 1],
  ['until yesterday', ['2026-03-03', '2026-03-04'], 2],
  ['until the day before yesterday', ['2026-03-02', '2026-03-03'], 0],
  ['with a gap', ['2026-03-01', '2026-03-04', '2026-03-05'], 2],
  ['also for tomorrow, from beyond the date line', ['2026-03-04', '2026-03-05', '2026-03-06'], 2]
])('the streak of a session: %s', (_, days, streak) => {
  expect(roomStreak(days, '2026-03-05')).toBe(streak)
})

const none: Today = { day: '2026-03-05', done_by: ['ada'], done_count: 1, days: [], my_days: [], my_tasks: [] }
const log = { username: 'grace', day: '2026-03-05', task_uuid: 'read' }

test('withLogged adds a person once, and my goals only for my own logs', () => {
  const once = withLogged(none, log, 'ada')
  expect(once).toEqual({ ...none, done_by: ['ada', 'grace'], done_count: 2, days: ['2026-03-05'] })
  expect(withLogged(once, log, 'ada')).toEqual(once)
  expect(withLogged(none, log, 'grace')).toMatchObject({ my_days: ['2026-03-05'], my_tasks: ['read'] })
})

test('a log for another day counts for that day', () => {
  const late = { ...log, day: '2026-03-04' }
  expect(withLogged(none, late, 'grace')).toEqual({ ...none, days: ['2026-03-04'], my_days: ['2026-03-04'] })
})

test('up to the limit of names, the next person is counted once', () => {
  const names = Array.from({ length: MOST_NAMED - 1 }, (_, index) => `person-${index}`)
  const crowd = { ...none, done_by: names, done_count: names.length }
  const next = withLogged(crowd, log, 'ada')
  expect(next.done_count).toBe(MOST_NAMED)
  expect(withLogged(next, log, 'ada').done_count).toBe(MOST_NAMED)
})

test('beyond the limit of names, events do not change the count', () => {
  const crowd = { ...none, done_count: 2 * MOST_NAMED }
  expect(withLogged(crowd, log, 'ada').done_count).toBe(2 * MOST_NAMED)
})

test('a session with an end and no known start is not counted in days', { tags: 'D-122' }, () => {
  expect(daysIn({ startsAt: null, endsAt: START })).toBeNull()
})

const before: Today = {
  ...{ day: '2026-03-02', done_by: [], done_count: MOST_NAMED - 1, my_tasks: [] },
  ...{ days: ['2026-03-02'], my_days: ['2026-03-02'] }
}

test('a log of an earlier day is put into its place', () => {
  const next = withLogged(before, { username: 'ada', day: '2026-03-01', task_uuid: null }, 'ada')
  expect([next.days, next.my_days]).toEqual([
    ['2026-03-01', '2026-03-02'],
    ['2026-03-01', '2026-03-02']
  ])
})

test('live logs count people up to the number that the page names', () => {
  const log = { username: 'ada', day: '2026-03-02', task_uuid: null }
  const last = withLogged(before, log, 'bob')
  expect([last.done_count, last.done_by]).toEqual([MOST_NAMED, ['ada']])
  expect(withLogged(last, { ...log, username: 'eve' }, 'bob')).toMatchObject({
    done_count: MOST_NAMED,
    done_by: ['ada']
  })
})
