import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inLanes } from './lanes.ts'

/** Returns the batches, one at each call, and then null. */
function batches<Item>(...all: Item[][]) {
  let calls = 0
  return { claim: async () => all[calls++] ?? null, calls: () => calls }
}

test('each thing is worked on once, also behind an empty batch', async () => {
  const { claim, calls } = batches([1, 2, 3], [], [4], [5, 6])
  const done: number[] = []
  await inLanes(2, claim, async item => {
    await setImmediate()
    done.push(item)
  })
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(calls()).toBe(5)
})

test('lanes share a batch, and claim the next one only when it is empty', async () => {
  let running = 0
  let most = 0
  const { claim, calls } = batches(Array.from({ length: 20 }, (_, index) => index))
  await inLanes(4, claim, async () => {
    most = Math.max(most, ++running)
    await setImmediate()
    running--
  })
  expect([most, calls()]).toEqual([4, 2])
})

test('a slow thing delays no other, and not the next batch', async () => {
  let finish = (): void => {}
  const slow = new Promise<void>(resolve => {
    finish = resolve
  })
  const done: string[] = []
  const { claim } = batches(['slow', 'a'], ['b', 'c'])
  const all = inLanes(2, claim, async item => {
    if (item === 'slow') await slow
    done.push(item)
  })
  while (done.length < 3) await setImmediate()
  expect(done).toEqual(['a', 'b', 'c'])
  finish()
  await all
  expect(done.at(-1)).toBe('slow')
})

test('a failed claim ends the work with its error', async () => {
  const failing = async (): Promise<never> => {
    throw new Error('the database is gone')
  }
  await expect(inLanes(3, failing, async () => {})).rejects.toThrow('the database is gone')
})
