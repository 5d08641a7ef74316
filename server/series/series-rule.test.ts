import { expect, test } from 'vitest'
import { ruleFrom } from '../../domain/sessions/repeats.ts'
import { countBefore, datesAfter } from './series-rule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TUESDAY_AND_THURSDAY = [2, 4]

/** A year has both changes of the clocks. In Sydney they go the other way. */
test.each([
  ['Europe/Berlin', Date.UTC(2026, 2, 3, 18)],
  ['America/New_York', Date.UTC(2026, 2, 4, 0)],
  ['Australia/Sydney', Date.UTC(2026, 2, 3, 8)]
])('a year of Tuesdays and Thursdays in %s keeps its time of day', { tags: 'D-150' }, (zone, startsAt) => {
  const rule = ruleFrom({ repeats: 'weekly', weekdays: TUESDAY_AND_THURSDAY }, startsAt, zone)
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit'
  })
  const times: string[] = []
  const gaps = new Set<number>()
  let last = startsAt
  for (const at of datesAfter(rule, startsAt)) {
    if (times.length === 103) break
    times.push(local.format(at))
    gaps.add((at - last) / HOUR)
    last = at
  }
  expect(times).toEqual(times.map((_, index) => (index % 2 === 0 ? 'Thu 19:00' : 'Tue 19:00')))
  // Two days, five days, and five days with an hour more or less.
  expect([...gaps].toSorted((a, b) => a - b)).toEqual([48, 119, 120, 121])
})

test('every second week has both weekdays, also when the first date is the later one', { tags: 'D-150' }, () => {
  const thursday = Date.UTC(2026, 2, 5, 18)
  const rule = ruleFrom({ repeats: 'weekly', every: 2, weekdays: TUESDAY_AND_THURSDAY }, thursday, 'Europe/Berlin')
  const dates = datesAfter(rule, thursday)
  const days = Array.from({ length: 4 }, () => ((dates.next().value ?? 0) - thursday) / DAY)
  // The clocks change before the last two.
  expect(days).toEqual([12, 14, 26 - 1 / 24, 28 - 1 / 24])
})

test.each([
  ['in the first repeated hour', 'Europe/Berlin', Date.UTC(2026, 9, 25, 0, 30)],
  ['in the second repeated hour', 'Europe/Berlin', Date.UTC(2026, 9, 25, 1, 30)],
  ['at the change itself', 'Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
  ['before a night with the repeated hour', 'Europe/Berlin', Date.UTC(2026, 9, 24, 0, 30)],
  ['before a night without its hour', 'Europe/Berlin', Date.UTC(2026, 2, 27, 1, 30)],
  ['in the second repeated hour', 'America/New_York', Date.UTC(2026, 10, 1, 6, 30)],
  ['in the second repeated half hour', 'Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15, 15)],
  ['before a night without its half hour', 'Australia/Lord_Howe', Date.UTC(2026, 9, 2, 15, 45)],
  ['at a part of a second', 'Europe/Berlin', Date.UTC(2026, 2, 3, 18, 0, 0, 123)]
])(
  'as many dates are before a date as the rule gives, with the first %s in %s',
  { tags: 'D-150' },
  (_, zone, first) => {
    for (const repeats of ['daily', 'weekly', 'monthly_day', 'monthly_weekday'] as const) {
      const rule = ruleFrom({ repeats, count: 6 }, first, zone)
      const dates = [first, ...datesAfter(rule, first)]
      expect([repeats, dates.length]).toEqual([repeats, 6])
      expect([repeats, dates.map(at => countBefore(rule, at))]).toEqual([repeats, [0, 1, 2, 3, 4, 5]])
    }
  }
)
