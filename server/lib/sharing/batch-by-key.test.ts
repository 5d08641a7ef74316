import { expect, test } from 'vitest'
import { MOST_TOGETHER_WAITING } from '../../../domain/lib/limits.ts'
import { BUSY, refuse } from '../../../domain/lib/refusal.ts'
import { allow, conflict } from '../../../domain/lib/result.ts'
import { batchByKey } from './batch-by-key.ts'

/** A function whose batches end when the test calls `next`. */
function gate() {
  const batches: number[][] = []
  const open: (() => void)[] = []
  const run = batchByKey<string, number, number>(async (_, items) => {
    batches.push(items)
    await new Promise<void>(resolve => open.push(resolve))
    if (items.includes(13)) throw new Error('thirteen')
    if (items.includes(503)) refuse(BUSY)
    return items.map(item => (item < 0 ? conflict(`no ${item}`) : allow(item * 2)))
  })
  const next = async () => {
    open.shift()?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { batches, run, next }
}

test('items that arrive for a key during a batch go into the next batch, in order', async () => {
  const { batches, run, next } = gate()
  const results = [1, 2, 3].map(item => run('room', item))
  const other = run('elsewhere', 7)
  expect(batches).toEqual([[1], [7]])
  await next()
  expect(batches).toEqual([[1], [7], [2, 3]])
  await next()
  await next()
  expect(await Promise.all([...results, other])).toEqual([2, 4, 6, 14])
  const again = run('room', 5)
  expect(batches.at(-1)).toEqual([5])
  await next()
  expect(await again).toBe(10)
})

test('a refused item refuses only itself, and an error fails only its batch', async () => {
  const { run, next } = gate()
  const results = [1, -2, 3, 13, 4].map((item, index) => run(index < 3 ? 'a' : 'b', item))
  const outcomes = Promise.allSettled(results)
  for (let round = 0; round < 4; round++) await next()
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled'
  ])
  await expect(results[1]).rejects.toMatchObject({ refusal: { kind: 'conflict', message: 'no -2' } })
  await expect(results[3]).rejects.toThrow('thirteen')
})

test('a batch has at most a hundred items', async () => {
  const { batches, run, next } = gate()
  const results = Array.from({ length: 251 }, (_, item) => run('room', item + 20))
  for (let round = 0; round < 4; round++) await next()
  await Promise.all(results)
  expect(batches.map(({ length }) => length)).toEqual([1, 100, 100, 50])
})

test('a lock that times out refuses all waiting items of its key at once', async () => {
  const { batches, run, next } = gate()
  const results = [503, 1, 2].map(item => run('room', item))
  const other = run('elsewhere', 7)
  const outcomes = Promise.allSettled(results)
  await next()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([[503], [7]])
  await next()
  expect(await other).toBe(14)
})

test('an item is refused when too many already wait', async () => {
  const { run, next } = gate()
  const results = Array.from({ length: MOST_TOGETHER_WAITING + 1 }, () => run('room', 1))
  await expect(run('room', 1)).rejects.toMatchObject({ refusal: BUSY })
  for (let round = 0; round <= MOST_TOGETHER_WAITING / 100; round++) await next()
  expect(await Promise.all(results)).toHaveLength(MOST_TOGETHER_WAITING + 1)
})
