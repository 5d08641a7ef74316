import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../lib/day.ts'
import { type Repeats, repeats } from './fields.ts'
import { countsFrom, currentPeriod, isMet, metInARow, periodOf, periodsOf } from './repeat.ts'

const DAILY: Repeats = { every: 'day', weekdays: [] }
const WORKDAYS: Repeats = { every: 'day', weekdays: [1, 3, 5] }
const WEEKLY: Repeats = { every: 'week', weekdays: [] }
const MONTHLY: Repeats = { every: 'month', weekdays: [] }
/** A Sunday. */
const TODAY = '2026-11-22'

test.each([
  ['every day', DAILY, TODAY, [TODAY, TODAY]],
  ['a chosen weekday', WORKDAYS, '2026-11-20', ['2026-11-20', '2026-11-20']],
  ['another weekday', WORKDAYS, TODAY, null],
  ['a week starts on Monday', WEEKLY, TODAY, ['2026-11-16', '2026-11-22']],
  ['a week over the turn of the year', WEEKLY, '2027-01-01', ['2026-12-28', '2027-01-03']],
  ['a month of thirty days', MONTHLY, TODAY, ['2026-11-01', '2026-11-30']],
  ['a month of thirty-one', MONTHLY, '2026-12-31', ['2026-12-01', '2026-12-31']],
  ['February of a leap year', MONTHLY, '2028-02-01', ['2028-02-01', '2028-02-29']]
])('%s', (_, goal, day, expected) => {
  expect(periodOf(goal, day)).toEqual(expected && { from: expected[0], to: expected[1] })
})

test('on a weekday that was not chosen, the current period is the next chosen day', () => {
  expect(currentPeriod(WORKDAYS, TODAY)).toEqual({ from: '2026-11-23', to: '2026-11-23' })
})

const goal = (of: Repeats, more: object = {}) => ({
  amount: 10,
  distance: null,
  duration: 0,
  unit: 'push-ups',
  repeats: of,
  pauses: [],
  ...more
})
const done = (day: Day, amount: number) => ({ day, logs: 1, amount, distance: 0, duration: 0 })

test('periodsOf lists all periods back to the one in which the goal was made', () => {
  const days = [done('2026-11-22', 4), done('2026-11-21', 10), done('2026-11-20', 9.9), done('2026-11-18', 12)]
  const periods = periodsOf(goal(DAILY), days, '2026-11-18', TODAY)
  expect(periods.map(({ from, amount, is_met }) => [from, amount, is_met])).toEqual([
    ['2026-11-22', 4, false],
    ['2026-11-21', 10, true],
    ['2026-11-20', 9.9, false],
    ['2026-11-19', 0, false],
    ['2026-11-18', 12, true]
  ])
})

test('a log on a weekday that was not chosen counts for the next chosen day', { tags: 'D-157' }, () => {
  const periods = periodsOf(goal(WORKDAYS), [done('2026-11-21', 50), done('2026-11-20', 10)], '2026-11-17', TODAY)
  expect(periods.map(({ from, amount }) => [from, amount])).toEqual([
    ['2026-11-23', 50],
    ['2026-11-20', 10],
    ['2026-11-18', 0]
  ])
})

test.each([
  [[true, true, false, true], 2],
  [[false, true], 0],
  [[true], 1],
  [[], 0]
])('%j, the newest first, gives %i met in a row', (met, count) => {
  expect(metInARow(met.map(is_met => ({ is_met, is_paused: false })))).toBe(count)
})

test('a paused period does not break the row, and counts when it was met', () => {
  const pauses = [{ from: '2026-11-19', until: '2026-11-21' }]
  const days = [done('2026-11-22', 10), done('2026-11-20', 10), done('2026-11-18', 10)]
  const periods = periodsOf({ ...goal(DAILY), pauses }, days, '2026-11-17', TODAY)
  expect(periods.map(({ is_met, is_paused }) => [is_met, is_paused])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [false, true],
    [true, false],
    [false, false]
  ])
  expect(metInARow(periods)).toBe(3)
  expect(metInARow(periodsOf(goal(DAILY), days, '2026-11-17', TODAY))).toBe(1)
})

test.each([
  ['the amount is reached', {}, { amount: 10 }, true],
  ['a sum of tenths reaches the amount', {}, { amount: 0.1 * 3 + 9.7 }, true],
  ['the amount is not reached', {}, { amount: 9.99 }, false],
  ['the distance is not reached', { distance: 5 }, { amount: 10, distance: 4 }, false],
  ['both are reached', { distance: 5 }, { amount: 10, distance: 5 }, true],
  ['an amount of 1 beside a time means once', { amount: 1, unit: '', duration: 60 }, { duration: 60 }, true],
  ['two of three completions', { amount: 2, completions_required: 3 }, { amount: 5 }, false],
  ['three of three completions', { amount: 2, completions_required: 3 }, { amount: 6 }, true],
  ['no target, one log', { amount: null }, {}, true],
  ['no target, no log', { amount: null }, { logs: 0 }, false]
])('isMet: %s', (_, more, sums, expected) => {
  expect(isMet(goal(DAILY, more), { logs: 1, amount: 0, distance: 0, duration: 0, ...sums })).toBe(expected)
})

