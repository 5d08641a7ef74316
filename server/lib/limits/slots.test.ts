import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUSY } from '../../../domain/lib/refusal.ts'
import { createSlots, createSlotsByKey } from './slots.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const busy = { refusal: BUSY }

/** Work that ends when the test calls a function of `open`. */
function jobs() {
  const open: (() => void)[] = []
  return {
    open,
    job: () => new Promise<void>(resolve => open.push(resolve))
  }
}

test('only the allowed number runs at once, the others follow in order, and too many are refused', async () => {
  const { run } = createSlots({ atOnce: 2, mostWaiting: 2 })
  const { open, job } = jobs()
  const order: number[] = []
  const results = [1, 2, 3, 4].map(async number => {
    await run(job)
    order.push(number)
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(open).toHaveLength(2)
  await expect(run(job)).rejects.toMatchObject(busy)
  for (let number = 0; number < 4; number++) {
    open[number]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  await Promise.all(results)
  expect(order).toEqual([1, 2, 3, 4])
  const again = run(job)
  await vi.advanceTimersByTimeAsync(0)
  open[4]?.()
  await again
})

test('work that waits longer than five seconds is refused, and the next gets the slot', async () => {
  const { run } = createSlots({ atOnce: 1, mostWaiting: 9 })
  const { open, job } = jobs()
  const first = run(job)
  const second = run(job)
  const refused = expect(second).rejects.toMatchObject(busy)
  await vi.advanceTimersByTimeAsync(4000)
  const third = run(job)
  await vi.advanceTimersByTimeAsync(1000)
  await refused
  open[0]?.()
  await first
  await vi.advanceTimersByTimeAsync(0)
  open[1]?.()
  await third
  expect([open.length, vi.getTimerCount()]).toEqual([2, 0])
})

test('failed work frees its slot', async () => {
  const { run } = createSlots({ atOnce: 1, mostWaiting: 1 })
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run(async () => 'yes')).toBe('yes')
})

test('each key has its own slots', async () => {
  const run = createSlotsByKey<string>({ atOnce: 1, mostWaiting: 0 })
  const { open, job } = jobs()
  const [ada, grace] = [run('ada', job), run('grace', job)]
  await vi.advanceTimersByTimeAsync(0)
  await expect(run('ada', job)).rejects.toMatchObject(busy)
  for (const end of open) end()
  await Promise.all([ada, grace])
  expect(await run('ada', async () => 1)).toBe(1)
})
