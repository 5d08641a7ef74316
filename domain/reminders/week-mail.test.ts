import { expect, test } from 'vitest'
import { newsSince, nextWeekMail } from './week-mail.ts'

test.each([
  ['on a Sunday evening', 'UTC', '2026-03-01T20:00:00Z', '2026-03-02T08:00:00.000Z'],
  ['at that moment', 'UTC', '2026-03-02T08:00:00Z', '2026-03-09T08:00:00.000Z'],
  ['just before it', 'UTC', '2026-03-02T07:59:59Z', '2026-03-02T08:00:00.000Z'],
  ['in a zone that is ahead', 'Pacific/Auckland', '2026-03-01T18:59:00Z', '2026-03-01T19:00:00.000Z'],
  ['across the change of the clocks', 'Europe/Berlin', '2026-03-23T07:00:00Z', '2026-03-30T06:00:00.000Z']
])('the weekly mail is due on the next Monday at 8:00, %s', { tags: 'D-162' }, (_, zone, after, expected) => {
  expect(new Date(nextWeekMail(zone, Date.parse(after))).toISOString()).toBe(expected)
})

test.each([
  ['2026-03-16T07:00:00Z', '2026-03-09T07:00:00.000Z'],
  ['2026-03-30T06:00:00Z', '2026-03-23T07:00:00.000Z'],
  ['2026-10-26T07:00:00Z', '2026-10-19T06:00:00.000Z']
])(
  'a mail of %s has the news since the one before it, also when the clocks change',
  { tags: 'D-162' },
  (due, since) => {
    expect(new Date(newsSince('Europe/Berlin', Date.parse(due))).toISOString()).toBe(since)
  }
)
