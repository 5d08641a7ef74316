/** Quiet hours across midnight and across clock changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { quietHours } from './fields.ts'
import { isQuiet, type QuietHours, quietEnd } from './quiet.ts'

const MINUTE = 60_000
const NIGHT: QuietHours = { from: '22:00', until: '07:00' }
const NOON: QuietHours = { from: '12:00', until: '13:30' }
const utc = (text: string): number => Date.parse(text)
const iso = (at: number): string => new Date(at).toISOString()

test.each([
  [NIGHT, 'UTC', '2026-03-02T21:59:59.999Z', false],
  [NIGHT, 'UTC', '2026-03-02T22:00:00Z', true],
  [NIGHT, 'UTC', '2026-03-03T00:00:00Z', true],
  [NIGHT, 'UTC', '2026-03-03T06:59:59.999Z', true],
  [NIGHT, 'UTC', '2026-03-03T07:00:00Z', false],
  [NIGHT, 'Asia/Kathmandu', '2026-03-02T16:15:00Z', true],
  [NIGHT, 'Asia/Kathmandu', '2026-03-02T16:14:59Z', false],
  [NOON, 'UTC', '2026-03-02T11:59:59Z', false],
  [NOON, 'UTC', '2026-03-02T12:00:00Z', true],
  [NOON, 'UTC', '2026-03-02T13:30:00Z', false],
  // The clock shows this hour twice, so it is quiet twice.
  [{ from: '02:00', until: '02:30' }, 'Europe/Berlin', '2026-10-25T00:10:00Z', true],
  [{ from: '02:00', until: '02:30' }, 'Europe/Berlin', '2026-10-25T00:40:00Z', false],
  [{ from: '02:00', until: '02:30' }, 'Europe/Berlin', '2026-10-25T01:10:00Z', true],
  // The clock skips this hour, so it is never quiet.
  [{ from: '02:00', until: '02:30' }, 'Europe/Berlin', '2026-03-29T01:00:00Z', false]
] as const)('%j in %s is quiet at %s: %s', (quiet, zone, at, expected) => {
  expect(isQuiet(utc(at), quiet, zone)).toBe(expected)
})

test.each([
  ['outside of quiet hours it is at once', NIGHT, 'UTC', '2026-03-02T12:00:00Z', '2026-03-02T12:00:00Z'],
  ['before midnight quiet hours end tomorrow', NIGHT, 'UTC', '2026-03-02T22:30:00Z', '2026-03-03T07:00:00Z'],
  ['after midnight quiet hours end today', NIGHT, 'UTC', '2026-03-03T01:30:15Z', '2026-03-03T07:00:00Z'],
  ['the night of spring is an hour shorter', NIGHT, 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00Z'],
  ['the night of autumn is an hour longer', NIGHT, 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00Z'],
  [
    'an end that the clock skips is the moment of the clock change',
    { from: '23:00', until: '02:30' },
    'Europe/Berlin',
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:00:00Z'
  ],
  [
    'an end that the clock shows twice is the first one',
    { from: '23:00', until: '02:30' },
    'Europe/Berlin',
    '2026-10-24T23:30:00Z',
    '2026-10-25T00:30:00Z'
  ],
  [
    'in the repeated hour it is the second end',
    { from: '23:00', until: '02:30' },
    'Europe/Berlin',
    '2026-10-25T01:05:00Z',
    '2026-10-25T01:30:00Z'
  ]
] as const)('%s', (_, quiet, zone, at, expected) => {
  expect(iso(quietEnd(utc(at), quiet, zone))).toBe(iso(utc(expected)))
})

test('without quiet hours quietEnd returns the same instant', () => {
  expect(quietEnd(5, null, 'Europe/Berlin')).toBe(5)
})

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']
const CHANGES = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-06-15']
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))

test('quietEnd returns the first minute that is not quiet', () => {
  const near = fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -36 * 60, max: 36 * 60 }))
    .map(([day, minutes]) => utc(`${day}T00:00:00Z`) + minutes * MINUTE)
  const property = fc.property(near, time, time, fc.constantFrom(...ZONES), (at, from, until, zone) => {
    fc.pre(from !== until)
    const quiet = { from, until }
    let first = at
    while (isQuiet(first, quiet, zone)) first += MINUTE
    expect(quietEnd(at, quiet, zone)).toBe(first)
  })
  fc.assert(property, { seed: 38, numRuns: 150 })
})

test.each([
  [{ from: '22:00', until: '22:00' }, 'until'],
  [{ from: '24:00', until: '07:00' }, 'from'],
  [{ from: '22:00', until: '7:00' }, 'until'],
  [{ from: 22, until: '07:00' }, 'from']
])('%j is refused with the field %s', (sent, field) => {
  const { error } = z.safeParse(quietHours, sent)
  expect(error?.issues[0]?.path).toEqual([field])
})
