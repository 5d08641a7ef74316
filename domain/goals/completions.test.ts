import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completions, ringTarget, showsAmount } from './completions.ts'

const goal = { completions_required: 3, amount: null, amount_per_log: null, distance: null, duration: 0, unit: '' }
const total = (more: object = {}) => ({ amount: 0, distance: 0, duration: 0, ...more })

test.each([
  ['an amount of 1', { amount: 1, unit: 'runs' }, { amount: 2 }, 2, '2 of 3 runs'],
  ['more than required', { amount: 1 }, { amount: 5 }, 5, '5 of 3 times'],
  ['an amount per log', { amount: 30, amount_per_log: 1, unit: 'days' }, { amount: 2.5 }, 2, '2 of 3 days'],
  ['the whole amount', { amount: 500, unit: 'words' }, { amount: 700 }, 1, '1 of 3 times'],
  ['a distance', { distance: 0.1 }, { distance: 0.1 + 0.2 }, 3, '3 of 3 times'],
  ['a time', { duration: 600 }, { duration: 1199 }, 1, '1 of 3 times']
])('%s is counted as "n of m"', { tags: ['SGL-51', 'D-104'] }, (_, asks, done, n, text) => {
  expect(completions({ ...goal, ...asks }, total(done))).toMatchObject({ done: n, required: 3, text })
})

test('the rest is the progress since the last completion, or the total after all of them', { tags: 'D-104' }, () => {
  const words = { ...goal, amount: 500, unit: 'words' }
  expect(completions(words, total({ amount: 700, duration: 60 }))?.sinceLast).toEqual(
    total({ amount: 200, duration: 60 })
  )
  expect(completions(words, total({ amount: 1700 }))?.sinceLast.amount).toBe(1700)
})

test('a goal to be done once, or without a measure, has no "n of m"', { tags: 'D-104' }, () => {
  expect(completions({ ...goal, amount: 4, completions_required: 1 }, total())).toBeNull()
  expect(completions({ ...goal, amount: 4, completions_required: null }, total())).toBeNull()
  expect(completions(goal, total())).toBeNull()
})

test('"n of m" replaces the amount when one completion is an amount of 1', { tags: 'D-104' }, () => {
  expect(showsAmount({ ...goal, amount: 1 })).toBe(true)
  expect(showsAmount({ ...goal, amount: 500 })).toBe(false)
  expect(showsAmount({ ...goal, distance: 1 })).toBe(false)
})

test('n counts whole completions, and the rest is less than one', { tags: 'D-104' }, () => {
  const once = fc.integer({ min: 1, max: 5000 }).map(thousandths => thousandths / 1000)
  fc.assert(
    fc.property(once, fc.nat(40), fc.integer({ min: 2, max: 60 }), (distance, times, required) => {
      const runs = { ...goal, distance, completions_required: required }
      // Add the logs one by one, with all rounding errors of binary fractions.
      const sum = Array.from({ length: times }, () => distance).reduce((all, one) => all + one, 0)
      const counted = completions(runs, total({ distance: sum }))
      expect(counted?.done).toBe(times)
      if (times < required) expect(counted?.sinceLast.distance).toBeLessThan(distance)
      else expect(counted?.sinceLast.distance).toBeCloseTo(sum, 2)
    }),
    { seed: 104, numRuns: 300 }
  )
})

test.each([
  ['no measure', {}, null],
  ['12 books', { amount: 12, unit: 'books' }, { kind: 'amount', target: 12 }],
  ['a distance with the default amount of 1', { amount: 1, distance: 5 }, { kind: 'distance', target: 5 }],
  ['an amount before a distance', { amount: 12, distance: 36 }, { kind: 'amount', target: 12 }],
  ['a time', { duration: 600 }, { kind: 'duration', target: 600 }],
  ['a distance before a time', { distance: 3, duration: 600 }, { kind: 'distance', target: 3 }],
  ['30 days, one per log', { amount: 1, amount_per_log: 1, completions_required: 30 }, { kind: 'amount', target: 30 }],
  ['2 miles, three times', { distance: 2, completions_required: 3 }, { kind: 'distance', target: 6 }],
  ['a time, twice', { duration: 600, completions_required: 2 }, { kind: 'duration', target: 1200 }],
  ['three completions without a measure', { completions_required: 3 }, null]
])('the measure and target of the ring of a goal: %s', { tags: 'GOAL-41' }, (_, asks, whole) => {
  expect(ringTarget({ ...goal, completions_required: 1, ...asks })).toEqual(whole)
})

test('the ring is full exactly when the last completion is done', { tags: 'D-104' }, () => {
  const runs = { ...goal, amount: 5, amount_per_log: 2, completions_required: 4 }
  expect(ringTarget(runs)?.target).toBe(8)
  expect([7.999, 8].map(amount => completions(runs, total({ amount }))?.done)).toEqual([3, 4])
})
