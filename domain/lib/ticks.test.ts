import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksOf } from './ticks.ts'

test.each([
  [100, false, [0, 50, 100]],
  [12, false, [0, 5, 10, 15]],
  [1, false, [0, 0.5, 1]],
  [0.3, false, [0, 0.1, 0.2, 0.3]],
  [0, false, [0, 0.0005]],
  [36_000, true, [0, 18_000, 36_000]],
  [5400, true, [0, 3000, 6000]],
  [90, true, [0, 50, 100]]
])('the ticks up to %d (time: %s)', (most, isTime, expected) => {
  expect(ticksOf(most, isTime)).toEqual(expected)
})

test('there are three to five ticks, and only the last one reaches the maximum', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), fc.boolean(), (most, isTime) => {
      const ticks = ticksOf(most, isTime)
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-6))
      expect(ticks.at(-2)).toBeLessThan(most * (1 + 1e-6))
    }),
    { seed: 12, numRuns: 500 }
  )
})
