import { expect, test } from 'vitest'
import { findTask, logTime, mayLog } from './logging.ts'

test('D-86 members log from the start on, after the end too', () => {
  expect([0, 1, 2].map(status => mayLog({ status: status as 0 | 1 | 2 }, {}).ok)).toEqual([false, true, true])
})

test('D-86 whoever is not in is asked to join, before anything else is said', () => {
  expect([0, 1, 2].map(status => mayLog({ status: status as 0 | 1 | 2 }, null))).toEqual(
    Array(3).fill({ ok: false, refusal: { kind: 'forbidden', message: expect.stringContaining('Please join') } })
  )
})

test('D-98 a hidden goal is there for hosts alone', () => {
  const run = { uuid: 'run' }
  const surprise = { uuid: 'surprise' }
  const plan = {
    tasks: [
      { hidden: 0, parts: [run] },
      { hidden: 1, parts: [surprise] }
    ] as const
  }
  expect(findTask(plan, 'run', false)).toBe(run)
  expect(findTask(plan, 'surprise', false)).toBeNull()
  expect(findTask(plan, 'surprise', true)).toBe(surprise)
  expect(findTask(plan, 'no such', true)).toBeNull()
})

test.each([
  ['between start and now', 5, 5],
  ['at the start', 2, 2],
  ['before the start', 1, 2],
  ['before everything', 0, 2]
])('D-86 a late log counts from when it was made, not from before the session started: %s', (_, doneAt, expected) => {
  expect(logTime({ startedAt: 2 }, { joinedAt: 1 }, doneAt)).toBe(expected)
})

test('D-86 a late log of somebody who joined later counts from there at the earliest', () => {
  expect(logTime({ startedAt: 2 }, { joinedAt: 4 }, 3)).toBe(4)
  expect(logTime({ startedAt: 2 }, { joinedAt: 4 }, 5)).toBe(5)
})
