import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittingPresses, pressesOf } from '../goals/presses.ts'
import { isMet } from '../goals/repeat.ts'
import { DISTANCE_UNITS, distanceText, fromMiles, roundMiles, toMiles, unitOfLanguage } from './distance.ts'

test('distanceText writes miles or kilometres', { tags: ['TMR-18', 'D-154'] }, () => {
  const texts = (unit: 'mi' | 'km', ...miles: number[]) => miles.map(each => distanceText(each, unit))
  expect(texts('mi', 1, 3, 0.5, 1234.5678)).toEqual(['1 mile', '3 miles', '0.5 miles', '1,234.568 miles'])
  expect(texts('km', toMiles(1, 'km'), toMiles(5, 'km'), 1)).toEqual(['1 km', '5 km', '1.609 km'])
})

test.each([
  ['en-US', 'mi'],
  ['en-GB', 'mi'],
  ['en', 'mi'],
  ['en-IE', 'km'],
  ['de', 'km'],
  ['es-PR', 'mi'],
  ['ja-JP', 'km'],
  ['no language', 'mi']
])('the language %s has distances in %s', { tags: 'D-154' }, (language, unit) => {
  expect(unitOfLanguage(language)).toBe(unit)
})

const typed = fc.integer({ min: 0, max: 100_000_000 }).map(thousandths => thousandths / 1000)
const unit = fc.constantFrom(...DISTANCE_UNITS)

test('a typed distance is shown as it was typed', { tags: 'D-154' }, () => {
  fc.assert(
    fc.property(typed, unit, (number, unit) => {
      expect(fromMiles(toMiles(number, unit), unit)).toBe(number)
    }),
    { seed: 154, numRuns: 2000 }
  )
})

test('saving an unchanged number keeps its miles, in either unit', { tags: 'D-154' }, () => {
  fc.assert(
    fc.property(typed, unit, unit, (number, theirs, mine) => {
      const miles = toMiles(number, theirs)
      expect(toMiles(fromMiles(miles, mine), mine, miles)).toBe(miles)
    }),
    { seed: 155, numRuns: 500 }
  )
})

test('equal logs reach a goal of their sum, in either unit', { tags: 'D-154' }, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: 1, max: 1000 }),
      unit,
      (thousandths, times, unit) => {
        const one = toMiles(thousandths / 1000, unit)
        let sum = 0
        for (let nth = 0; nth < times; nth++) sum += one
        const target = toMiles((thousandths * times) / 1000, unit)
        expect(fromMiles(roundMiles(sum), unit)).toBe((thousandths * times) / 1000)
        const goal = { amount: null, distance: target, duration: 0 } as Parameters<typeof isMet>[0]
        expect(isMet(goal, { amount: 0, distance: roundMiles(sum), duration: 0, logs: times })).toBe(true)
      }
    ),
    { seed: 156, numRuns: 300 }
  )
})

test('buttons log whole kilometres for people who use kilometres', { tags: ['D-154', 'GOAL-10'] }, () => {
  const steps = fittingPresses('distance', { amount: null, unit: '', distance: toMiles(100, 'km'), duration: 0 }, 'km')
  expect(steps.map(({ distance }) => fromMiles(distance ?? 0, 'km'))).toEqual([1, 10])
  const goal = { amount: null, amount_per_log: null, distance: 62, duration: 0, action_duration: 0, list: [] }
  const [press] = pressesOf({ ...goal, quick_log_buttons: [], timers: [], sets: 1, is_interval: 0 }, 'km')
  expect(fromMiles(press?.distance ?? 0, 'km')).toBe(1)
})
