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

test('who comes back when they are told to is never too early', () => {
  for (let seconds = 1; seconds <= ALLOWANCES.groups.within; seconds++) {
    const [, number = '', unit = ''] = /(\d+) (second|minute|hour)s?\.$/.exec(tryAgainIn(seconds)) ?? []
    const told = Number(number) * ({ second: 1, minute: 60, hour: 3600 }[unit] ?? 0)
    if (told < seconds) throw new Error(`told ${told} s of ${seconds} s`)
  }
})
