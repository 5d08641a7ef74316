import { expect, test } from 'vitest'
import { isConfirmed } from './passkey.ts'

const NOW = 1_800_000_000_000
const MINUTES = 15 * 60_000

test.each([
  ['never', null, false],
  ['just now', NOW, true],
  ['a little less than 15 minutes ago', NOW - MINUTES + 1, true],
  ['15 minutes ago', NOW - MINUTES, false]
])('D-31 a password that was given counts for 15 minutes: %s', (_, at, is) => {
  expect(isConfirmed(at, NOW)).toBe(is)
})
