import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTask } from './find-task.ts'

test('only hosts find a hidden goal', { tags: 'D-98' }, () => {
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

test('findTask finds hidden goals for hosts only', { tags: 'D-98' }, () => {
  const groups = fc.array(
    fc.record({ hidden: fc.constantFrom<0 | 1>(0, 1), parts: fc.array(fc.nat(9).map(n => ({ uuid: String(n) }))) })
  )
  fc.assert(
    fc.property(groups, fc.nat(9), (tasks, n) => {
      const [asHost, asGuest] = [true, false].map(isHost => findTask({ tasks }, String(n), isHost) !== null)
      const isShown = tasks.some(group => !group.hidden && group.parts.some(({ uuid }) => uuid === String(n)))
      expect(asGuest).toBe(isShown)
      if (asGuest) expect(asHost).toBe(true)
    }),
    { seed: 145, numRuns: 200 }
  )
})
