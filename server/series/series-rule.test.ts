import { expect, test } from 'vitest'
import { ruleFrom } from '../../domain/sessions/repeats.ts'
import { datesAfter } from './series-rule.ts'

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
