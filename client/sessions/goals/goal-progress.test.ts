import { expect, test } from 'vitest'
import { pressesOf } from '../../../domain/goals/presses.ts'
import type { SessionTask } from '../../../domain/sessions/api.ts'
import { person, sessionOf, taskOf, WATER } from '../../../testing/page/session-page.ts'
import { aims, amountsText, NOTHING, totalsText } from './goal-progress.ts'
import { buttonText } from './quick-log-buttons.ts'

const labels = (task: Partial<SessionTask>, total = {}) =>
  aims(taskOf(WATER, 'Goal', task), { ...NOTHING, ...total }, 'mi').map(({ label }) => label)
const shares = (task: Partial<SessionTask>, total = {}) =>
  aims(taskOf(WATER, 'Goal', task), { ...NOTHING, ...total }, 'mi').map(({ share }) => share)

test('amountsText lists amount, distance and duration, and skips zeros', { tags: ['TMR-18', 'TMR-19'] }, () => {
  expect(amountsText({ amount: 2, distance: 1, duration: 90 }, 'glasses', 'mi')).toBe('2 glasses, 1 mile, 01:30')
  expect(amountsText({ ...NOTHING, amount: 1 }, undefined, 'mi')).toBe('1 time')
  expect(amountsText(NOTHING, 'glasses', 'mi')).toBe('')
})

test('totalsText lists what one person logged, and skips goals without logs', { tags: 'TMR-19' }, () => {
  const totals = { amount: 3, distance: 0, duration: 0, list_progress: [] }
  expect(totalsText(person('ada', { task_totals: { [WATER]: totals } }), sessionOf(), 'mi')).toBe('3 glasses')
  expect(totalsText(person('ada'), sessionOf(), 'mi')).toBe('')
})

test.each<[string, Partial<SessionTask>, object, string[]]>([
  ['no line for a goal without targets', {}, { amount: 4 }, []],
  ['an amount', { amount: 6, unit: 'glasses' }, { amount: 2 }, ['2 of 6 glasses']],
  ['miles', { distance: 3 }, { distance: 1.5 }, ['1.5 of 3 miles']],
  ['time', { duration: 600 }, { duration: 90 }, ['01:30 of 10:00']],
  ['the action’s duration instead of the goal’s own', { duration: 600, action_duration: 60 }, {}, ['00:00 of 01:00']],
  ['all three', { amount: 2, distance: 1, duration: 60 }, {}, ['0 of 2 times', '0 of 1 mile', '00:00 of 01:00']],
  ['several completions', { amount: 10, completions_required: 2 }, { amount: 14 }, ['1 of 2 times', '4 of 10 times']],
  ['several completions of one', { amount: 1, completions_required: 3, unit: 'laps' }, { amount: 2 }, ['2 of 3 laps']]
])('aims returns one line per target: %s', { tags: ['TMR-18', 'TMR-19', 'D-104'] }, (_, task, total, lines) => {
  expect(labels(task, total)).toEqual(lines)
})

test('a share is at most 1', { tags: 'D-104' }, () => {
  expect(shares({ amount: 4 }, { amount: 1 })).toEqual([0.25])
  expect(shares({ amount: 4, distance: 2, duration: 60 }, { amount: 9, distance: 3, duration: 90 })).toEqual([1, 1, 1])
  expect(shares({ amount: 1, completions_required: 2 }, { amount: 7 })).toEqual([1])
})

const presses = (task: Partial<SessionTask>) => {
  const goal = taskOf(WATER, 'Goal', task)
  return pressesOf(goal, 'mi').map(press => buttonText(press, goal, 'mi'))
}
const button = { uuid: WATER, content: '', title: '', amount: null, distance: null, duration: null, status: 1 as const }

test.each<[string, Partial<SessionTask>, string[]]>([
  ['no target', {}, ['+1 time']],
  ['an amount', { amount: 6, unit: 'glasses' }, ['+1 glass']],
  ['an amount per log', { amount: 30, amount_per_log: 5, unit: 'pages' }, ['+5 pages']],
  ['miles only', { distance: 3 }, ['+1 mile']],
  ['miles and an amount', { distance: 3, amount: 2 }, ['+1 time']],
  ['a duration', { duration: 600 }, ['Start 10 min']],
  ['a duration of 90 minutes', { duration: 5400 }, ['Start 1 h 30 min']]
])('a goal without buttons offers one press: %s', { tags: 'SGL-25' }, (_, task, words) => {
  expect(presses(task)).toEqual(words)
})

test('a goal with buttons offers only those, by their titles', { tags: 'SGL-25' }, () => {
  const quick_log_buttons = [
    { ...button, title: 'A glass', amount: 1 },
    { ...button, distance: 2.5 },
    { ...button, title: 'Nap', duration: 60 },
    { ...button, amount: 3 }
  ] as SessionTask['quick_log_buttons']
  expect(presses({ quick_log_buttons, unit: 'cups', duration: 600 })).toEqual([
    'A glass',
    '+2.5 miles',
    'Start Nap',
    '+3 cups'
  ])
})

test('a press on a timed goal with an amount also counts 1', { tags: 'SGL-25' }, () => {
  const [timed] = pressesOf(taskOf(WATER, 'Goal', { duration: 600, amount: 6 }), 'mi')
  const [alone] = pressesOf(taskOf(WATER, 'Goal', { duration: 600 }), 'mi')
  expect([timed?.amount, timed?.duration, alone?.amount]).toEqual([1, 600, null])
})
