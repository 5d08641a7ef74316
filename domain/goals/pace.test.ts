import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../lib/day.ts'
import { toMiles } from '../lib/distance.ts'
import { daysText, paceOf } from './pace.ts'

const BOOKS = { amount: 100, distance: null, duration: 0, unit: 'pages' }
const NOTHING = { amount: 0, distance: 0, duration: 0 }
const TODAY = '2026-11-22'
/** The goal began nine days ago and ends in nine days. */
const DAYS = { first: addDays(TODAY, -9), last: addDays(TODAY, 9), today: TODAY }

test('half done at half time needs five a day, kept five a day, and ends on the last day', () => {
  expect(paceOf(BOOKS, { ...NOTHING, amount: 50 }, DAYS)).toEqual({
    kind: 'amount',
    daysLeft: 10,
    left: 50,
    needed: 5,
    behind: 0,
    kept: 5,
    forecast: addDays(TODAY, 9)
  })
})

test.each([
  ['not begun', NOTHING, DAYS, { left: 100, needed: 10, behind: 9, kept: 0, forecast: null }],
  ['reached', { ...NOTHING, amount: 100 }, DAYS, { left: 0, needed: null, kept: 10, forecast: null }],
  ['more than reached', { ...NOTHING, amount: 130 }, DAYS, { left: 0, needed: null, forecast: null }],
  ['the last day', { ...NOTHING, amount: 90 }, { ...DAYS, last: TODAY }, { daysLeft: 1, needed: 10 }],
  ['overdue', { ...NOTHING, amount: 90 }, { ...DAYS, last: addDays(TODAY, -2) }, { daysLeft: -1, needed: null }],
  ['the first day', { ...NOTHING, amount: 20 }, { ...DAYS, first: TODAY }, { kept: 20, forecast: addDays(TODAY, 3) }],
  ['it begins tomorrow', NOTHING, { ...DAYS, first: addDays(TODAY, 1) }, { kept: 0, forecast: null }],
  ['a sum of tenths', { ...NOTHING, amount: 99.7 + 0.1 + 0.1 + 0.1 }, DAYS, { left: 0 }],
  ['a pace of centuries has no forecast', { ...NOTHING, amount: 0.001 }, DAYS, { forecast: null }]
])('%s', (_, done, days, expected) => {
  expect(paceOf(BOOKS, done, days)).toMatchObject(expected)
})

test('the pace follows a distance or time without an amount, and is null without a target', () => {
  const run = { ...BOOKS, amount: 1, unit: '', distance: 50 }
  expect(paceOf(run, { ...NOTHING, distance: 40 }, DAYS)).toMatchObject({ kind: 'distance', left: 10, needed: 1 })
  const practise = { ...BOOKS, amount: null, duration: 36_000 }
  expect(paceOf(practise, NOTHING, DAYS)).toMatchObject({ kind: 'duration', needed: 3600 })
  expect(paceOf({ ...BOOKS, amount: null }, NOTHING, DAYS)).toBeNull()
})

test('a goal in kilometers is reached exactly by its last meter', { tags: 'D-154' }, () => {
  const leftAfter = (km: number, logs: number, goal: number) =>
    paceOf(
      { ...BOOKS, amount: null, distance: toMiles(goal, 'km') },
      { ...NOTHING, distance: logs * toMiles(km, 'km') },
      DAYS
    )?.left
  expect(leftAfter(4.9995, 1, 5)).toBe(0.000310685596)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 1000 }), (meters, logs) => {
      expect(leftAfter(meters / 1000, logs, (meters * logs) / 1000)).toBe(0)
    }),
    { seed: 5, numRuns: 1000 }
  )
})

test('the forecast is in time exactly when the pace so far is at least the needed pace', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 99 }),
      (ago, ahead, amount) => {
        const days = { first: addDays(TODAY, -ago), last: addDays(TODAY, ahead), today: TODAY }
        const pace = paceOf(BOOKS, { ...NOTHING, amount }, days)
        if (!pace?.forecast || pace.needed === null) return
        const isEnough = pace.kept >= pace.needed - 1e-9
        expect(daysBetween(TODAY, pace.forecast) < pace.daysLeft).toBe(isEnough)
      }
    ),
    { seed: 5, numRuns: 1000 }
  )
})

