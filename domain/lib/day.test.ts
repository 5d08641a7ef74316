/** Days across clock changes, in unusual time zones, and with a chosen starting hour. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  type Calendar,
  clockAt,
  dayOf,
  daysBetween,
  instantAt,
  instantOn,
  isTimeZone,
  LATEST_DAY_START,
  startOfDay,
  startOfWeek,
  UTC,
  wallClock,
  weekdayOf
} from './day.ts'
import { day, dayStart, timeZone } from './day-fields.ts'

const HOUR = 3_600_000
const inZone = (time_zone: string, day_start = 0): Calendar => ({ time_zone, day_start })
const berlin = inZone('Europe/Berlin')

test.each([
  ['Europe/Berlin', '2026-11-21T22:59:59Z', '2026-11-21'],
  ['Europe/Berlin', '2026-11-21T23:00:00Z', '2026-11-22'],
  ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21'],
  ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-22'],
  ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22'],
  ['Pacific/Pago_Pago', '2026-11-21T10:59:59Z', '2026-11-20'],
  ['UTC', '1970-01-01T00:00:00Z', '1970-01-01']
])('in %s, %s belongs to the day %s', (zone, at, expected) => {
  expect(dayOf(Date.parse(at), inZone(zone))).toBe(expected)
})

test('a day that starts at four ends at four the next morning', () => {
  const late = inZone('Europe/Berlin', 4)
  expect(dayOf(Date.parse('2026-11-22T02:59:59Z'), late)).toBe('2026-11-21')
  expect(dayOf(Date.parse('2026-11-22T03:00:00Z'), late)).toBe('2026-11-22')
  expect(startOfDay('2026-11-22', late)).toBe(Date.parse('2026-11-22T03:00:00Z'))
})

const length = (day: string, calendar: Calendar): number =>
  (startOfDay(addDays(day, 1), calendar) - startOfDay(day, calendar)) / HOUR

test.each([
  ['a usual day', '2026-11-22', berlin, 24],
  ['the clocks go forward', '2026-03-29', berlin, 23],
  ['the clocks go back', '2026-10-25', berlin, 25],
  ['half an hour is skipped', '2026-10-04', inZone('Australia/Lord_Howe'), 23.5],
  ['half an hour is repeated', '2026-04-05', inZone('Australia/Lord_Howe'), 24.5],
  ['midnight is skipped', '2026-09-06', inZone('America/Santiago'), 23],
  ['the hour before midnight is repeated', '2026-04-04', inZone('America/Santiago'), 25],
  ['the hour that starts the next day is skipped', '2026-03-28', inZone('Europe/Berlin', 2), 24],
  ['the hour that starts the day is repeated', '2026-10-25', inZone('Europe/Berlin', 2), 25],
  ['the clocks went forward before the day started', '2026-03-29', inZone('Europe/Berlin', 4), 24],
  ['Samoa crossed the date line and skipped this day', '2011-12-30', inZone('Pacific/Apia'), 0]
])('the length of a day: %s, %s', (_, day, calendar, hours) => {
  expect(length(day, calendar)).toBe(hours)
})

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'America/St_Johns',
  'Atlantic/Azores',
  'Africa/Cairo',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago'
]
const calendars = fc.record({
  time_zone: fc.constantFrom(...ZONES),
  day_start: fc.integer({ min: 0, max: LATEST_DAY_START })
})
const instants = fc.integer({ min: Date.UTC(1980, 0, 2), max: Date.UTC(2060, 0, 1) })
const seed = { seed: 12, numRuns: 2000 }

describe('in random zones, with random starting hours', () => {
  test('startOfDay is the first instant of a day', () => {
    fc.assert(
      fc.property(calendars, instants, (calendar, at) => {
        const day = dayOf(at, calendar)
        const start = startOfDay(day, calendar)
        expect(start).toBeLessThanOrEqual(at)
        expect(dayOf(start, calendar)).toBe(day)
        expect(dayOf(start - 1, calendar) < day).toBe(true)
        expect(startOfDay(addDays(day, 1), calendar)).toBeGreaterThan(at)
      }),
      seed
    )
  })

  test('a later instant never belongs to an earlier day', () => {
    fc.assert(
      fc.property(calendars, instants, fc.integer({ min: 0, max: 30 * HOUR }), (calendar, at, later) => {
        expect(dayOf(at + later, calendar) >= dayOf(at, calendar)).toBe(true)
      }),
      seed
    )
  })

  test('two zones are at most two dates apart', () => {
    fc.assert(
      fc.property(calendars, calendars, instants, (home, abroad, at) => {
        expect(Math.abs(daysBetween(dayOf(at, home), dayOf(at, abroad)))).toBeLessThanOrEqual(2)
      }),
      seed
    )
  })
})

test('days are counted across leap days, years and clock changes', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-30', -2)).toBe('2026-03-28')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-03-30', '2025-03-30')).toBe(-365)
})

test('a week starts on Monday', () => {
  expect(['2026-11-22', '2026-11-23', '1970-01-01'].map(weekdayOf)).toEqual([7, 1, 4])
  expect(['2026-11-22', '2026-11-23'].map(startOfWeek)).toEqual(['2026-11-16', '2026-11-23'])
})

test('a time zone must be a known name; an offset is refused', () => {
  expect(['Europe/Berlin', 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'].filter(isTimeZone)).toHaveLength(4)
  const none = [
    '',
    '+05:00',
    'Europe/Nowhere',
    'Etc/Unknown',
    'Berlin time',
    `A${'a'.repeat(64)}`,
    'Europe/Berlin\u0000'
  ]
  expect(none.filter(isTimeZone)).toEqual([])
})

test('a day must be a date that exists', () => {
  const days = ['2026-02-28', '2028-02-29', '1970-01-01', '2099-12-31']
  expect(days.filter(text => day.safeParse(text).success)).toEqual(days)
  const none = [
    '2026-02-29',
    '2026-13-01',
    '1969-12-31',
    '1200-10-10',
    '2100-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '',
    5,
    null
  ]
  expect(none.filter(text => day.safeParse(text).success)).toEqual([])
})

test('days are right in more zones than the cache holds', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 80)
  const at = Date.parse('2026-11-22T12:00:00Z')
  const days = () => zones.map(zone => dayOf(at, inZone(zone)))
  expect(days()).toEqual(days())
  expect(dayOf(at, UTC)).toBe('2026-11-22')
})

test.each([
  ['2026-03-04', '18:30', '2026-03-04T17:30:00Z'],
  ['2026-03-04', '01:30', '2026-03-05T00:30:00Z'],
  // The clocks skip 02:30 on the first day and show it twice on the second.
  ['2026-03-28', '02:30', '2026-03-29T01:30:00Z'],
  ['2026-10-24', '02:30', '2026-10-25T00:30:00Z']
])('with days that start at four, %s at %s is the instant %s', (day, clock, at) => {
  const berlin = { time_zone: 'Europe/Berlin', day_start: 4 }
  expect(instantOn(day, clock, berlin)).toBe(Date.parse(at))
  expect(dayOf(instantOn(day, clock, berlin), berlin)).toBe(day)
  if (!at.startsWith('2026-03-29')) expect(clockAt(Date.parse(at), berlin.time_zone)).toBe(clock)
})

describe('wall-clock times', () => {
  const clocks = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

  test('instantAt returns the first instant at which the clock shows a time', () => {
    fc.assert(
      fc.property(calendars, instants, ({ time_zone }, at) => {
        const wall = wallClock(at, time_zone)
        const found = instantAt(wall, time_zone)
        expect(wallClock(found, time_zone)).toBe(wall)
        expect(found).toBeLessThanOrEqual(at)
        // The clocks go back by two hours at most.
        expect(at - found).toBeLessThanOrEqual(2 * HOUR)
      }),
      { ...seed, numRuns: 500 }
    )
  })

  test('a clock time on a day lies in that day, whenever days start', () => {
    fc.assert(
      fc.property(calendars, instants, clocks, (calendar, at, clock) => {
        const day = dayOf(at, calendar)
        const set = instantOn(day, clock, calendar)
        const shown = clockAt(set, calendar.time_zone)
        // If the clocks skip that time, the result is later and may lie in the next day.
        if (shown === clock) expect(dayOf(set, calendar)).toBe(day)
        else expect(set).toBeGreaterThanOrEqual(startOfDay(day, calendar))
      }),
      { ...seed, numRuns: 500 }
    )
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29T02:59', '2026-03-29T01:59:00Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
    ['America/St_Johns', '2026-03-08T02:15', '2026-03-08T05:45:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z'],
    ['Asia/Kathmandu', '2026-06-01T00:00', '2026-05-31T18:15:00Z'],
    ['UTC', '2026-06-01T00:00', '2026-06-01T00:00:00Z']
  ])('in %s the clock shows %s at %s', (zone, wall, at) => {
    expect(new Date(instantAt(Date.parse(`${wall}:00Z`), zone)).toISOString()).toBe(at.replace('Z', '.000Z'))
  })

  test('clockAt returns hours and minutes without seconds', () => {
    expect(clockAt(Date.parse('2026-06-01T12:34:56Z'), 'Asia/Kathmandu')).toBe('18:19')
    expect(clockAt(Date.parse('2026-06-01T00:00:59Z'), 'UTC')).toBe('00:00')
  })
})

describe('counting on the calendar', () => {
  const days = fc.integer({ min: 0, max: 40_000 }).map(count => addDays('1990-01-01', count))

  test('addDays and daysBetween undo each other', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        const other = addDays(day, count)
        expect(addDays(other, -count)).toBe(day)
        expect(daysBetween(day, other)).toBe(count)
        expect(other > day).toBe(count > 0)
      }),
      { ...seed, numRuns: 500 }
    )
  })

  test('a week has seven days and begins on Monday', () => {
    fc.assert(
      fc.property(days, day => {
        const monday = startOfWeek(day)
        expect(weekdayOf(monday)).toBe(1)
        expect(daysBetween(monday, day)).toBe(weekdayOf(day) - 1)
        expect(weekdayOf(addDays(day, 1))).toBe((weekdayOf(day) % 7) + 1)
        expect(startOfWeek(addDays(monday, 6))).toBe(monday)
        expect(startOfWeek(addDays(monday, 7))).toBe(addDays(monday, 7))
      }),
      { ...seed, numRuns: 500 }
    )
  })
})

test.each([
  ['2000-02-28', '2000-02-29'],
  ['2096-02-28', '2096-02-29'],
  ['2027-02-28', '2027-03-01'],
  ['2026-12-31', '2027-01-01'],
  ['1999-12-31', '2000-01-01'],
  // In Berlin this day has 23 hours, the next one 25; dates ignore that.
  ['2026-03-28', '2026-03-29'],
  ['2026-10-25', '2026-10-26']
])('the day after %s is %s', (day, next) => {
  expect(addDays(day, 1)).toBe(next)
})

test('a day may start at any whole hour until noon', () => {
  const starts = [0, 4, LATEST_DAY_START]
  expect(starts.filter(start => dayStart.safeParse(start).success)).toEqual(starts)
  expect([-1, LATEST_DAY_START + 1, 3.5, '4', null].filter(start => dayStart.safeParse(start).success)).toEqual([])
})

test('an invalid zone gives a message with an example', () => {
  expect(timeZone.safeParse('Europe/Berlin').success).toBe(true)
  expect(timeZone.safeParse('CET+1 or so').error?.issues[0]?.message).toBe('Enter a time zone such as Europe/Berlin.')
  expect(timeZone.safeParse(undefined).error?.issues[0]?.message).toBe('Enter a time zone.')
})

test('a day starts at the change of the clocks if they skip more than its starting hour', () => {
  // At 1:00 the clocks of Troll go to 3:00.
  expect(startOfDay('2026-03-29', inZone('Antarctica/Troll', 2))).toBe(Date.parse('2026-03-29T01:00:00Z'))
})

test('an unknown zone is refused, and a wrong day gets a sentence', () => {
  expect(isTimeZone('Mars/Base')).toBe(false)
  expect(day.safeParse('tomorrow').error?.issues[0]?.message).toBe(
    'Enter a day between 1970 and 2099, such as 2026-01-31.'
  )
})

test('more zones than the cache keeps are all read', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 130)
  const noon = Date.UTC(2026, 0, 1, 12)
  const clocks = zones.map(zone => clockAt(noon, zone))
  expect(zones.map(zone => clockAt(noon, zone))).toEqual(clocks)
})
