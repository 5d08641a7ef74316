import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../lib/day.ts'
import { chartOf, type GoalChart, stepOf, valueAt } from './chart.ts'

const PAGES = { amount: 100, distance: null, duration: 0, unit: 'pages' }
const NOTHING = { amount: 0, distance: 0, duration: 0 }
const TODAY = '2026-11-22'
/** The goal began nine days ago and ends in nine days. */
const DAYS = { first: '2026-11-13', last: '2026-12-01', completed: null, today: TODAY }
const NO_POINTS = { from: DAYS.first, step: 1, points: [] }
const by = (day: string, amount: number) => ({ ...NOTHING, day, amount })

/** The chart of a goal of 100 pages by December 1, of which `amount` are done. */
function chart(
  amount: number,
  changes: Partial<Parameters<typeof chartOf>[2]> = {},
  days: Parameters<typeof chartOf>[3] = DAYS
): GoalChart {
  const found = chartOf(PAGES, { ...NOTHING, amount }, { ...NO_POINTS, ...changes }, days)
  if (!found) throw new Error('chartOf returned null')
  return found
}

test('each day has the total at its end; a day without a log has that of the day before', {
  tags: 'GOAL-66'
}, () => {
  const { from, done } = chart(30, { points: [by('2026-11-14', 10), by('2026-11-16', 25)] })
  expect(from).toBe('2026-11-12')
  expect(done.map(({ value }) => value)).toEqual([0, 0, 10, 10, 25, 25, 25, 25, 25, 25, 30])
  expect(done[0]?.day).toBe(from)
  expect(done.at(-1)?.day).toBe(TODAY)
})

test('the even line rises from 0 on the day before the first to the target on the last', { tags: 'GOAL-66' }, () => {
  const even = chart(0).even
  expect(even).toEqual([
    { day: '2026-11-12', value: 0 },
    { day: '2026-12-01', value: 100 }
  ])
  expect(even && valueAt(even, '2026-11-12')).toBe(0)
  expect(even && valueAt(even, '2026-11-13')).toBeCloseTo(100 / 19)
  expect(even && valueAt(even, '2026-10-01')).toBe(0)
  expect(even && valueAt(even, '2027-01-01')).toBe(100)
})

test('the needed line and the forecast begin at the total of today', { tags: 'GOAL-66' }, () => {
  const { needed, forecast, to } = chart(40)
  expect(needed).toEqual([
    { day: TODAY, value: 40 },
    { day: '2026-12-01', value: 100 }
  ])
  // At four a day the remaining sixty take fifteen days including today. The chart ends with the latest line.
  expect(forecast).toEqual([
    { day: TODAY, value: 40 },
    { day: '2026-12-06', value: 100 }
  ])
  expect(to).toBe('2026-12-06')
})

test('a forecast far in the future is cut at the end of the chart', () => {
  const { forecast, to } = chart(10)
  expect(to).toBe('2026-12-06')
  expect(forecast?.[0]).toEqual({ day: TODAY, value: 10 })
  expect(forecast?.[1].day).toBe(to)
  expect(forecast?.[1].value).toBeCloseTo(10 + (90 * 14) / 89)
})

test.each([
  ['reached', 100, DAYS, { needed: null, forecast: null, to: '2026-12-01' }],
  ['not begun', 0, DAYS, { forecast: null, to: '2026-12-01' }],
  ['on its last day', 50, { ...DAYS, last: TODAY }, { needed: null }],
  ['overdue', 90, { ...DAYS, last: '2026-11-20' }, { needed: null, to: '2026-11-23' }],
  ['completed', 90, { ...DAYS, completed: '2026-11-20' }, { needed: null, forecast: null, to: '2026-12-01' }],
  ['it begins tomorrow', 0, { ...DAYS, first: '2026-11-23' }, { forecast: null }],
  ['it ends before it begins', 0, { ...DAYS, first: '2026-12-02' }, { even: null }]
])('%s', (_, amount, days, expected) => {
  expect(chart(amount, {}, days)).toMatchObject(expected)
})

test('the chart of a completed goal ends on the day of completion', () => {
  const { done } = chart(90, {}, { ...DAYS, completed: '2026-11-20' })
  expect(done.at(-1)).toEqual({ day: '2026-11-20', value: 90 })
})

test('a goal without a last day has a target but no lines to it', () => {
  const days = { ...DAYS, last: null }
  const found = chartOf(PAGES, { ...NOTHING, amount: 40 }, NO_POINTS, days)
  expect(found).toMatchObject({ target: 100, even: null, needed: null, forecast: null, to: TODAY })
})

test('a goal without a target has a chart only once something is done', () => {
  const days = { ...DAYS, last: null }
  const free = { ...PAGES, amount: null }
  expect(chartOf(free, { ...NOTHING, distance: 3 }, NO_POINTS, days)).toMatchObject({ kind: 'distance', target: null })
  expect(chartOf(free, NOTHING, NO_POINTS, DAYS)).toBeNull()
  expect(chartOf(PAGES, NOTHING, NO_POINTS, days)).toBeNull()
})

test('the target of a goal with several completions is their sum', { tags: 'D-104' }, () => {
  const often = { ...PAGES, amount: 1, unit: 'days', amount_per_log: 1, completions_required: 30 }
  expect(chartOf(often, { ...NOTHING, amount: 12 }, NO_POINTS, DAYS)).toMatchObject({ kind: 'amount', target: 30 })
})

test.each([
  [1, 1],
  [120, 1],
  [121, 7],
  [840, 7],
  [841, 14],
  [3650, 35]
])('a goal of %i days is drawn in steps of %i', (days, step) => {
  expect(stepOf(TODAY, addDays(TODAY, days - 1))).toBe(step)
})

test('a chart has at most 122 points, in order, each at most one step after the other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 9 })), { maxLength: 40 }),
      (ago, logged) => {
        const from = addDays(TODAY, -ago)
        const step = stepOf(from, TODAY)
        const logs = logged
          .map(([back, more]) => ({ day: addDays(TODAY, -Math.min(back, ago)), more }))
          .sort((one, other) => (one.day < other.day ? -1 : 1))
        const until = (index: number) => logs.slice(0, index).reduce((sum, { more }) => sum + more, 0)
        const points = logs.map(({ day }, index) => by(day, until(index + 1)))
        const amount = until(logs.length)
        const { done } = chart(amount, { from, step, points }, { ...DAYS, first: from })
        expect(done.length).toBeLessThanOrEqual(122)
        expect(done.at(-1)).toEqual({ day: TODAY, value: amount })
        for (const [index, point] of done.entries()) {
          const before = done[index - 1]
          if (!before) continue
          expect(daysBetween(before.day, point.day)).toBeGreaterThan(0)
          expect(daysBetween(before.day, point.day)).toBeLessThanOrEqual(step)
          expect(point.value).toBeGreaterThanOrEqual(before.value)
        }
      }
    ),
    { seed: 66, numRuns: 100 }
  )
})
