import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '../lib/day.ts'
import { ringTarget } from './completions.ts'
import type { Repeats } from './fields.ts'
import { checkLimit, cleanOf, cleanOn, isLimited, isOver, limitOf } from './limit.ts'
import { measuresOf } from './measures.ts'
import { isMet, metInARow, periodsOf, streakWith } from './repeat.ts'

const DAILY: Repeats = { every: 'day', weekdays: [] }
const WORKDAYS: Repeats = { every: 'day', weekdays: [1, 3, 5] }
const WEEKLY: Repeats = { every: 'week', weekdays: [] }
/** A Sunday. */
const TODAY = '2026-11-22'
const NOTHING = { amount: 0, distance: 0, duration: 0 }

const coffees = (more: object = {}) => ({
  amount: 2 as number | null,
  distance: null,
  duration: 0,
  unit: 'coffees',
  is_limit: 1 as const,
  repeats: DAILY,
  pauses: [],
  ...more
})
const done = (day: Day, amount: number) => ({ ...NOTHING, day, logs: 1, amount })
const amount = (of: number) => ({ ...NOTHING, amount: of })

describe('the limit', { tags: 'D-153' }, () => {
  test.each([
    ['a goal to reach', { is_limit: 0 }, null],
    ['an amount', {}, { kind: 'amount', limit: 2 }],
    ['none', { amount: 0 }, { kind: 'amount', limit: 0 }],
    ['a distance', { amount: null, distance: 10 }, { kind: 'distance', limit: 10 }],
    ['a time', { amount: null, duration: 3600 }, { kind: 'duration', limit: 3600 }]
  ])('of %s', (_, more, limit) => expect(limitOf(coffees(more))).toEqual(limit))

  test.each([
    [2, 0, false],
    [2, 2, false],
    [2, 2.001, true],
    [0.3, 0.1 + 0.2, false],
    [0, 0, false],
    [0, 0.001, true]
  ])('of %d is broken by %d: %s', (limit, total, isBroken) => {
    expect(isOver({ kind: 'amount', limit }, amount(total))).toBe(isBroken)
  })

  test('of none is broken by any measure', () => {
    const none = { kind: 'amount' as const, limit: 0 }
    expect(isOver(none, { ...NOTHING, duration: 60 })).toBe(true)
    expect(isOver(none, { ...NOTHING, distance: 1 })).toBe(true)
    expect(isOver({ kind: 'amount', limit: 2 }, { ...NOTHING, duration: 60 })).toBe(false)
  })

  test('is no target to reach, and never met while its period goes on', () => {
    expect(ringTarget(coffees())).toBeNull()
    expect(isMet(coffees(), { ...amount(2), logs: 2 })).toBe(false)
    expect(isMet(coffees({ amount: 0 }), { ...NOTHING, logs: 0 })).toBe(false)
  })
})

describe('periods of a limit', { tags: 'D-153' }, () => {
  const rows = (goal: Parameters<typeof periodsOf>[0], days: ReturnType<typeof done>[], first: Day) =>
    periodsOf(goal, days, first, TODAY).map(one => [one.from, one.amount, one.is_met])

  test('are met when they ended at or below it, and today is not met yet', () => {
    const days = [done('2026-11-19', 2), done('2026-11-20', 3)]
    expect(rows(coffees(), days, '2026-11-18')).toEqual([
      [TODAY, 0, false],
      ['2026-11-21', 0, true],
      ['2026-11-20', 3, false],
      ['2026-11-19', 2, true],
      ['2026-11-18', 0, true]
    ])
  })

  test('of a week are met once their Sunday is over', () => {
    expect(rows(coffees({ repeats: WEEKLY }), [done('2026-11-14', 2)], '2026-11-09')).toEqual([
      ['2026-11-16', 0, false],
      ['2026-11-09', 2, true]
    ])
  })

  test('on chosen weekdays count no log of another day', () => {
    const days = [done('2026-11-21', 9), done('2026-11-20', 1)]
    expect(rows(coffees({ repeats: WORKDAYS }), days, '2026-11-18')).toEqual([
      ['2026-11-23', 0, false],
      ['2026-11-20', 1, true],
      ['2026-11-18', 0, true]
    ])
    expect([isLimited(WORKDAYS, TODAY), isLimited(WORKDAYS, '2026-11-20'), isLimited(WEEKLY, TODAY)]).toEqual([
      false,
      true,
      true
    ])
  })

  test('in a pause neither count nor break the streak', () => {
    const goal = coffees({ pauses: [{ from: '2026-11-19', until: '2026-11-20' }] })
    const periods = periodsOf(goal, [done('2026-11-19', 9)], '2026-11-17', TODAY)
    expect(periods.map(({ is_met, is_paused }) => [is_met, is_paused])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, true],
      [true, false],
      [true, false]
    ])
    expect(metInARow(periods.slice(1))).toBe(3)
  })

  test('keep the streak while the current one is within the limit, and lose it at once when it is broken', () => {
    const current = (of: number, is_paused = false) => ({ ...amount(of), is_met: false, is_paused })
    expect(streakWith(coffees(), current(0), 12)).toBe(12)
    expect(streakWith(coffees(), current(2), 12)).toBe(12)
    expect(streakWith(coffees(), current(3), 12)).toBe(0)
    expect(streakWith(coffees(), current(3, true), 12)).toBe(12)
    expect(streakWith(coffees({ is_limit: 0 }), { ...amount(2), is_met: true, is_paused: false }, 12)).toBe(13)
  })
})

