import { expect, test } from 'vitest'
import { stepAt, taskCues, taskSeconds, timersAt } from './task-timers.ts'

const timers = [
  {
    uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
    title: 'Warm up',
    duration: 60,
    is_interval: 0 as const,
    sets: 1,
    nested: []
  },
  {
    uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    title: 'Rounds',
    duration: 0,
    is_interval: 1 as const,
    sets: 3,
    nested: [
      { title: 'Work', duration: 40 },
      { title: 'Rest', duration: 20 }
    ]
  }
]

test.each([
  ['without a log', null, [0, 1], [0, 3]],
  ['at its beginning', 0, [1, 0], [0, 3]],
  ['in the second round', 130, [0, 0], [1, 1]],
  ['at the end', 240, [0, 0], [0, 0]]
])('the timers of a goal run one after the other: %s', { tags: 'TMR-26..TMR-29' }, (_, elapsed, warmUp, rounds) => {
  expect(states(elapsed, { is_interval: 0, sets: 5 })).toEqual([warmUp, rounds])
})

test.each([
  ['in its second set', 240, [1, 0], [0, 3]],
  ['late in its second set', 370, [0, 0], [1, 1]],
  ['after its last set', 480, [0, 0], [0, 0]]
])(
  'an interval goal repeats its timers for each set: %s',
  { tags: ['TMR-13', 'D-56'] },
  (_, elapsed, warmUp, rounds) => {
    expect(states(elapsed, { is_interval: 1, sets: 2 })).toEqual([warmUp, rounds])
  }
)

function states(elapsed: number | null, goal: { is_interval: 0 | 1; sets: number }) {
  return timersAt({ ...goal, timers }, elapsed).map(({ active, setsRemaining }) => [active, setsRemaining])
}

test.each([
  ['its timers for each of its sets', { is_interval: 1, sets: 2, action_duration: 30, duration: 90, timers }, 480],
  ['its usual time, without timers', { is_interval: 1, sets: 2, action_duration: 30, duration: 90, timers: [] }, 30],
  ['its planned time', { is_interval: 0, sets: 2, action_duration: 0, duration: 90, timers }, 90],
  ['0 s by default', { is_interval: 0, sets: 1, action_duration: 0, duration: 0, timers: [] }, 0]
] as const)('doing a goal once takes %s', { tags: ['TMR-13', 'D-56'] }, (_, goal, seconds) => {
  expect(taskSeconds({ ...goal, timers: [...goal.timers] })).toBe(seconds)
})

test('the timers of a goal sound while its log runs', { tags: ['TMR-12', 'D-56'] }, () => {
  const start = Date.UTC(2026, 2, 1)
  const goal = { is_interval: 1, sets: 2, timers } as const
  const from = start + 55_000
  const heard = (status: 1 | 3, started_at: string | null) =>
    taskCues([{ ...goal, activeLog: { status, started_at } }], from, from + 10_000).map(({ kind, title }) => [
      kind,
      title
    ])
  const sounds = [...Array(3).fill(['count', 'Warm up']), ['change', 'Work']]
  expect(heard(1, new Date(start).toISOString())).toEqual(sounds)
  expect(heard(3, new Date(start).toISOString())).toEqual([])
  expect(taskCues([{ ...goal, activeLog: null }], from, from + 10_000)).toEqual([])
})

test.each([
  ['at its beginning', 0, ['Warm up', 60], 'Work'],
  ['in a round', 110, ['Rest', 10], 'Work'],
  ['in the last round of a set', 235, ['Rest', 5], 'Warm up'],
  ['at its very end', 479, ['Rest', 1], undefined]
])(
  'stepAt gives the running and the next timer of an interval goal: %s',
  { tags: ['D-56', 'TMR-22'] },
  (_, elapsed, [title, remaining], next) => {
    const at = stepAt({ is_interval: 1, sets: 2, timers }, elapsed as number)
    expect([at?.step.title, at?.step.remaining, at?.next?.title]).toEqual([title, remaining, next])
  }
)

test('stepAt is null without timers and after the last one', { tags: 'D-56' }, () => {
  expect(stepAt({ is_interval: 1, sets: 2, timers: [] }, 10)).toBeNull()
  expect(stepAt({ is_interval: 1, sets: 2, timers }, 480)).toBeNull()
})
