import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slicesOf } from './slices.ts'

const FROM = Date.parse('2026-11-23T10:00:00Z')

test.each([
  ['no time', 0, { seconds: 60, count: 1 }],
  ['half a minute', 30, { seconds: 60, count: 1 }],
  ['half an hour', 1800, { seconds: 60, count: 30 }],
  ['half an hour and a second', 1801, { seconds: 120, count: 16 }],
  ['two hours', 7200, { seconds: 300, count: 24 }],
  ['a day', 86_400, { seconds: 3600, count: 24 }],
  ['30 days', 30 * 86_400, { seconds: 86_400, count: 30 }],
  ['61 days', 61 * 86_400, { seconds: 3 * 86_400, count: 21 }],
  ['an end before the start', -60, { seconds: 60, count: 1 }]
])('the slices of %s', (_, seconds, expected) => {
  expect(slicesOf(FROM, FROM + seconds * 1000)).toEqual(expected)
})

test('the slices cover the whole time, and the last one is not empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), length => {
      const { seconds, count } = slicesOf(FROM, FROM + length * 1000)
      expect(count).toBeLessThanOrEqual(30)
      expect(seconds * count).toBeGreaterThanOrEqual(length)
      expect(seconds * (count - 1)).toBeLessThan(length)
    }),
    { seed: 30, numRuns: 200 }
  )
})

test.each([
  [60, 60],
  [1800, 60],
  [3601, 300],
  [30 * 600, 600],
  [30 * 900 + 1, 1800],
  [30 * 43_200, 43_200],
  [30 * 43_200 + 1, 86_400]
])('%i seconds are divided into slices of %i seconds', (length, seconds) => {
  expect(slicesOf(FROM, FROM + length * 1000).seconds).toBe(seconds)
})
