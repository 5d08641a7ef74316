import { expect, test } from 'vitest'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { EXAMPLE_LOG } from '../logs/example-log.ts'
import { EXAMPLE_GOAL } from './example-goal.ts'
import { isReached, measuresOf, periodText, ratioOf } from './goal-progress.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const NONE = { amount: 0, distance: 0, duration: 0 }
/** A goal without a target and without progress. */
const BLANK: Goal = { ...EXAMPLE_GOAL, amount: null, amount_per_log: null, amount_elapsed: 0, duration_elapsed: 0 }

function texts(goal: Partial<Goal>, pending = NONE, now = NOW): string[] {
  return measuresOf({ ...BLANK, ...goal }, pending, now, 'mi').map(({ text }) => text)
}
function ratio(goal: Partial<Goal>, pending = NONE): number | null {
  return ratioOf({ ...BLANK, ...goal }, measuresOf({ ...BLANK, ...goal }, pending, NOW, 'mi'))
}
/** A timer that runs for so many seconds since its last start, and had counted some before a pause. */
const timer = (seconds: number, counted = 0) => ({
  ...EXAMPLE_LOG,
  id: 9,
  status: LogStatus.Active,
  duration: 1500,
  started_at: new Date(NOW - seconds * 1000).toISOString(),
  ended_at: new Date(NOW + (1500 - seconds) * 1000).toISOString(),
  elapsed_duration: counted
})

test.each<[string, Partial<Goal>, string[]]>([
  ['no target and no progress', {}, ['0 books']],
  ['an amount without a target', { amount_elapsed: 8 }, ['8 books']],
  ['an amount without a unit', { amount_elapsed: 1, unit: '' }, ['1 time']],
  ['an amount of many', { amount: 12_000, amount_elapsed: 1500 }, ['1,500 of 12,000 books']],
  ['more than the target', { amount: 12, amount_elapsed: 13 }, ['13 of 12 books']],
  ['miles', { distance: 3.5, distance_elapsed: 1.25 }, ['1.25 of 3.5 miles']],
  ['tenths that do not add up in binary', { distance_elapsed: 0.1 + 0.2 }, ['0.3 miles']],
  ['time', { duration: 5400, duration_elapsed: 600 }, ['10:00 of 1:30:00']],
  ['a target without progress', { duration: 5400 }, ['00:00 of 1:30:00']],
  [
    'all three',
    { amount: 12, amount_elapsed: 3, distance_elapsed: 2, duration: 60, duration_elapsed: 60 },
    ['3 of 12 books', '2 miles', '01:00 of 01:00']
  ]
])('progress in words: %s', { tags: ['GOAL-41', 'TMR-18', 'TMR-19'] }, (_, goal, words) => {
  expect(texts(goal)).toEqual(words)
})

const item = (uuid: string, done: 0 | 1) => ({ uuid, title: uuid, link: '', done })

test.each<[string, Partial<Goal>, string[], number]>([
  ['a distance', { amount: 1, unit: '', distance: 100, distance_elapsed: 8.1 }, ['8.1 of 100 miles'], 0.081],
  ['a time', { amount: 1, unit: '', duration: 600, duration_elapsed: 300 }, ['05:00 of 10:00'], 0.5],
  ['a checklist', { amount: 1, unit: '', list: [item('a', 1), item('b', 0)] }, ['1 of 2 items'], 0.5],
  [
    'a distance after a press',
    { amount: 1, unit: '', amount_elapsed: 1, distance: 20 },
    ['1 time', '0 of 20 miles'],
    0
  ],
  ['an amount that was given', { amount: 2, unit: '', list: [item('a', 1)] }, ['0 of 2 times', '1 of 1 item'], 0]
])('the percentage follows the given target: %s', { tags: 'GOAL-41' }, (_, goal, words, part) => {
  expect(texts(goal)).toEqual(words)
  expect(ratio(goal)).toBeCloseTo(part)
})

test('counts unconfirmed presses at once', { tags: 'GOAL-41' }, () => {
  const goal = { amount: 12, amount_elapsed: 3, distance_elapsed: 1 }
  expect(texts(goal, { amount: 2, distance: 0.5, duration: 0 })).toEqual(['5 of 12 books', '1.5 miles'])
  expect(ratio(goal, { amount: 3, distance: 0, duration: 0 })).toBe(0.5)
})

test("a running timer adds each second after the server's count", { tags: 'TMR-03' }, () => {
  const goal = { duration: 3600, duration_elapsed: 1000, activeLog: timer(100, 40) }
  expect(texts(goal)).toEqual(['17:40 of 1:00:00'])
  expect(texts(goal, NONE, NOW + 5000)).toEqual(['17:45 of 1:00:00'])
})

