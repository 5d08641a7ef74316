import { expect, test } from 'vitest'
import { FIRST_DAY, type FirstDayKey, firstDayText, lowerLimitsEnd, noLinksText } from './first-day.ts'

const HOUR = 3_600_000
const NOW = 100 * 24 * HOUR
const account = (age: number, is_unconfirmed = false) => ({ registered: new Date(NOW - age), is_unconfirmed })

test.each([
  ['a new account', account(0), false, NOW + 24 * HOUR],
  ['an account in the last moment of its first day', account(24 * HOUR - 1), false, NOW + 1],
  ['an account that is a day old', account(24 * HOUR), false, null],
  ['an old account without a confirmed email', account(99 * HOUR, true), false, Number.POSITIVE_INFINITY],
  ['a new moderator', account(0, true), true, null]
])('the lower limits of %s end in time', (_, person, isStaff, end) => {
  expect(lowerLimitsEnd(person, isStaff, NOW)).toBe(end)
})

test.each(Object.keys(FIRST_DAY) as FirstDayKey[])(
  'the limit of %s is one sentence, and one says when it ends',
  key => {
    expect(firstDayText(key, NOW + 5 * HOUR, NOW)).toMatch(/^New accounts can [^.]+\. Please try again in 5 hours\.$/)
  }
)

test('a refused link says from when on links are allowed', () => {
  expect(noLinksText(NOW + 5 * HOUR, NOW)).toBe('New accounts can’t send links. You can in 5 hours.')
  expect(noLinksText(Number.POSITIVE_INFINITY, NOW)).toBe(
    'New accounts can’t send links. You can once you’ve confirmed your email.'
  )
})
