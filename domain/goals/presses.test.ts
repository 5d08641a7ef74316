import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GOAL_KINDS } from './kind.ts'
import { newTimer } from './new-timer.ts'
import { fittingPresses, pressesOf } from './presses.ts'

const UUID = '00000000-0000-4000-8000-000000000001'
const asked = { amount: null, unit: '', distance: null, duration: 0 }

test.each([
  ['once', 1, '', [1]],
  ['no amount', null, 'books', [1]],
  ['12 books', 12, 'books', [1]],
  ['30 times', 30, '', [1]],
  ['30 pages', 30, 'pages', [1, 2]],
  ['50 push-ups', 50, 'push-ups', [1, 5]],
  ['100 pages', 100, 'pages', [1, 10]],
  ['2,000 ml', 2000, 'ml', [50, 200]],
  ['10,000 steps', 10_000, 'steps', [200, 1000]],
  ['1,000 times', 1000, '', [1, 50]],
  ['half a litre', 0.5, 'litres', [0.5]]
])('the buttons for a new goal: %s', { tags: 'GOAL-10' }, (_, amount, unit, steps) => {
  expect(fittingPresses('count', { ...asked, amount, unit }, 'mi').map(press => press.amount)).toEqual(steps)
})

test.each([
  ['a mile', 1, [1]],
  ['20 miles', 20, [1, 2]],
  ['100 miles', 100, [1, 10]],
  ['half a mile', 0.5, [0.5]]
])('the buttons for %s log miles', { tags: 'GOAL-10' }, (_, distance, steps) => {
  const presses = fittingPresses('distance', { ...asked, amount: 1, distance }, 'mi')
  expect(presses.map(press => [press.amount, press.distance])).toEqual(steps.map(step => [null, step]))
})

test.each([
  ['20 minutes', 1200, [1200]],
  ['half an hour', 1800, [600, 1200, 1800]],
  ['45 minutes', 2700, [900, 1800, 2700]],
  ['an hour', 3600, [3600]],
  ['100 hours', 360_000, [1800, 3600]],
  ['no time yet', 0, [1800]]
])('the buttons for %s start timers', { tags: 'GOAL-10' }, (_, duration, times) => {
  expect(fittingPresses('time', { ...asked, duration }, 'mi').map(press => press.duration)).toEqual(times)
})

test('new checklists and interval goals get no buttons', { tags: 'GOAL-10' }, () => {
  expect(fittingPresses('checklist', { ...asked, amount: 1 }, 'mi')).toEqual([])
  expect(fittingPresses('intervals', { ...asked, amount: 10 }, 'mi')).toEqual([])
})

test('each button logs more than 0 and at most the whole goal', { tags: 'GOAL-10' }, () => {
  const number = fc.double({ min: 0.001, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom(...GOAL_KINDS), number, fc.boolean(), (kind, target, hasUnit) => {
      const unit = hasUnit ? 'pages' : ''
      const presses = fittingPresses(
        kind,
        { amount: target, unit, distance: target, duration: Math.ceil(target) },
        'mi'
      )
      const steps = presses.map(({ amount, distance, duration }) => amount ?? distance ?? duration ?? 0)
      expect(steps.every(step => step > 0 && step <= Math.max(1, Math.ceil(target)))).toBe(true)
      expect(new Set(steps).size).toBe(steps.length)
    }),
    { seed: 10, numRuns: 200 }
  )
})

const goal = {
  quick_log_buttons: [],
  amount: null,
  amount_per_log: null,
  distance: null,
  duration: 0,
  action_duration: 0,
  timers: [],
  sets: 1,
  is_interval: 0 as const,
  list: []
}
const intervals = { timers: [{ ...newTimer(UUID), duration: 15 }], sets: 2, is_interval: 1 as const }
const button = { uuid: UUID, title: '', content: '', amount: 1, distance: null, duration: null, status: 1 as const }
const measures = (more: Partial<Parameters<typeof pressesOf>[0]>) =>
  pressesOf({ ...goal, ...more }, 'mi').map(({ uuid, amount, distance, duration }) => [
    uuid,
    amount,
    distance,
    duration
  ])