test('counts a timer of both goal and button once, and two timers twice', { tags: 'TMR-03' }, () => {
  const [first, second] = EXAMPLE_GOAL.quick_log_buttons
  if (!first || !second) throw new Error('the example has two buttons')
  const buttons = [{ ...first, activeLog: timer(100) }, second]
  expect(texts({ activeLog: timer(100), quick_log_buttons: buttons })).toEqual(['01:40'])
  const other = { ...timer(20), id: 10 }
  expect(texts({ activeLog: timer(100), quick_log_buttons: [{ ...first, activeLog: other }] })).toEqual(['02:00'])
})

test('a paused timer does not count', { tags: 'TMR-03' }, () => {
  const paused = { ...timer(100, 60), status: LogStatus.Paused, paused_at: new Date(NOW - 40_000).toISOString() }
  const goal = { duration_elapsed: 60, activeLog: paused }
  expect(texts(goal, NONE, NOW + 60_000)).toEqual(texts(goal))
})

test('the measures of a running timer show as still running, and move the ring when it ends', { tags: 'D-52' }, () => {
  const goal = {
    amount: 2,
    unit: 'runs',
    amount_elapsed: 2,
    distance: 5,
    distance_elapsed: 3,
    activeLog: { ...timer(100), amount: 1, distance: 3 }
  }
  expect(texts(goal).slice(0, 2)).toEqual(['2 of 2 runs, 1 still running', '3 of 5 miles, 3 still running'])
  expect([ratio(goal), isReached(measuresOf({ ...BLANK, ...goal }, NONE, NOW, 'mi'))]).toEqual([0.5, false])
  const [first, second] = measuresOf({ ...BLANK, ...goal }, NONE, NOW + 1_500_000, 'mi')
  expect([first, second]).toMatchObject([
    { text: '2 of 2 runs', ratio: 1 },
    { text: '3 of 5 miles', ratio: 0.6 }
  ])
  const times = { amount: 1, completions_required: 3, amount_elapsed: 3, activeLog: { ...timer(100), amount: 1 } }
  expect(texts(times)[0]).toBe('3 of 3 books, 1 still running')
  expect(ratio(times)).toBeCloseTo(2 / 3)
})

test('a goal with several completions shows their number and the progress of the current one', {
  tags: 'D-104'
}, () => {
  const goal = { amount: 30, completions_required: 3, unit: 'pages' }
  expect(texts({ ...goal, amount_elapsed: 40 })).toEqual(['1 of 3 times', '10 of 30 pages'])
  expect(texts({ ...goal, amount: 1, amount_elapsed: 2 })).toEqual(['2 of 3 pages'])
})

test.each<[string, Partial<Goal>, number | null]>([
  ['without a target it is missing', { amount_elapsed: 8 }, null],
  ['the first target decides', { amount: 10, amount_elapsed: 5, duration: 100, duration_elapsed: 100 }, 0.5],
  ['a target without progress comes before one with', { amount: 10, duration: 100, duration_elapsed: 100 }, 0],
  ['more than the target is more than full', { amount: 10, amount_elapsed: 15 }, 1.5],
  ['tenths that do not add up in binary are full', { distance: 0.3, distance_elapsed: 0.1 + 0.2 }, 1],
  ['a completed goal is full, with any progress', { amount: 10, status: GoalStatus.Completed }, 1],
  ['the number of completions decides first', { amount: 30, completions_required: 4, amount_elapsed: 45 }, 0.25]
])('the ring: %s', { tags: ['GOAL-31', 'D-104'] }, (_, goal, full) => {
  expect(ratio(goal)).toBe(full)
})

test.each<[string, Partial<Goal>, boolean]>([
  ['no target', { amount_elapsed: 8 }, false],
  ['some of it', { amount: 10, amount_elapsed: 9 }, false],
  ['all of it', { amount: 10, amount_elapsed: 10 }, true],
  ['one of two targets', { amount: 10, amount_elapsed: 10, distance: 3, distance_elapsed: 2 }, false],
  ['both targets', { amount: 10, amount_elapsed: 12, distance: 0.3, distance_elapsed: 0.1 + 0.2 }, true]
])('a goal is reached once all its targets are: %s', { tags: 'GOAL-31' }, (_, asks, reached) => {
  expect(isReached(measuresOf({ ...BLANK, ...asks }, NONE, NOW, 'mi'))).toBe(reached)
})

test.each([
  ['2026-11-24', 'Counts for Wednesday'],
  ['2026-11-25', 'Today'],
  ['2026-11-26', '2026-11-25']
])('on %s the card of a goal for Wednesday says %s', { tags: 'D-157' }, (today, words) => {
  const period = { from: '2026-11-25', to: '2026-11-25', logs: 0, ...NONE }
  const texts = { dayText: (day: string) => day, monthText: () => '' }
  expect(periodText({ repeats: { every: 'day', weekdays: [3] }, period }, today, texts)).toBe(words)
})
