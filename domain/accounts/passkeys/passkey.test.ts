import { expect, test } from 'vitest'
import { allowsPasskeys, isConfirmed, nameOfPasskey } from './passkey.ts'

const NOW = 1_800_000_000_000
const MINUTES = 15 * 60_000

test.each([
  ['never', null, false],
  ['just now', NOW, true],
  ['a little less than 15 minutes ago', NOW - MINUTES + 1, true],
  ['15 minutes ago', NOW - MINUTES, false]
])('a confirmed password counts for 15 minutes: %s', { tags: 'D-31' }, (_, at, is) => {
  expect(isConfirmed(at, NOW)).toBe(is)
})

test.each([
  ['after its device', [], 'Firefox on Linux'],
  ['with a number when the name is taken', ['Firefox on Linux', 'Safari on Mac'], 'Firefox on Linux (2)'],
  [
    'with the first free number',
    ['Firefox on Linux', 'Firefox on Linux (3)', 'Firefox on Linux (2)'],
    'Firefox on Linux (4)'
  ],
  ['after its device when the other passkey was renamed', ['The old laptop'], 'Firefox on Linux']
])('a new passkey is named %s', (_, taken, name) => {
  expect(nameOfPasskey('Firefox on Linux', taken)).toBe(name)
})

test.each([
  ['https://hut.example.org', true],
  ['http://localhost:3000', true],
  ['http://hut.example.org', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.1', false],
  ['https://[2001:db8::a]', false]
])('passkeys work at %s: %s', (address, isAllowed) => {
  expect(allowsPasskeys(new URL(address))).toBe(isAllowed)
})