test('an interval goal has a press that starts it, before its buttons', {
  tags: ['D-56', 'GOAL-76', 'GOAL-77']
}, () => {
  expect(measures(intervals)).toEqual([[null, null, null, 30]])
  expect(measures({ ...intervals, amount: 10 })).toEqual([[null, 1, null, 30]])
  expect(measures({ ...intervals, quick_log_buttons: [button] })).toEqual([
    [null, null, null, 30],
    [UUID, 1, null, null]
  ])
  const timed = { ...button, amount: null, duration: 30 }
  expect(measures({ ...intervals, quick_log_buttons: [timed] })).toEqual([[UUID, null, null, 30]])
})

test('a goal without buttons has one press, and a checklist has none', { tags: 'SGL-25' }, () => {
  expect(measures({})).toEqual([[null, 1, null, null]])
  expect(measures({ amount: 30, amount_per_log: 5 })).toEqual([[null, 5, null, null]])
  expect(measures({ distance: 3 })).toEqual([[null, null, 1, null]])
  expect(measures({ duration: 600, amount: 3 })).toEqual([[null, 1, null, 600]])
  expect(measures({ list: ['tent'] })).toEqual([])
})

test.each([
  // Below, at and above each limit of the rule.
  [0.999, 'litres', [0.999]],
  [1, 'litres', [1]],
  [12, 'books', [1]],
  [12.5, 'books', [1]],
  [20, 'pages', [1, 2]],
  [14, 'pages', [1]],
  [16, 'pages', [1, 2]],
  [100, 'pages', [1, 10]],
  [101, 'pages', [2, 10]],
  [250, 'pages', [5, 20]],
  [1_000_000, 'steps', [20_000, 100_000]]
])('the buttons for %d %s', { tags: 'GOAL-10' }, (amount, unit, steps) => {
  expect(fittingPresses('count', { ...asked, amount, unit }, 'mi').map(press => press.amount)).toEqual(steps)
})

test.each([
  [3599, [3599]],
  [3600, [3600]],
  [3601, [1800, 3600]],
  [1, [1]]
])('a goal of %i seconds starts timers of %j', { tags: 'GOAL-10' }, (duration, times) => {
  expect(fittingPresses('time', { ...asked, duration }, 'mi').map(press => press.duration)).toEqual(times)
})

test('a goal with buttons has only those', { tags: 'SGL-25' }, () => {
  const other = { ...button, uuid: UUID.replace('1', '2'), amount: 5 }
  expect(measures({ quick_log_buttons: [button, other], amount: 30, distance: 2, duration: 60 })).toEqual([
    [UUID, 1, null, null],
    [other.uuid, 5, null, null]
  ])
})

test('intervals without a duration, or with a timed button, get no press of their own', {
  tags: 'D-56'
}, () => {
  const empty = { ...intervals, timers: [{ ...newTimer(UUID), duration: 0 }] }
  expect(measures({ ...empty, amount: 10 })).toEqual([[null, 1, null, null]])
  const timed = { ...button, amount: null, duration: 30 }
  expect(measures({ ...intervals, quick_log_buttons: [button, timed] }).map(([, , , time]) => time)).toEqual([null, 30])
})

test('without buttons, a press logs the amount per log, or starts the timer of a timed goal', {
  tags: 'SGL-25'
}, () => {
  expect(measures({ amount_per_log: 3 })).toEqual([[null, 3, null, null]])
  expect(measures({ distance: 5, duration: 1800 })).toEqual([[null, null, null, 1800]])
  expect(measures({ amount: 10, amount_per_log: 2, duration: 60 })).toEqual([[null, 2, null, 60]])
})
