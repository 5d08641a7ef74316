import { expect, test } from 'vitest'
import { hasLink, isLinkOpen, isMailDue, type LinkKind, openSince } from './mail-link.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

test.each([
  ['just made', 0, true],
  ['within the hour', HOUR - 1, true],
  ['at the end of the hour', HOUR, false],
  ['a day later', 24 * HOUR, false]
])('a link that resets a password works for an hour: %s', { tags: 'D-30' }, (_, age, isOpen) => {
  expect(isLinkOpen('password reset', NOW, NOW + age)).toBe(isOpen)
})

test.each<[LinkKind, number]>([
  ['email change', 24 * HOUR],
  ['email changed', 7 * 24 * HOUR]
])('a link of the kind %s works for %d ms', (kind, lasts) => {
  expect([lasts - 1, lasts].map(age => isLinkOpen(kind, NOW, NOW + age))).toEqual([true, false])
})

test('a fourth mail with an open link is not sent, except the mail about a changed email', {
  tags: 'D-30'
}, () => {
  expect([2, 3].map(open => isMailDue('password reset', open))).toEqual([true, false])
  expect([2, 3].map(open => isMailDue('email change', open))).toEqual([true, false])
  expect(isMailDue('email changed', 30)).toBe(true)
})

test('a link works only when it was made after openSince', () => {
  const since = openSince('password reset', NOW)
  expect([since, since + 1].map(madeAt => isLinkOpen('password reset', madeAt, NOW))).toEqual([false, true])
})

test('only three kinds of mail contain a link that gives access', () => {
  expect(['password reset', 'password changed', 'purchase receipt', 'toString'].map(hasLink)).toEqual([
    true,
    false,
    false,
    false
  ])
})
