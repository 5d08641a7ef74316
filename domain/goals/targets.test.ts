import { expect, test } from 'vitest'
import { amountTarget } from './targets.ts'

const goal = { amount: 1, unit: '', distance: null, duration: 0 }

test.each([
  ['run 20 miles', { distance: 20 }],
  ['practise for an hour', { duration: 3600 }],
  ['pack three things', { list: ['tent', 'stove', 'map'] }],
  ['no measure', { amount: null }],
  ['an amount of 0', { amount: 0 }]
])('a goal without an amount to reach: %s', { tags: 'GOAL-41' }, (_, asks) => {
  expect(amountTarget({ ...goal, ...asks })).toBeNull()
})

test.each([
  ['once, and nothing else', {}, 1],
  ['one book in ten hours', { unit: 'book', duration: 36_000 }, 1],
  ['12 books', { amount: 12 }, 12],
  ['12 runs of 3 miles', { amount: 12, distance: 36 }, 12],
  ['a half per log', { amount_per_log: 0.5, distance: 3 }, 1],
  ['3 miles, three times', { distance: 3, completions_required: 3 }, 1]
])('a goal with an amount to reach: %s', { tags: 'GOAL-41' }, (_, asks, amount) => {
  expect(amountTarget({ ...goal, ...asks })).toBe(amount)
})
