import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../lib/day.ts'
import {
  beginWeek,
  countDone,
  type DoneUnit,
  daysOfUnits,
  type Following,
  isOpen,
  joiningStay,
  placeOn,
  unitOn,
  withTick
} from './progress.ts'

const unit = { title: 'Run', text: '', plan: null, amount: null }
const weeksOf = (...counts: number[]) => counts.map(count => ({ units: Array.from({ length: count }, () => unit) }))
const START = '2026-03-02'
const day = (count: number) => addDays(START, count)
const begun: Following = { stays: [{ week: 0, from: START }], done: [] }
const did = (...units: [week: number, unit: number, day: number, stay?: number][]): DoneUnit[] =>
  units.map(([week, unit, at, stay = 0]) => ({ stay, week, unit, day: day(at) }))

test.each([
  [-1, { state: 'before', week: 0, day: 0 }],
  [0, { state: 'on', week: 0, day: 0 }],
  [6, { state: 'on', week: 0, day: 6 }],
  [7, { state: 'on', week: 1, day: 0 }],
  [20, { state: 'on', week: 2, day: 6 }],
  [21, { state: 'over', week: 2, day: 6 }]
])('on day %s the next week has opened by itself', (at, place) => {
  expect(placeOn(weeksOf(3, 3, 3), begun, [], day(at))).toMatchObject(place)
})

test('three units of a week come on the first, third and fifth day, one a day', () => {
  const weeks = weeksOf(3, 3)
  expect(unitOn(weeks, begun, [], day(0))).toEqual({ week: 0, unit: 0, isDone: false })
  const first = { ...begun, done: did([0, 0, 0]) }
  expect(unitOn(weeks, first, [], day(0))).toEqual({ week: 0, unit: 0, isDone: true })
  expect(unitOn(weeks, first, [], day(1))).toBeNull()
  expect(unitOn(weeks, first, [], day(2))).toEqual({ week: 0, unit: 1, isDone: false })
  // Nothing was done for days: it asks for one unit a day, not for all at once.
  expect(unitOn(weeks, first, [], day(6))).toEqual({ week: 0, unit: 1, isDone: false })
  const late = { ...begun, done: did([0, 0, 0], [0, 1, 6]) }
  expect(unitOn(weeks, late, [], day(6))).toEqual({ week: 0, unit: 1, isDone: true })
  expect(unitOn(weeks, late, [], day(7))).toEqual({ week: 1, unit: 0, isDone: false })
})

test('a unit of last week that is ticked later leaves the unit of today as it is', () => {
  const late = { ...begun, done: did([0, 2, 7]) }
  expect(unitOn(weeksOf(3, 3), late, [], day(7))).toEqual({ week: 1, unit: 0, isDone: false })
})

test('a press marks a unit once, and taking it back leaves what was done before the week began again', () => {
  const weeks = weeksOf(3, 3)
  const again = { stays: [...begun.stays, { week: 0, from: day(5) }], done: did([0, 0, 0]) }
  const place = placeOn(weeks, again, [], day(5))
  const press = { week: 0, unit: 0, day: day(5) }
  const pressed = withTick(again.done, place, { ...press, isDone: true })
  expect(pressed).toEqual(did([0, 0, 0], [0, 0, 5, 1]))
  expect(withTick(pressed, place, { ...press, isDone: true })).toEqual(pressed)
  expect(withTick(pressed, place, { ...press, isDone: false })).toEqual(again.done)
  // A unit of an earlier week counts once, whenever it was done.
  const later = placeOn(weeks, again, [], day(12))
  expect(withTick(pressed, later, { ...press, isDone: false })).toEqual([])
})

test('a week that is repeated begins today and asks for all units, which count once for the whole', () => {
  const stays = beginWeek(begun.stays, 0, day(5))
  expect(beginWeek(stays, 0, day(5))).toEqual(stays)
  const again = { stays, done: did([0, 0, 0], [0, 1, 2]) }
  expect(placeOn(weeksOf(3, 3), again, [], day(11))).toMatchObject({ week: 0, day: 6, stay: 1 })
  expect(unitOn(weeksOf(3, 3), again, [], day(5))).toEqual({ week: 0, unit: 0, isDone: false })
  expect(countDone([...again.done, ...did([0, 0, 5, 1])])).toBe(2)
  expect(placeOn(weeksOf(3, 3), again, [], day(12))).toMatchObject({ week: 1, day: 0 })
})

