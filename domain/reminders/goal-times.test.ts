import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, clockAt, dayOf, weekdayOf } from '../lib/day.ts'
import { isAtNight, laterThan, nextReminder, remindsUntil } from './goal-times.ts'

const BERLIN = { time_zone: 'Europe/Berlin', day_start: 0 }
const at = (text: string): number => Date.parse(text)
const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16)
const daily = (clock: string, weekdays: number[] = []) => ({ at: clock, weekdays })

describe('the next time', () => {
  test.each([
    ['later today', daily('20:00'), '2026-11-20T12:00Z', '2026-11-20T19:00'],
    ['not now, but tomorrow', daily('20:00'), '2026-11-20T19:00Z', '2026-11-21T19:00'],
    ['on the next chosen day', daily('20:00', [1, 3]), '2026-11-20T12:00Z', '2026-11-23T19:00'],
    ['in a week, when today is the only day and over', daily('08:00', [5]), '2026-11-20T12:00Z', '2026-11-27T07:00']
  ])('is %s', (_, times, now, next) => {
    expect(iso(nextReminder(times, BERLIN, at(now)))).toBe(next)
  })

  test('of a day that starts at 4:00 belongs to the evening before', () => {
    // 1:00 on Saturday still is Friday for this person.
    const late = { ...BERLIN, day_start: 4 }
    expect(iso(nextReminder(daily('01:00', [5]), late, at('2026-11-20T12:00Z')))).toBe('2026-11-21T00:00')
  })

  // The wall clock shows the time on each day, also across the changes of the clocks.
  test.each([
    ['Europe/Berlin', '2026-03-27T12:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-10-23T12:00Z', '2026-10-25'],
    ['America/New_York', '2026-03-06T12:00Z', '2026-03-08'],
    ['America/New_York', '2026-10-30T12:00Z', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-03T00:00Z', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-02T00:00Z', '2026-10-04']
  ])('in %s from %s on comes once a day at its time', (time_zone, from, changes) => {
    const calendar = { time_zone, day_start: 0 }
    const times: number[] = []
    for (let now = at(from); times.length < 5; now = times.at(-1) as number) {
      times.push(nextReminder(daily('20:30'), calendar, now))
    }
    expect(times.map(time => clockAt(time, time_zone))).toEqual(Array(5).fill('20:30'))
    const days = times.map(time => dayOf(time, calendar))
    expect(days).toEqual(days.map((_, index) => addDays(days[0] as string, index)))
    expect(days).toContain(changes)
  })

  test.each([
    ['skips it, comes later by the skipped span', '02:30', '2026-03-28T12:00Z', '2026-03-29T01:30', '2026-03-30T00:30'],
    ['shows it twice, comes once, at first', '02:30', '2026-10-24T12:00Z', '2026-10-25T00:30', '2026-10-26T01:30']
  ])('when the clock %s', (_, clock, now, first, second) => {
    const one = nextReminder(daily(clock), BERLIN, at(now))
    expect([iso(one), iso(nextReminder(daily(clock), BERLIN, one))]).toEqual([first, second])
  })

  test('is always later, within eight days, at its time, on a chosen day', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Apia']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 12 }),
        fc.subarray([1, 2, 3, 4, 5, 6, 7]),
        fc.integer({ min: 240, max: 1439 }),
        fc.integer({ min: at('2026-01-01'), max: at('2028-01-01') }),
        (time_zone, day_start, weekdays, minute, now) => {
          const clock = new Date(minute * 60_000).toISOString().slice(11, 16)
          const next = nextReminder({ at: clock, weekdays }, { time_zone, day_start }, now)
          expect(next).toBeGreaterThan(now)
          expect(next - now).toBeLessThan(8 * 86_400_000 + 3_600_000)
          expect(clockAt(next, time_zone)).toBe(clock)
          const weekday = weekdayOf(dayOf(next, { time_zone, day_start }))
          expect(weekdays.length === 0 || weekdays.includes(weekday)).toBe(true)
        }
      )
    )
  })
})

test.each([
  ['21:59', false],
  ['22:00', true],
  ['00:00', true],
  ['06:59', true],
  ['07:00', false]
])('%s is at night: %s', (clock, isNight) => expect(isAtNight(clock)).toBe(isNight))

test.each([
  ['three hours later', '2026-11-20T12:00Z', false, '2026-11-20T15:00'],
  ['at the start of the night', '2026-11-20T19:30Z', false, '2026-11-20T21:00'],
  ['three hours later, at a night that was chosen', '2026-11-20T22:30Z', true, '2026-11-21T01:30'],
  ['at the start of the night on a day with 25 hours', '2026-10-25T19:30Z', false, '2026-10-25T21:00']
])('a reminder expires %s', (_, time, isNightAllowed, until) => {
  expect(iso(remindsUntil(at(time), isNightAllowed, 'Europe/Berlin'))).toBe(until)
})

test.each([
  ['in an hour, to the minute', '2026-11-20T12:00:31Z', false, '2026-11-20T13:00'],
  ['at 21:59 at the latest', '2026-11-20T19:59Z', false, '2026-11-20T20:59'],
  ['not at night', '2026-11-20T20:00Z', false, null],
  ['not when pressed at night', '2026-11-20T23:00Z', false, null],
  ['not in the early morning', '2026-11-20T04:30Z', false, null],
  ['at night, if that was chosen', '2026-11-20T20:30Z', true, '2026-11-20T21:30']
])('"Later" comes %s', (_, now, isNightAllowed, later) => {
  expect(iso(laterThan(at(now), isNightAllowed, 'Europe/Berlin'))).toBe(later)
})
