/** Tests when the disk is checked and which result counts in between. */
import { expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { createSpaceGuard } from './free-space.ts'

function guarded(free: () => Promise<number>) {
  const clock = testClock()
  let asked = 0
  const disk = () => {
    asked++
    return free()
  }
  return { clock, hasRoom: createSpaceGuard({ disk, clock }), asked: () => asked }
}

test('a hundred megabytes are enough, and one byte less is not', async () => {
  for (const [bytes, room] of [
    [100_000_000, true],
    [99_999_999, false]
  ] as const) {
    expect(await guarded(async () => bytes).hasRoom()).toBe(room)
  }
})

test('the disk is checked once in two seconds for all writes', async () => {
  let free = 1e9
  const { clock, hasRoom, asked } = guarded(async () => free)
  expect(await Promise.all([hasRoom(), hasRoom(), hasRoom()])).toEqual([true, true, true])
  free = 0
  clock.jump(1999)
  expect([await hasRoom(), asked()]).toEqual([true, 1])
  clock.jump(1)
  expect([await hasRoom(), asked()]).toEqual([false, 2])
})

test('after the clock is set back the disk is still checked', async () => {
  let free = 0
  const { clock, hasRoom } = guarded(async () => free)
  expect(await hasRoom()).toBe(false)
  free = 1e9
  clock.set(-3_600_000)
  expect(await hasRoom()).toBe(true)
})

test('writes are allowed when the disk cannot be checked', async () => {
  const blind = guarded(() => Promise.reject(new Error('EACCES')))
  expect(await blind.hasRoom()).toBe(true)
  expect(await createSpaceGuard({ disk: null, clock: testClock() })()).toBe(true)
})