describe('random repetitions and days', () => {
  const any = fc.record({
    every: fc.constantFrom('day', 'week', 'month'),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }))
  }) as fc.Arbitrary<Repeats>
  const offsets = fc.integer({ min: 0, max: 120 })

  test('periods do not overlap and contain all logs of their days', () => {
    fc.assert(
      fc.property(any, offsets, fc.array(offsets, { maxLength: 30 }), (of, age, days) => {
        const first = addDays(TODAY, -age)
        const logged = days.filter(day => day <= age).map(day => done(addDays(TODAY, -day), 1))
        const periods = periodsOf(goal(of), logged, first, TODAY)
        expect(periods.reduce((total, { amount }) => total + amount, 0)).toBe(logged.length)
        const bounds = periods.toReversed().flatMap(({ from, to }) => [from, to])
        expect(bounds).toEqual(bounds.toSorted())
        const starts = periods.map(({ from }) => from)
        expect(new Set(starts).size).toBe(starts.length)
      }),
      { seed: 3, numRuns: 300 }
    )
  })
})

test('a repetition is a day, a week or a month, with weekdays that exist', () => {
  expect(repeats.parse({ every: 'week' })).toEqual({ every: 'week', weekdays: [] })
  const bad = [
    { every: 'year' },
    { every: 'day', weekdays: [8] },
    { every: 'day', weekdays: [1, 2, 3, 4, 5, 6, 7, 1] },
    {}
  ]
  expect(bad.filter(value => repeats.safeParse(value).success)).toEqual([])
})

test('the totals of a period are the sums over its days', () => {
  const kinds = fc.constantFrom<Repeats>(DAILY, WORKDAYS, WEEKLY, MONTHLY)
  const logs = fc.array(fc.tuple(fc.nat(70), fc.integer({ min: 1, max: 8 })), { maxLength: 25 })
  fc.assert(
    fc.property(kinds, logs, (of, given) => {
      const days = given.map(([ago, amount]) => done(addDays(TODAY, -ago), amount))
      for (const period of periodsOf(goal(of), days, addDays(TODAY, -70), TODAY)) {
        let [amount, logged] = [0, 0]
        for (let day = countsFrom(of, period); day <= period.to; day = addDays(day, 1)) {
          for (const one of days) if (one.day === day) [amount, logged] = [amount + one.amount, logged + 1]
        }
        expect([period.amount, period.logs, period.is_met]).toEqual([amount, logged, amount >= 10])
      }
    }),
    { seed: 31, numRuns: 200 }
  )
})

test.each([
  ['2026-03-31', '2026-03-31', '2026-02-01'],
  ['2026-03-01', '2026-03-31', '2026-02-01'],
  ['2027-01-15', '2027-01-31', '2026-12-01'],
  ['2028-03-01', '2028-03-31', '2028-02-01']
])('on %s the month ends on %s, and the month before began on %s', (today, to, before) => {
  const [now, earlier] = periodsOf(goal(MONTHLY), [], addDays(today, -40), today)
  expect([now?.to, earlier?.from]).toEqual([to, before])
  expect(earlier && addDays(earlier.to, 1)).toBe(now?.from)
})

test('a goal for one weekday has one period per week', () => {
  const sundays: Repeats = { every: 'day', weekdays: [7] }
  expect(currentPeriod(sundays, '2026-11-23')).toEqual({ from: '2026-11-29', to: '2026-11-29' })
  const periods = periodsOf(goal(sundays), [], '2026-11-01', '2026-11-29')
  expect(periods.map(({ from }) => from)).toEqual([
    '2026-11-29',
    '2026-11-22',
    '2026-11-15',
    '2026-11-08',
    '2026-11-01'
  ])
})

test('a goal that was made today has only the current period', () => {
  expect(periodsOf(goal(MONTHLY), [], TODAY, TODAY)).toHaveLength(1)
  expect(periodsOf(goal(WEEKLY), [], TODAY, TODAY)).toHaveLength(1)
  // Made on a Sunday, for Monday, Wednesday and Friday: the first is tomorrow.
  expect(periodsOf(goal(WORKDAYS), [], TODAY, TODAY).map(({ from }) => from)).toEqual(['2026-11-23'])
})

test.each([
  ['no target, one log without an amount', { amount: null }, { amount: 0, logs: 1 }, true],
  ['no target, no log', { amount: null }, { amount: 0, logs: 0 }, false],
  ['two of three times ten', { completions_required: 3 }, { amount: 29 }, false],
  ['three times ten', { completions_required: 3 }, { amount: 30 }, true],
  ['five per log, three times', { amount_per_log: 5, completions_required: 3 }, { amount: 15 }, true],
  ['a time, a second too short', { amount: null, duration: 60 }, { duration: 59 }, false],
  ['all three, the last missing', { distance: 1, duration: 60 }, { amount: 10, distance: 1, duration: 59 }, false],
  ['all three', { distance: 1, duration: 60 }, { amount: 10, distance: 1, duration: 60 }, true]
])('isMet decides whether a period is met: %s', (_, asks, did, enough) => {
  const { repeats: __, pauses: ___, ...targets } = goal(DAILY, asks)
  expect(isMet(targets, { logs: 1, amount: 0, distance: 0, duration: 0, ...did })).toBe(enough)
})

test('metInARow ends at the first missed period and skips pauses', () => {
  const period = (text: string) => ({ is_met: /[mP]/.test(text), is_paused: /[pP]/.test(text) })
  const row = (text: string) => metInARow([...text].map(period))
  // m: met, p: paused, P: met and paused, -: missed.
  expect(['mm-m', 'pmp-m', 'Pm', 'pp', '-', '', 'mPpm'].map(row)).toEqual([2, 1, 2, 0, 0, 0, 3])
})
