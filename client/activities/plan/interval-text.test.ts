import { expect, test } from 'vitest'
import type { Timer } from '../../../domain/goals/fields.ts'
import { intervalText, timerText, turnsText } from './interval-text.ts'

const timer = (duration: number, title = '', more: Partial<Timer> = {}): Timer => ({
  ...{ uuid: 'a', title, duration, is_interval: 0, sets: 1, nested: [] },
  ...more
})
const nested = (sets: number, ...inner: [number, string][]): Timer =>
  timer(0, '', { is_interval: 1, sets, nested: inner.map(([duration, title]) => ({ duration, title })) })
const part = (sets: number, ...timers: Timer[]) => ({ is_interval: 1 as const, sets, timers })

test.each([
  [part(8, timer(60, 'Run'), timer(90, 'Walk')), '8 × (60 s run, 90 s walk)'],
  [part(1, timer(60, 'Run'), timer(90, 'Walk')), '60 s run, 90 s walk'],
  [part(3, timer(120)), '3 × (2 min)'],
  [part(3, nested(2, [20, 'Work'], [10, 'Rest'])), '3 × 2 × (20 s work, 10 s rest)'],
  [part(3, nested(2, [20, 'Work']), timer(60, 'Rest')), '3 × (2 × (20 s work), 60 s rest)'],
  // A timer of no length never runs, so the text omits it.
  [part(2, timer(0, 'Nothing'), timer(30, 'Plank')), '2 × (30 s plank)'],
  [part(2, nested(5, [0, 'Nothing']), timer(30, 'Plank')), '2 × (30 s plank)'],
  [part(2, timer(0, 'Nothing')), ''],
  [part(2), ''],
  [{ is_interval: 0 as const, sets: 2, timers: [timer(30)] }, '']
])('describes the intervals of a part in a few words', (owner, text) => {
  expect(intervalText(owner)).toBe(text)
})

test.each([
  [119, '119 s'],
  [120, '2 min'],
  [150, '150 s'],
  [599, '599 s'],
  [600, '10 min'],
  [3600, '60 min'],
  [3629, '60 min']
])('a timer of %i seconds reads %s', (duration, text) => {
  expect(timerText(timer(duration))).toBe(text)
})

test.each([
  ['Run', '60 s run'],
  ['A', '60 s A'],
  ['HIIT', '60 s HIIT'],
  ['  ', '60 s'],
  ['Éclair', '60 s éclair']
])('a timer called %j reads %j: names in capitals keep them', (title, text) => {
  expect(timerText(timer(60, title))).toBe(text)
})

test('a part with turns says how many rounds each person has', { tags: 'D-93' }, () => {
  const turns = { per_participant: 1 as const, is_interval: 0 as const, sets: 3 }
  expect(turnsText(turns)).toBe(' each, 3 rounds')
  expect(turnsText({ ...turns, sets: 1 })).toBe(' each')
  expect(turnsText({ ...turns, per_participant: 0 })).toBe('')
})
