import { expect, test } from 'vitest'
import { isRenewalDue, LOGIN_LASTS_MS, loginEnd } from './login.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000

test('a login lasts 30 days after its last use', () => {
  expect(LOGIN_LASTS_MS).toBe(30 * DAY)
  expect(loginEnd(NOW)).toBe(NOW + 30 * DAY)
})

test.each([
  ['just made', 0, false],
  ['used within the day', DAY - 1, false],
  ['used a day later', DAY, true],
  ['used on its last day', 30 * DAY - 1, true]
])('a login is renewed once a day: %s', (_, age, due) => {
  expect(isRenewalDue(loginEnd(NOW), NOW + age)).toBe(due)
})