test.each([
  ['no dates', null, null, null],
  ['started, without an end', '2026-11-01', null, null],
  ['to come', '2026-11-25', null, 'starts in 3 days'],
  ['to come, with an end', '2026-11-23', '2026-12-01', 'starts tomorrow'],
  ['running', null, '2026-12-01', '10 days left'],
  ['the last day but one', null, '2026-11-23', '2 days left'],
  ['the last day', '2026-11-22', '2026-11-22', 'last day'],
  ['yesterday', null, '2026-11-21', 'overdue by 1 day'],
  ['long over', null, '2026-10-22', 'overdue by 31 days']
])('the words for the dates of a goal: %s', { tags: ['GOAL-65', 'GOAL-66'] }, (_, first, last, words) => {
  expect(daysText({ first, last }, TODAY)).toBe(words)
})

test('the needed pace counts from a first day in the future', { tags: 'GOAL-65' }, () => {
  const later = { first: addDays(TODAY, 5), last: addDays(TODAY, 9), today: TODAY }
  expect(paceOf(BOOKS, NOTHING, later)).toMatchObject({ daysLeft: 10, needed: 20 })
})

test('the numbers of a pace are finite and never negative', () => {
  const offset = fc.integer({ min: -500, max: 500 })
  fc.assert(
    fc.property(offset, fc.nat(500), fc.double({ min: 0, max: 1e9, noNaN: true }), (start, length, amount) => {
      const first = addDays(TODAY, start)
      const pace = paceOf(BOOKS, { ...NOTHING, amount }, { first, last: addDays(first, length), today: TODAY })
      const numbers = [pace?.left, pace?.kept, pace?.needed ?? 0]
      expect(numbers.every(number => Number.isFinite(number) && Number(number) >= 0)).toBe(true)
      if (pace?.forecast) expect(pace.forecast >= TODAY).toBe(true)
      expect(pace?.needed === null).toBe(pace?.left === 0 || (pace?.daysLeft ?? 0) <= 0)
    }),
    { seed: 65, numRuns: 500 }
  )
})

test.each([
  ['done three of five times', { amount: 1, unit: 'runs', completions_required: 5 }, { amount: 3 }, 2],
  ['ten hours, of which four are done', { amount: null, duration: 36_000 }, { duration: 14_400 }, 21_600],
  ['twenty miles, of which a third is done', { amount: 1, unit: '', distance: 20 }, { distance: 6.667 }, 13.333]
])('the rest of a goal: %s', (_, asks, did, left) => {
  expect(paceOf({ ...BOOKS, ...asks }, { ...NOTHING, ...did }, DAYS)).toMatchObject({ left })
})

test('the pace of a goal that began today counts today as a whole day', () => {
  const today = { first: TODAY, last: addDays(TODAY, 4), today: TODAY }
  expect(paceOf(BOOKS, { ...NOTHING, amount: 25 }, today)).toMatchObject({ kept: 25, needed: 15, daysLeft: 5 })
})

test.each([
  // The days that the rest takes at the pace so far include today.
  ['ninety in ten days: the last ten take two', 90, addDays(TODAY, 1)],
  ['ninety-nine: one day, which is today', 99, TODAY],
  ['ten: ninety days', 10, addDays(TODAY, 89)],
  ['a third: the day is rounded up', 33, addDays(TODAY, 20)]
])('the forecast: %s', (_, amount, day) => {
  expect(paceOf(BOOKS, { ...NOTHING, amount }, DAYS)?.forecast).toBe(day)
})

test('a pace of a little less than a century has a forecast, and a slower one has none', () => {
  // Ten days so far; 100 pages in 36,524 days.
  const slow = (amount: number) => paceOf(BOOKS, { ...NOTHING, amount }, DAYS)?.forecast ?? null
  expect(slow(0.0274)).toBe(addDays(TODAY, 36_486))
  expect(slow(0.0273)).toBeNull()
})

test('the rest is needed on the last day, and nothing is needed after it', () => {
  const last = { ...DAYS, last: TODAY }
  expect(paceOf(BOOKS, { ...NOTHING, amount: 99.5 }, last)).toMatchObject({ left: 0.5, needed: 0.5, daysLeft: 1 })
  expect(paceOf(BOOKS, { ...NOTHING, amount: 99.5 }, { ...DAYS, last: addDays(TODAY, -1) })).toMatchObject({
    left: 0.5,
    needed: null,
    daysLeft: 0
  })
})
