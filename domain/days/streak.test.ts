import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, weekdayOf } from '../lib/day.ts'
import { restDays } from './fields.ts'
import { joinedPauses, type Rest, streakOf, streakRules, weekdayName } from './streak.ts'

/** A Sunday. */
const TODAY = '2026-11-22'
const NO_REST: Rest = { weekdays: [], pauses: [] }
const WEEKEND: Rest = { weekdays: [6, 7], pauses: [] }
/** Returns the days that lie the given numbers of days before today. */
const ago = (...days: number[]): Day[] => days.map(count => addDays(TODAY, -count)).sort()
const paused = (from: number, until: number | null): Rest => ({
  weekdays: [],
  pauses: [{ from: addDays(TODAY, -from), until: until === null ? null : addDays(TODAY, -until) }]
})

test.each([
  ['no logs', [], NO_REST, 0, 0],
  ['today only', ago(0), NO_REST, 1, 1],
  ['yesterday only: today can still continue it', ago(1), NO_REST, 1, 1],
  ['the day before yesterday only: broken', ago(2), NO_REST, 0, 1],
  ['three days until today', ago(0, 1, 2), NO_REST, 3, 3],
  ['three days until yesterday', ago(1, 2, 3), NO_REST, 3, 3],
  ['a gap of a day', ago(0, 1, 3, 4, 5), NO_REST, 2, 3],
  ['a log for tomorrow, after a flight west', [...ago(1, 0), addDays(TODAY, 1)], NO_REST, 3, 3],
  ['Friday, seen on Sunday, resting at the weekend', ago(2), WEEKEND, 1, 1],
  ['Thursday, seen on Sunday, resting at the weekend', ago(3), WEEKEND, 0, 1],
  ['Friday and the Monday before, resting at the weekend', ago(2, 6), WEEKEND, 1, 1],
  ['a rest day with a log counts', ago(1, 2), WEEKEND, 2, 2],
  ['two weeks from Monday to Friday', ago(2, 3, 4, 5, 6, 9, 10, 11, 12, 13), WEEKEND, 10, 10],
  ['a pause keeps the streak', ago(0, 6, 7), paused(5, 1), 3, 3],
  ['a pause that is a day too short', ago(0, 6, 7), paused(5, 2), 1, 2],
  ['an open pause keeps the streak', ago(20, 21), paused(19, null), 2, 2],
  ['a pause of years', ago(0, 3000), paused(2999, 1), 2, 2]
])('%s', (_, active, rest, current, longest) => {
  expect(streakOf(active, TODAY, rest)).toEqual({ current, longest })
})

/** The reference implementation: counts day by day from the first to today. */
function countedDaily(active: readonly Day[], today: Day, { weekdays, pauses }: Rest) {
  const logged = new Set(active)
  let [run, longest] = [0, 0]
  const end = [today, ...active].sort().at(-1) as Day
  for (let day = active[0] ?? end; day <= end; day = addDays(day, 1)) {
    const rests =
      weekdays.includes(weekdayOf(day)) ||
      pauses.some(({ from, until }) => from <= day && (until === null || day <= until)) ||
      day >= today
    if (logged.has(day)) run += 1
    else if (!rests) run = 0
    longest = Math.max(longest, run)
  }
  return { current: run, longest }
}

describe('for random days, rest days and pauses', () => {
  const seed = { seed: 8, numRuns: 500 }
  const offsets = fc.uniqueArray(fc.integer({ min: -1, max: 60 }), { maxLength: 50 })
  const rests = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
    pauses: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 })).map(([start, length]) => ({
        from: addDays(TODAY, -start),
        until: length === 20 ? null : addDays(TODAY, length - start)
      })),
      { maxLength: 2 }
    )
  })
  test('the streak equals a count day by day', () => {
    fc.assert(
      fc.property(offsets, rests, (days, rest) => {
        const active = ago(...days)
        expect(streakOf(active, TODAY, rest)).toEqual(countedDaily(active, TODAY, rest))
      }),
      { seed: 7, numRuns: 2000 }
    )
  })

  test('logging on one more day never makes a streak shorter', () => {
    fc.assert(
      fc.property(offsets, fc.nat(60), rests, (days, more, rest) => {
        const before = streakOf(ago(...days), TODAY, rest)
        const after = streakOf(ago(...new Set([...days, more])), TODAY, rest)
        expect(after.longest).toBeGreaterThanOrEqual(before.longest)
        expect(after.current).toBeGreaterThanOrEqual(before.current)
      }),
      seed
    )
  })

  test('another rest day never makes a streak shorter', () => {
    fc.assert(
      fc.property(offsets, rests, fc.integer({ min: 1, max: 7 }), (days, rest, weekday) => {
        const before = streakOf(ago(...days), TODAY, rest)
        const after = streakOf(ago(...days), TODAY, { ...rest, weekdays: [...rest.weekdays, weekday] })
        expect(after.current).toBeGreaterThanOrEqual(before.current)
        expect(after.longest).toBeGreaterThanOrEqual(before.longest)
      }),
      seed
    )
  })

  test('the current streak is at most the longest, and that at most the number of days with logs', () => {
    fc.assert(
      fc.property(offsets, rests, (days, rest) => {
        const { current, longest } = streakOf(ago(...days), TODAY, rest)
        expect(longest).toBeLessThanOrEqual(days.length)
        expect(current).toBeLessThanOrEqual(longest)
        expect(longest > 0).toBe(days.length > 0)
      }),
      seed
    )
  })
})

