import { expect, test } from 'vitest'
import { kindsOf } from './kind.ts'

const goal = { amount: null, unit: '', distance: null, duration: 0 }
const timers = ['work', 'rest']

test.each([
  ['no measure', {}, ['count']],
  ['12 books', { amount: 12, unit: 'books' }, ['count']],
  ['miles', { distance: 20 }, ['distance']],
  ['miles and the default amount of 1', { amount: 1, distance: 20 }, ['distance']],
  ['an hour', { duration: 3600 }, ['time']],
  ['things to tick', { amount: 1, list: ['tent'] }, ['checklist']],
  ['intervals', { timers }, ['intervals']],
  ['intervals, ten times', { timers, amount: 10 }, ['intervals']],
  ['12 runs of 36 miles', { amount: 12, distance: 36 }, ['count', 'distance']],
  [
    'everything',
    { amount: 3, distance: 1, duration: 60, list: ['tent'], timers },
    ['intervals', 'distance', 'time', 'checklist']
  ]
])(
  'the kinds of a goal with %s',
  { tags: ['GOAL-67', 'GOAL-70', 'GOAL-71', 'GOAL-77', 'GOAL-78'] },
  (_, asks, kinds) => {
    expect(kindsOf({ ...goal, ...asks })).toEqual(kinds)
  }
)
