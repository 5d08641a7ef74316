import { expect, test } from 'vitest'
import { cutOffText, LONGEST, lengthError, plannedLength, SHORTEST } from './length.ts'

test.each([
  [0, 3600],
  [60, 300],
  [780.2, 781],
  [8100, 8100],
  [9_999_999, 2_592_000]
])('a session with a plan of %d s lasts %i s by default', { tags: 'D-132' }, (plan, length) => {
  expect(plannedLength(plan)).toBe(length)
})

test.each([
  [SHORTEST - 1, false],
  [SHORTEST, true],
  [SHORTEST + 0.5, false],
  [3600, true],
  [LONGEST, true],
  [LONGEST + 1, false],
  [-300, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false]
])('a length of %d s is valid: %s', { tags: ['SES-002', 'SES-003', 'D-84'] }, (duration, fits) => {
  expect(lengthError(duration)).toBe(fits ? null : 'The session must last between 5 minutes and 1 month.')
})

test('a plan of more than 30 days gives a warning', { tags: ['D-84', 'D-132'] }, () => {
  expect(cutOffText(LONGEST)).toBeNull()
  expect(cutOffText(35 * 86_400)).toBe(
    'The plan lasts 35 days. A session lasts at most 30 days, so it ends before the plan does.'
  )
})

test('the planned length of any plan is valid', { tags: ['D-132', 'D-84'] }, () => {
  for (const plan of [-5, 0, 0.1, 299.9, 300, 2_592_000, 2_592_001, 1e12]) {
    expect(lengthError(plannedLength(plan))).toBeNull()
  }
})
