import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, weekdayOf } from '../lib/day.ts'
import { daySlices, zoneSentence } from './over-time.ts'

test.each([
  ['2026-11-17', { from: '2026-11-17', days: 1, count: 7 }],
  ['2026-11-23', { from: '2026-11-17', days: 1, count: 7 }],
  ['2026-10-24', { from: '2026-10-24', days: 1, count: 31 }],
  // A Friday: its week begins on Monday 19 October.
  ['2026-10-23', { from: '2026-10-19', days: 7, count: 6 }],
  ['2025-11-24', { from: '2025-11-24', days: 7, count: 53 }],
  ['2020-01-01', { from: '2025-11-24', days: 7, count: 53 }],
  // A first day after today still gives the last seven days.
  ['2026-11-24', { from: '2026-11-17', days: 1, count: 7 }]
] as const)('the slices since %s: days up to a month, weeks beyond that', (first, slices) => {
  expect(daySlices(first, '2026-11-23')).toEqual(slices)
})

test('the last slice contains today, and weeks begin on Mondays', () => {
  fc.assert(
    fc.property(fc.nat(4000), fc.nat(2000), (start, length) => {
      const first = addDays('2015-01-01', start)
      const today = addDays(first, length)
      const { from, days, count } = daySlices(first, today)
      const last = addDays(from, (count - 1) * days)
      expect(last <= today && daysBetween(last, today) < days).toBe(true)
      expect(days === 1 ? from === (length < 6 ? addDays(today, -6) : first) : weekdayOf(from) === 1).toBe(true)
      expect(count).toBeLessThanOrEqual(53)
    }),
    { seed: 35, numRuns: 200 }
  )
})

test('zoneSentence names the zone', () => {
  expect(zoneSentence('Europe/Berlin')).toBe('Days are counted in Europe/Berlin time.')
})
