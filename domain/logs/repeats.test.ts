import { expect, test } from 'vitest'
import { repeatsOf } from './repeats.ts'

const PRESS = { goal_id: 5, challenge_event_id: null, task_uuid: null, title: '', content: '', day: '2026-03-01' }
const idle = () => false
const sizes = (logs: (typeof PRESS | object)[], isRunning = idle) =>
  repeatsOf(
    logs.map(log => ({ ...PRESS, ...log }) as typeof PRESS),
    isRunning
  ).map(run => run.length)

test('presses of one goal on one day are one run', () => {
  expect(sizes([{}, {}, {}])).toEqual([3])
})

test.each([
  ['another goal', { goal_id: 6 }, [1, 1, 1]],
  ['another day', { day: '2026-02-28' }, [1, 1, 1]],
  ['other words', { title: 'Hard' }, [1, 1, 1]],
  ['a text', { content: 'Windy.' }, [1, 1, 1]],
  ['no goal', { goal_id: null }, [1, 1, 1]]
])('a log in between with %s stays alone', (_, more, expected) => {
  expect(sizes([{}, more, {}])).toEqual(expected)
})

test('two logs with texts are not one run', () => {
  expect(sizes([{ content: 'Windy.' }, { content: 'Windy.' }])).toEqual([1, 1])
})

test('logs of one goal of a session are a run, those of two goals are not', () => {
  const of = (task_uuid: string) => ({ goal_id: null, challenge_event_id: 1, task_uuid })
  expect(sizes([of('a'), of('a'), of('b')])).toEqual([2, 1])
})

test('logs without any goal are never a run', () => {
  expect(sizes([{ goal_id: null }, { goal_id: null }])).toEqual([1, 1])
})

test('a running timer stays alone', () => {
  const logs = [PRESS, { ...PRESS, title: '' }, PRESS]
  expect(repeatsOf(logs, log => log === logs[1]).map(run => run.length)).toEqual([1, 1, 1])
})

test('the runs hold all logs in their order', () => {
  const logs = [1, 1, 2, 1].map(goal_id => ({ ...PRESS, goal_id }))
  expect(repeatsOf(logs, idle).flat()).toEqual(logs)
})
