import { expect, test } from 'vitest'
import type { Calendar } from '../../domain/lib/day.ts'
import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { EXAMPLE_LOG } from './example-log.ts'
import { changedTimes, clockOf, EMPTY_LOG, fieldsOf, type LogValues, missingTimes, valuesOf } from './log-form.ts'

const BERLIN: Calendar = { time_zone: 'Europe/Berlin', day_start: 0 }
/** A calendar whose days start at four. */
const LATE: Calendar = { ...BERLIN, day_start: 4 }

/** From 18:30:20 to 20:00:40 in Berlin. */
const EVENING: Log = {
  ...EXAMPLE_LOG,
  day: '2026-05-01',
  started_at: '2026-05-01T16:30:20.000Z',
  ended_at: '2026-05-01T18:00:40.000Z'
}

/** The times that are sent after someone has typed some of them. */
function typed(log: Log, change: Partial<LogValues>, calendar: Calendar = BERLIN) {
  const before = { ...valuesOf(log), ...clockOf(log, calendar) }
  return changedTimes(log, { ...before, ...change }, before, calendar)
}

test('shows the elapsed time of a done log, and the planned time of others', { tags: 'D-51' }, () => {
  const log = { ...EVENING, duration: 5400, elapsed_duration: 754 }
  expect(valuesOf({ ...log, status: LogStatus.Done }).duration).toBe('0d 0h 12m 34s')
  for (const status of [LogStatus.Active, LogStatus.Paused, LogStatus.Stopped]) {
    expect(valuesOf({ ...log, status }).duration).toBe('0d 1h 30m 0s')
  }
  expect(valuesOf({ ...log, duration: null }).duration).toBe('')
})

test('a log for today sends no day, one for another day does', () => {
  expect(fieldsOf(EMPTY_LOG)).not.toHaveProperty('day')
  expect(fieldsOf({ ...EMPTY_LOG, day: '2026-04-30' })).toHaveProperty('day', '2026-04-30')
})

test("reads the times of a log in the person's zone", () => {
  expect(clockOf(EVENING, BERLIN)).toEqual({ from: '18:30', to: '20:00' })
  expect(clockOf(EVENING, { time_zone: 'Asia/Kolkata', day_start: 0 })).toEqual({ from: '22:00', to: '23:30' })
})

test("times after midnight belong to the person's day", () => {
  const night = { ...EVENING, started_at: '2026-05-01T23:30:00.000Z', ended_at: '2026-05-02T00:15:00.000Z' }
  expect(clockOf(night, LATE)).toEqual({ from: '01:30', to: '02:15' })
  expect(clockOf({ ...night, day: '2026-05-02' }, BERLIN)).toEqual({ from: '01:30', to: '02:15' })
})

test.each<[string, Partial<Log>]>([
  ['that runs', { status: LogStatus.Active }],
  ['that is paused', { status: LogStatus.Paused }],
  ['without a start', { started_at: null }],
  ['without an end', { ended_at: null }],
  ['that was entered later for its day', { day: '2026-04-27' }]
])('hides the times of a log %s', (_, change) => {
  expect(clockOf({ ...EVENING, ...change }, BERLIN)).toEqual({ from: '', to: '' })
})

test('requires a time that was emptied, but not one that never existed', () => {
  const before = { ...EMPTY_LOG, from: '18:30', to: '20:00' }
  expect(missingTimes({ ...before, from: '' }, before)).toEqual({ from: 'Enter a time such as 18:30.' })
  expect(missingTimes({ ...before, from: '', to: '' }, before)).toHaveProperty('to')
  expect(missingTimes(before, before)).toEqual({})
  expect(missingTimes(EMPTY_LOG, EMPTY_LOG)).toEqual({})
})

test('sends no times when they are unchanged, even with another day', () => {
  expect(typed(EVENING, {})).toEqual({})
  expect(typed(EVENING, { title: 'Longer', day: '2026-04-30' })).toEqual({})
  expect(typed({ ...EVENING, status: LogStatus.Active }, { title: 'Longer' })).toEqual({})
})

test('an unchanged time keeps its seconds', () => {
  expect(typed(EVENING, { to: '20:05' })).toEqual({
    started_at: EVENING.started_at,
    ended_at: '2026-05-01T18:05:00.000Z'
  })
  expect(typed(EVENING, { from: '18:00' })).toEqual({
    started_at: '2026-05-01T16:00:00.000Z',
    ended_at: EVENING.ended_at
  })
})

test('with another day both times move to that day', () => {
  expect(typed(EVENING, { day: '2026-04-30', to: '20:05' })).toEqual({
    started_at: '2026-04-30T16:30:00.000Z',
    ended_at: '2026-04-30T18:05:00.000Z'
  })
})

test('an end before the start falls on the next day', () => {
  expect(typed(EVENING, { from: '23:15', to: '00:30' })).toEqual({
    started_at: '2026-05-01T21:15:00.000Z',
    ended_at: '2026-05-01T22:30:00.000Z'
  })
})

test('a log over midnight stays so when its start is corrected', () => {
  const log = { ...EVENING, started_at: '2026-05-01T21:00:10.000Z', ended_at: '2026-05-01T22:40:50.000Z' }
  expect(typed(log, { from: '22:30' })).toEqual({ started_at: '2026-05-01T20:30:00.000Z', ended_at: log.ended_at })
})

test('times before the start of the day belong to the following night', () => {
  expect(typed(EVENING, { from: '02:00', to: '03:00' }, LATE)).toEqual({
    started_at: '2026-05-02T00:00:00.000Z',
    ended_at: '2026-05-02T01:00:00.000Z'
  })
})

test.each([
  ['the clocks skip one hour', '2026-03-28', '23:00', '03:30', '2026-03-28T22:00', '2026-03-29T01:30'],
  ['the clocks repeat one hour', '2026-10-24', '23:00', '03:30', '2026-10-24T21:00', '2026-10-25T02:30'],
  ['the clocks do not change', '2026-05-01', '23:00', '03:30', '2026-05-01T21:00', '2026-05-02T01:30']
])('an end after midnight keeps its clock time in a night in which %s', (_, day, from, to, start, end) => {
  const log = { ...EVENING, day, started_at: `${day}T12:00:00.000Z`, ended_at: `${day}T13:00:00.000Z` }
  const sent = typed(log, { from, to })
  expect(sent).toEqual({ started_at: `${start}:00.000Z`, ended_at: `${end}:00.000Z` })
  expect(clockOf({ ...log, ...sent } as Log, BERLIN)).toEqual({ from, to })
})
