import { expect, test } from 'vitest'
import { completions, saysAmount } from './completions.ts'

const goal = { completions_required: 3, amount: null, amount_per_log: null, distance: null, duration: 0, unit: '' }
const total = (more: object = {}) => ({ amount: 0, distance: 0, duration: 0, ...more })

test.each([
  ['once a log', { amount: 1, unit: 'runs' }, { amount: 2 }, 2, '2 of 3 runs'],
  ['more than asked', { amount: 1 }, { amount: 5 }, 5, '5 of 3 times'],
  ['a part of a log', { amount: 30, amount_per_log: 1, unit: 'days' }, { amount: 2.5 }, 2, '2 of 3 days'],
  ['the whole amount', { amount: 500, unit: 'words' }, { amount: 700 }, 1, '1 of 3 times'],
  ['a distance', { distance: 0.1 }, { distance: 0.1 + 0.2 }, 3, '3 of 3 times'],
  ['a time', { duration: 600 }, { duration: 1199 }, 1, '1 of 3 times']
])('SGL-51 D-104 %s is counted as "n of m"', (_, asks, done, n, text) => {
  expect(completions({ ...goal, ...asks }, total(done))).toMatchObject({ done: n, required: 3, text })
})

test('D-104 what was done since the last time is the rest; with enough of it all is', () => {
  const words = { ...goal, amount: 500, unit: 'words' }
  expect(completions(words, total({ amount: 700, duration: 60 }))?.rest).toEqual(total({ amount: 200, duration: 60 }))
  expect(completions(words, total({ amount: 1700 }))?.rest.amount).toBe(1700)
})

test('D-104 a goal to be done once, or without anything to count, has no "n of m"', () => {
  expect(completions({ ...goal, amount: 4, completions_required: 1 }, total())).toBeNull()
  expect(completions({ ...goal, amount: 4, completions_required: null }, total())).toBeNull()
  expect(completions(goal, total())).toBeNull()
})

test('D-104 "n of m" says the amount where one of it is one time', () => {
  expect(saysAmount({ ...goal, amount: 1 })).toBe(true)
  expect(saysAmount({ ...goal, amount: 500 })).toBe(false)
  expect(saysAmount({ ...goal, distance: 1 })).toBe(false)
})