describe('days since', { tags: 'D-153' }, () => {
  test.each([
    ['no slip', [], '2026-11-10', { days: 12, hasSlipped: false, best: 12 }],
    ['a slip today', [TODAY], '2026-11-10', { days: 0, hasSlipped: true, best: 12 }],
    ['a slip yesterday', ['2026-11-21'], '2026-11-10', { days: 1, hasSlipped: true, best: 11 }],
    ['a slip before the goal was made', ['2026-11-01'], '2026-11-10', { days: 21, hasSlipped: true, best: 21 }],
    ['the first day', [], TODAY, { days: 0, hasSlipped: false, best: 0 }],
    ['a slip on the first day', [TODAY], TODAY, { days: 0, hasSlipped: true, best: 0 }],
    ['slips day by day', ['2026-11-20', '2026-11-21', TODAY], '2026-11-20', { days: 0, hasSlipped: true, best: 1 }],
    [
      'the longest time in the middle',
      ['2026-10-01', '2026-10-31', '2026-11-20'],
      '2026-09-25',
      { days: 2, hasSlipped: true, best: 30 }
    ]
  ])('with %s', (_, slips, made, expected) => {
    expect(cleanOn(cleanOf(slips, made), TODAY)).toEqual(expected)
  })

  test('a press that still waits starts a new count, and keeps the best one', () => {
    const clean = cleanOf(['2026-11-01'], '2026-10-20')
    expect(cleanOn(clean, TODAY, true)).toEqual({ days: 0, hasSlipped: true, best: 21 })
  })

  test('after a flight over the date line there are no negative days', () => {
    expect(cleanOn(cleanOf([TODAY], TODAY), addDays(TODAY, -1))).toMatchObject({ days: 0 })
  })

  test('a slip never lowers the best count, and a count is never above the best one', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 })
    fc.assert(
      fc.property(gaps, fc.nat(400), (between, later) => {
        const made = '2020-01-01'
        let passed = 0
        const slips = between.map(gap => {
          passed += gap
          return addDays(made, passed)
        })
        const today = addDays(slips.at(-1) ?? made, later)
        const before = cleanOn(cleanOf(slips, made), today)
        const after = cleanOn(cleanOf([...slips, today], made), today)
        expect(after.best).toBe(before.best)
        expect(before.days).toBeLessThanOrEqual(before.best)
        expect(before.best).toBe(Math.max(later, ...between))
        expect(before.days).toBe(daysBetween(slips.at(-1) ?? made, today))
      })
    )
  })
})

describe('words of a limit', { tags: 'D-153' }, () => {
  test.each([
    ['the rest', {}, amount(0), '2 of 2 coffees left', 1],
    ['half of it', {}, amount(1), '1 of 2 coffees left', 0.5],
    ['nothing left', {}, amount(2), '0 of 2 coffees left', 0],
    ['too much', {}, amount(3), '1 coffee over the limit of 2', 0],
    ['parts of a unit', { amount: 1 }, amount(0.1 + 0.2), '0.7 of 1 coffee left', 0.7],
    ['a time', { amount: null, duration: 3600 }, { ...NOTHING, duration: 900 }, '45:00 of 1:00:00 left', 0.75],
    ['a distance', { amount: null, distance: 10 }, { ...NOTHING, distance: 12 }, '2 miles over the limit of 10', 0],
    ['none', { amount: 0 }, amount(0), 'None so far', 1],
    ['a slip', { amount: 0 }, amount(1), '1 coffee', 0],
    ['a slip in minutes', { amount: 0 }, { ...NOTHING, duration: 60 }, '01:00', 0]
  ])('say %s', (_, more, total, text, left) => {
    const [measure, ...others] = measuresOf(coffees(more), total, 'mi')
    expect(others).toEqual([])
    expect(measure).toMatchObject({ text, ratio: null })
    expect(measure?.left).toBeCloseTo(left)
  })
})

describe('a limit without a clear meaning is refused', { tags: 'D-153' }, () => {
  const full = { ...coffees(), ended_at: null, timers: [], list: [], completions_required: null }
  test.each([
    ['a goal to reach', { is_limit: 0, amount: null, repeats: null }, []],
    ['a limit that repeats', {}, []],
    ['none until a day', { amount: 0, repeats: null, ended_at: '2026-12-31' }, []],
    ['without a limit', { amount: null }, ['amount']],
    ['with two limits', { duration: 60 }, ['amount']],
    ['with intervals', { timers: [{}] }, ['timers']],
    ['with a checklist', { list: [{}] }, ['list']],
    ['with completions', { completions_required: 3 }, ['completions_required']],
    ['without a repetition and an end', { repeats: null }, ['repeats']]
  ])('%s', (_, more, fields) => {
    expect(Object.keys(checkLimit({ ...full, ...more } as Parameters<typeof checkLimit>[0]))).toEqual(fields)
  })
})
