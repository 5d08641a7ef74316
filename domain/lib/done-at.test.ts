import { expect, test } from 'vitest'
import { boundDoneAt, readDoneAt } from './done-at.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 4, 2, 0, 10)

test.each([
  ['now is kept', NOW, NOW - HOUR, NOW],
  ['20 minutes ago, before midnight, is kept', NOW - 20 * 60_000, NOW - HOUR, NOW - 20 * 60_000],
  ['a clock that is ahead counts as now', NOW + 1, NOW - HOUR, NOW],
  ['far in the future counts as now', NOW + 400 * 24 * HOUR, NOW - HOUR, NOW],
  ['before the login, within a day, is kept', NOW - 10 * HOUR, NOW, NOW - 10 * HOUR],
  ['exactly a day before the login is kept', NOW - 24 * HOUR, NOW, NOW - 24 * HOUR],
  ['earlier than that counts as a day before the login', NOW - 24 * HOUR - 1, NOW, NOW - 24 * HOUR],
  ['a week ago is kept when the login is older', NOW - 7 * 24 * HOUR, NOW - 20 * 24 * HOUR, NOW - 7 * 24 * HOUR],
  ['1970 counts as a day before the login', 0, NOW - HOUR, NOW - 25 * HOUR]
])('%s', { tags: 'D-82' }, (_, sent, loginStart, expected) => {
  expect(boundDoneAt(sent, NOW, loginStart)).toBe(expected)
})

test('bounding a time twice is the same as once', { tags: 'D-82' }, () => {
  for (const sent of [0, NOW - 30 * HOUR, NOW - HOUR, NOW, NOW + HOUR]) {
    const once = boundDoneAt(sent, NOW, NOW - HOUR)
    expect(boundDoneAt(once, NOW, NOW - HOUR)).toBe(once)
  }
})

test.each([
  ['2026-05-01T23:50:00.000Z', Date.UTC(2026, 4, 1, 23, 50)],
  ['2026-05-01T23:50:00Z', Date.UTC(2026, 4, 1, 23, 50)],
  ['2026-05-02T01:50:00+02:00', Date.UTC(2026, 4, 1, 23, 50)],
  ['2026-05-01', null],
  ['2026-05-01T23:50:00', null],
  ['2026-13-01T00:00:00Z', null],
  ['1746143400000', null],
  ['yesterday', null],
  ['', null]
])('readDoneAt accepts ISO 8601 with an offset only: "%s"', { tags: 'D-82' }, (text, expected) => {
  expect(readDoneAt(text)).toBe(expected)
})
