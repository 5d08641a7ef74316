import { expect, test } from 'vitest'
import { ALLOWANCES, tryAgainIn } from './limits.ts'

test.each([
  [1, 'Please try again in 1 second.'],
  [2, 'Please try again in 2 seconds.'],
  [119, 'Please try again in 119 seconds.'],
  [120, 'Please try again in 2 minutes.'],
  [121, 'Please try again in 3 minutes.'],
  [7140, 'Please try again in 119 minutes.'],
  [7141, 'Please try again in 2 hours.'],
  [86_400, 'Please try again in 24 hours.']
])('after %s s: %s', (seconds, text) => {
  expect(tryAgainIn(seconds)).toBe(text)
})

test('tryAgainIn never names too short a time', () => {
  for (let seconds = 1; seconds <= ALLOWANCES.groups.within; seconds++) {
    const [, number = '', unit = ''] = /(\d+) (second|minute|hour)s?\.$/.exec(tryAgainIn(seconds)) ?? []
    const named = Number(number) * ({ second: 1, minute: 60, hour: 3600 }[unit] ?? 0)
    if (named < seconds) throw new Error(`tryAgainIn named ${named} s for ${seconds} s`)
  }
})