/** A person logs on Friday, rests at the weekend, and looks at their streak from day to day. */
test.each([
  ['2026-11-20', 1],
  ['2026-11-21', 1],
  ['2026-11-22', 1],
  // On Monday the day is not over yet.
  ['2026-11-23', 1],
  ['2026-11-24', 0]
])('after a log on Friday, resting at the weekend, the streak on %s is %i', (today, current) => {
  expect(streakOf(['2026-11-20'], today, WEEKEND).current).toBe(current)
})

test('several pauses keep a streak, but a missed day between them breaks it', () => {
  const pauses = [
    { from: '2026-11-02', until: '2026-11-05' },
    { from: '2026-11-06', until: '2026-11-10' },
    { from: '2026-11-12', until: '2026-11-20' }
  ]
  const rest = { weekdays: [], pauses }
  expect(streakOf(['2026-11-01', '2026-11-11', '2026-11-21'], TODAY, rest)).toEqual({ current: 3, longest: 3 })
  expect(streakOf(['2026-11-01', '2026-11-21'], TODAY, rest)).toEqual({ current: 1, longest: 1 })
})

test('pauses that overlap rest days or each other keep a streak', () => {
  const pauses = [
    { from: '2026-11-07', until: '2026-11-16' },
    { from: '2026-11-10', until: '2026-11-12' }
  ]
  expect(streakOf(['2026-11-06', '2026-11-17'], '2026-11-17', { weekdays: [6, 7], pauses })).toEqual({
    current: 2,
    longest: 2
  })
})

test('weekdays have names, and other numbers have an empty one', () => {
  expect([1, 7].map(weekdayName)).toEqual(['Monday', 'Sunday'])
  expect([0, 8].map(weekdayName)).toEqual(['', ''])
})

test('the seven weekdays cannot all be rest days', () => {
  expect([[], [6, 7], [1, 2, 3, 4, 5, 6]].map(days => restDays.safeParse(days).success)).toEqual([true, true, true])
  expect([[1, 2, 3, 4, 5, 6, 7], [0], [8], [1.5], ['1']].map(days => restDays.safeParse(days).success)).toEqual(
    Array(5).fill(false)
  )
})

test('streakRules explains rest days and the start of a day in sentences', () => {
  const berlin = { time_zone: 'Europe/Berlin', day_start: 4 }
  expect(streakRules([], { time_zone: 'UTC', day_start: 0 })).toHaveLength(2)
  expect(streakRules([7], berlin)[1]).toBe('Sunday is a rest day: it doesn’t break your streak, but logs on it count.')
  expect(streakRules([7, 6, 3], berlin)[1]).toMatch(/^Wednesday, Saturday and Sunday are rest days: /)
  expect(streakRules([], berlin)[1]).toMatch(/^Your days start at 4:00 in the time zone Europe\/Berlin\./)
})

test('streakRules names each rest day once, in the order of the week', () => {
  const berlin = { time_zone: 'Europe/Berlin', day_start: 0 }
  expect(streakRules([7, 1, 7], berlin)[1]).toBe(
    'Monday and Sunday are rest days: they don’t break your streak, but logs on them count.'
  )
  expect(streakRules([], berlin).at(-1)).toMatch(/^Your days start at midnight in the time zone Europe\/Berlin\./)
})

test.each([
  ['none', [], [], []],
  [
    'two apart',
    [['01', '03']],
    [['06', '08']],
    [
      ['01', '03'],
      ['06', '08']
    ]
  ],
  ['the same twice', [['01', '03']], [['01', '03']], [['01', '03']]],
  ['two that touch', [['04', '05']], [['01', '03']], [['01', '05']]],
  ['one inside another', [['01', '09']], [['02', '03']], [['01', '09']]],
  [
    'one that is open',
    [['05', null]],
    [
      ['01', '02'],
      ['07', '08']
    ],
    [
      ['01', '02'],
      ['05', null]
    ]
  ]
] as const)('joins times away: %s', (_, some, others, expected) => {
  const pauses = (list: readonly (readonly [string, string | null])[]) =>
    list.map(([from, until]) => ({ from: `2026-01-${from}`, until: until && `2026-01-${until}` }))
  expect(joinedPauses(pauses(some), pauses(others))).toEqual(pauses(expected))
})
