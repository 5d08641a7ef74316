import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { localTime, localTimeOf, PASSED, publishTime, SKIPPED, TOO_LATE } from './publish-at.ts'

const NOW = Date.parse('2026-01-31T12:00:00Z')
const BERLIN = 'Europe/Berlin'

test.each([
  ['in winter', '2026-02-01T18:30', BERLIN, '2026-02-01T17:30:00.000Z'],
  ['in summer', '2026-07-01T18:30', BERLIN, '2026-07-01T16:30:00.000Z'],
  ['just before the clocks go forward', '2026-03-29T01:59', BERLIN, '2026-03-29T00:59:00.000Z'],
  ['just after it', '2026-03-29T03:00', BERLIN, '2026-03-29T01:00:00.000Z'],
  ['that comes twice, the first time', '2026-10-25T02:30', BERLIN, '2026-10-25T00:30:00.000Z'],
  ['in New York', '2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['where clocks change by half an hour', '2026-10-04T02:30', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  ['a minute from now', '2026-01-31T13:01', BERLIN, '2026-01-31T12:01:00.000Z']
])('a text is published at a local time %s', (_, local, zone, expected) => {
  const at = publishTime(local, zone, NOW)
  expect(typeof at === 'number' && new Date(at).toISOString()).toBe(expected)
})

test.each([
  ['that the clocks skip', '2026-03-29T02:30', BERLIN, SKIPPED],
  ['that the clocks skip by half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', SKIPPED],
  ['that has passed', '2026-01-31T12:59', BERLIN, PASSED],
  ['that is now', '2026-01-31T13:00', BERLIN, PASSED],
  ['in three years', '2029-01-31T13:00', BERLIN, TOO_LATE]
])('a time %s is refused', (_, local, zone, problem) => {
  expect(publishTime(local, zone, NOW)).toEqual({ problem })
})

test.each(['2026-02-30T10:00', '2026-01-31', '2026-01-31T24:00', '2026-01-31T10:00:00Z', '', 5, null])(
  '%j is no local time',
  sent => {
    expect(z.safeParse(localTime, sent).success).toBe(false)
  }
)

test('an accepted time shows again as it was typed', () => {
  const property = fc.property(
    fc.integer({ min: NOW + 60_000, max: NOW + 700 * 86_400_000 }),
    fc.constantFrom(BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
    (at, zone) => {
      const local = localTimeOf(at, zone)
      const found = publishTime(local, zone, NOW)
      if (typeof found === 'number') expect(localTimeOf(found, zone)).toBe(local)
    }
  )
  fc.assert(property, { seed: 71, numRuns: 300 })
})
