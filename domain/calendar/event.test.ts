import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MONTH } from '../lib/duration.ts'
import { calendarEvent, offersCalendar, seriesEvents } from './event.ts'

const START = Date.parse('2026-03-29T00:30:00Z')
const HOUR = 3_600_000
const SESSION: Parameters<typeof calendarEvent>[0] = {
  id: 12,
  title: 'Deep work',
  slug: 'deep-work-4yd79',
  startsAt: START,
  endsAt: null,
  duration: 3600,
  createdAt: START - 5000,
  updatedAt: START - 5000,
  isCancelled: false
}

test('a session becomes an event with its page, start and length', () => {
  expect(calendarEvent(SESSION)).toEqual({
    uid: `session-12-${SESSION.createdAt}@challenge-hut`,
    title: 'Deep work',
    path: '/sessions/deep-work-4yd79',
    startsAt: START,
    endsAt: START + HOUR,
    isBusy: true,
    isCancelled: false,
    sequence: 0,
    changedAt: SESSION.updatedAt
  })
})

test.each<[string, Partial<typeof SESSION>, number]>([
  ['the end of the session counts', { endsAt: START + 2 * HOUR }, START + 2 * HOUR],
  ['a session without a length ends when it starts', { duration: 0 }, START],
  ['an end before the start does not count', { endsAt: START - HOUR }, START],
  ['a cancelled session keeps its planned time', { endsAt: START - HOUR, isCancelled: true }, START + HOUR]
])('%s', (_, change, endsAt) => {
  expect(calendarEvent({ ...SESSION, ...change }).endsAt).toBe(endsAt)
})

test.each([
  [3600, true],
  [86_400, true],
  [86_401, false],
  [MONTH, false]
])('an event of %i seconds shows its time as busy: %s', (duration, isBusy) => {
  expect(calendarEvent({ ...SESSION, duration }).isBusy).toBe(isBusy)
})

test('a moved or cancelled session keeps its uid and gets a higher sequence', () => {
  const moved = calendarEvent({ ...SESSION, startsAt: START + HOUR, updatedAt: SESSION.updatedAt + 60_000 })
  const gone = calendarEvent({ ...SESSION, isCancelled: true, updatedAt: SESSION.updatedAt + 90_000 })
  expect(moved.uid).toBe(calendarEvent(SESSION).uid)
  expect([moved.sequence, gone.sequence]).toEqual([60, 90])
})

test.each([
  ['waits for its host', { status: 0, startsAt: null, endsAt: null }, false],
  ['will start', { status: 0, startsAt: START, endsAt: null }, true],
  ['runs for an hour', { status: 1, startsAt: START, endsAt: START + HOUR }, false],
  ['runs for a month', { status: 1, startsAt: START, endsAt: START + MONTH * 1000 }, true],
  ['runs without an end', { status: 1, startsAt: START, endsAt: null }, false],
  ['has ended', { status: 2, startsAt: START, endsAt: START + MONTH * 1000 }, false]
] as const)('a session that %s can be added to a calendar: %s', (_, clock, offered) => {
  expect(offersCalendar(clock)).toBe(offered)
})

test('an event never ends before it starts, and its sequence never decreases', () => {
  const times = fc.integer({ min: -10 * HOUR, max: 900 * HOUR })
  fc.assert(
    fc.property(
      fc.option(times),
      fc.nat(MONTH),
      fc.boolean(),
      fc.array(fc.nat(5_000_000)),
      (end, duration, gone, waits) => {
        let [updatedAt, sequence] = [SESSION.createdAt, 0]
        for (const wait of waits) {
          updatedAt += wait
          const endsAt = end === null ? null : START + end
          const event = calendarEvent({ ...SESSION, duration, endsAt, isCancelled: gone, updatedAt })
          expect(event.endsAt).toBeGreaterThanOrEqual(event.startsAt)
          expect(event.isBusy).toBe(event.endsAt - event.startsAt <= 24 * HOUR)
          expect(event.sequence).toBeGreaterThanOrEqual(sequence)
          expect(Number.isInteger(event.sequence)).toBe(true)
          sequence = event.sequence
        }
      }
    ),
    { seed: 17, numRuns: 200 }
  )
})

test('a session over the change to summer time keeps its length', () => {
  const { startsAt, endsAt } = calendarEvent({ ...SESSION, duration: 2 * 3600 })
  // In Berlin the clock shows 01:30 at the start and 04:30 at the end.
  expect([startsAt, endsAt].map(at => new Date(at).toISOString())).toEqual([
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T02:30:00.000Z'
  ])
})

test('two sessions have different uids, even with the same id on another server', () => {
  const uids = [SESSION, { ...SESSION, id: 13 }, { ...SESSION, createdAt: SESSION.createdAt + 1 }].map(
    session => calendarEvent(session).uid
  )
  expect(new Set(uids).size).toBe(3)
})

test('a server clock that goes back gives no negative sequence', () => {
  expect(calendarEvent({ ...SESSION, updatedAt: SESSION.createdAt - 5000 }).sequence).toBe(0)
})

test('a series is one event, with an exception for a skipped date and an event for a moved one', {
  tags: 'D-150'
}, () => {
  const WEEK = 7 * 86_400_000
  const first = Date.UTC(2026, 2, 3, 18)
  const rule = {
    ...({ repeats: 'weekly', every: 1, until: null, count: null } as const),
    weekdays: [],
    ...{ startsAt: first, zone: 'Europe/Berlin' }
  }
  const series = { id: 4, title: 'Squats', slug: 'squats', duration: 3600, rule, createdAt: first, updatedAt: first }
  const date = (week: number, more: object = {}) => ({
    ...{ title: 'Squats', slug: `squats-${week}`, duration: 3600, endsAt: null, isCancelled: false, updatedAt: first },
    ...{ plannedAt: first + week * WEEK, startsAt: first + week * WEEK, ...more }
  })
  const [whole, moved, ...rest] = seriesEvents(series, [
    date(0),
    date(1, { isCancelled: true, updatedAt: first + 5000 }),
    date(2, { startsAt: first + 2 * WEEK + 60_000 })
  ])
  expect(whole).toMatchObject({
    ...{ path: '/series/squats/next', startsAt: first, endsAt: first + 3_600_000, sequence: 5 },
    repeats: { rule: 'RRULE:FREQ=WEEKLY;BYDAY=TU', zone: 'Europe/Berlin', except: [first + WEEK] }
  })
  expect(moved).toMatchObject({
    ...{ uid: whole?.uid, path: '/sessions/squats-2', startsAt: first + 2 * WEEK + 60_000 },
    instead: { at: first + 2 * WEEK, zone: 'Europe/Berlin' }
  })
  expect(rest).toEqual([])
})
