import { expect, test } from 'vitest'
import { isRenewalDue, LOGIN_LASTS_MS, lastUse, loginEnd } from './login.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a login lasts 30 days after its last use', () => {
  expect(LOGIN_LASTS_MS).toBe(30 * DAY)
  expect(loginEnd(NOW)).toBe(NOW + 30 * DAY)
})

test.each([
  ['just made', 0, false],
  ['used within the hour', HOUR - 1, false],
  ['used an hour later', HOUR, true],
  ['used on its last day', 30 * DAY - 1, true]
])('a login is renewed once an hour: %s', (_, age, due) => {
  expect(isRenewalDue(loginEnd(NOW), NOW + age)).toBe(due)
})

test('the end of a login gives its last use', () => {
  expect(lastUse(loginEnd(NOW))).toBe(NOW)
})

test('a login that is used every day never ends', () => {
  let end = loginEnd(NOW)
  let renewals = 0
  for (let now = NOW; now < NOW + 400 * DAY; now += 20 * 60_000) {
    expect(now).toBeLessThan(end)
    if (!isRenewalDue(end, now)) continue
    end = loginEnd(now)
    renewals++
  }
  // One renewal per hour, although it is used every 20 minutes.
  expect(renewals).toBe(400 * 24 - 1)
})
