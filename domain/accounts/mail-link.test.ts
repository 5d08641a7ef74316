import { expect, test } from 'vitest'
import { hasLink, isLinkOpen, openSince } from './mail-link.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

test.each([
  ['just made', 0, true],
  ['within the hour', HOUR - 1, true],
  ['at the end of the hour', HOUR, false],
  ['a day later', 24 * HOUR, false]
])('D-30 a link that resets a password works for an hour: %s', (_, age, isOpen) => {
  expect(isLinkOpen('password reset', NOW, NOW + age)).toBe(isOpen)
})

test('a link that is open was made since', () => {
  const since = openSince('password reset', NOW)
  expect([since, since + 1].map(madeAt => isLinkOpen('password reset', madeAt, NOW))).toEqual([false, true])
})

test('only mails that let their reader do something have such a link', () => {
  expect(['password reset', 'password changed', 'purchase receipt', 'toString'].map(hasLink)).toEqual([
    true,
    false,
    false,
    false
  ])
})
