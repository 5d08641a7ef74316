import { expect, test } from 'vitest'
import { dayText, momentText } from './day-text.ts'

test.each([
  ['2026-03-02T18:05:00.000Z', 'UTC', '2 March 2026', '2 March 2026 at 18:05'],
  ['2026-03-02T18:05:00.000Z', 'Asia/Kathmandu', '2 March 2026', '2 March 2026 at 23:50'],
  ['2026-03-02T18:05:00.000Z', 'Pacific/Auckland', '3 March 2026', '3 March 2026 at 07:05'],
  // Midnight must be 00:00, not 24:00.
  ['2026-12-31T00:00:59.999Z', 'UTC', '31 December 2026', '31 December 2026 at 00:00'],
  ['2027-01-01T01:30:00+02:00', 'UTC', '31 December 2026', '31 December 2026 at 23:30']
])('%s in %s is %s, and with its time %s', (at, zone, day, moment) => {
  expect([dayText(at, zone), momentText(at, zone), dayText(Date.parse(at), zone)]).toEqual([day, moment, day])
})