test('a skipped week brings the next one today, and two moves on a day count as the last', () => {
  const stays = beginWeek(beginWeek(begun.stays, 1, day(3)), 2, day(3))
  expect(placeOn(weeksOf(3, 3, 3), { stays }, [], day(3))).toMatchObject({ week: 2, day: 0 })
  expect(placeOn(weeksOf(3, 3, 3), { stays }, [], day(10))).toMatchObject({ state: 'over' })
})

test('while someone is away nothing is due, and the programme goes on where it was', () => {
  const away = [{ from: day(3), until: day(13) }]
  const weeks = weeksOf(7, 7)
  expect(unitOn(weeks, begun, away, day(2))).toMatchObject({ unit: 0 })
  for (const at of [3, 8, 12]) {
    expect(placeOn(weeks, begun, away, day(at))).toMatchObject({ state: 'resting', week: 0, day: 3 })
    expect(unitOn(weeks, begun, away, day(at))).toBeNull()
  }
  expect(placeOn(weeks, begun, away, day(13))).toMatchObject({ state: 'on', week: 0, day: 3 })
  expect(placeOn(weeks, begun, away, day(17))).toMatchObject({ state: 'on', week: 1, day: 0 })
})

test('the days to come leave out time away, and a late unit moves to the next free day', () => {
  const away = [{ from: day(2), until: day(5) }]
  const following = { ...begun, done: did([0, 0, 1]) }
  expect(daysOfUnits(weeksOf(3, 2), following, away, day(1))).toEqual([
    { week: 0, unit: 0, day: day(1), isDone: true },
    { week: 0, unit: 1, day: day(5), isDone: false },
    { week: 0, unit: 2, day: day(7), isDone: false },
    { week: 1, unit: 0, day: day(10), isDone: false },
    { week: 1, unit: 1, day: day(13), isDone: false }
  ])
  // Two days of the week are left for three units.
  const late = daysOfUnits(weeksOf(3), begun, [], day(5))
  expect(late.map(({ unit, day }) => [unit, day])).toEqual([
    [0, day(5)],
    [1, day(6)]
  ])
})

test('units of a later week are closed until it opens, and all are open at the end', () => {
  const weeks = weeksOf(3, 3)
  expect(isOpen(placeOn(weeks, begun, [], day(-1)), 0)).toBe(false)
  expect([0, 1].map(week => isOpen(placeOn(weeks, begun, [], day(2)), week))).toEqual([true, false])
  expect(isOpen(placeOn(weeks, begun, [], day(30)), 1)).toBe(true)
})

test.each([
  [-3, { week: 0, from: START }],
  [6, { week: 0, from: START }],
  [15, { week: 2, from: day(14) }],
  [90, { week: 2, from: day(14) }]
])('someone who joins a group on day %s begins in its week', (at, stay) => {
  expect(joiningStay(weeksOf(1, 1, 1), START, day(at))).toEqual(stay)
})

test('whatever someone does, a day asks for one unit, and a unit that is done is not asked for again', () => {
  const act = fc.constantFrom('wait', 'tick', 'repeat', 'skip')
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 9 }),
      fc.array(act, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (counts, acts, from, length) => {
        const weeks = weeksOf(...counts)
        const away = [{ from: day(from), until: day(from + length) }]
        let state: Following = begun
        acts.forEach((what, at) => {
          const now = day(at)
          const due = unitOn(weeks, state, away, now)
          const planned = daysOfUnits(weeks, state, away, now).filter(one => !one.isDone)
          if (due && !due.isDone) {
            expect(planned[0]).toEqual({ ...due, day: now })
            expect(state.done.some(one => one.day === now && one.week === due.week && one.unit === due.unit)).toBe(
              false
            )
          }
          expect(new Set(planned.map(one => one.day)).size).toBe(planned.length)
          for (const one of planned)
            expect(one.day >= now && !(one.day >= day(from) && one.day < day(from + length))).toBe(true)
          const place = placeOn(weeks, state, away, now)
          expect(place.week).toBeLessThan(weeks.length)
          if (what === 'tick' && due && !due.isDone) {
            const one = { stay: place.stay, week: due.week, unit: due.unit, day: now }
            state = { ...state, done: [...state.done, one] }
            expect(unitOn(weeks, state, away, now)).toEqual({ ...due, isDone: true })
          }
          if (what === 'repeat') state = { ...state, stays: beginWeek(state.stays, place.week, now) }
          if (what === 'skip' && place.week + 1 < weeks.length) {
            state = { ...state, stays: beginWeek(state.stays, place.week + 1, now) }
          }
        })
      }
    )
  )
})
