import { expect, test } from 'vitest'
import { plannedLength } from './length.ts'

test.each([
  [0, 3600],
  [60, 300],
  [780.2, 781],
  [8100, 8100],
  [9_999_999, 2_592_000]
])('D-132 a session of a plan of %d s lasts %i s unless told', (plan, length) => {
  expect(plannedLength(plan)).toBe(length)
})
