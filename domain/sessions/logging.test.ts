import { expect, test } from 'vitest'
import { findTask, mayLog } from './logging.ts'

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
