import { expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { briefCache } from './brief-cache.ts'

const LIMITS = { keptFor: 1000, most: 2 }

/** A cache whose values count how often they were made. */
function counted(limits = LIMITS) {
  const clock = testClock()
  const keep = briefCache<string>(clock, limits)
  let made = 0
  const get = (key: string) => keep(key, async () => `${key} ${++made}`)
  return { clock, keep, get }
}

test('calls with one key share a value until its time is over, counted from the first call', async () => {
  const { clock, get } = counted()
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  clock.advance(999)
  expect(await get('a')).toBe('a 1')
  clock.advance(1)
  expect(await get('a')).toBe('a 3')
})

test('the calls that wait share a failure, and the next call tries again', async () => {
  const { clock, keep, get } = counted()
  const fail = () => keep('a', () => Promise.reject(new Error('no')))
  const failed = await Promise.allSettled([fail(), fail()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  clock.advance(500)
  expect(await get('a')).toBe('a 1')
  // The timer of the failed value does not remove the new one.
  clock.advance(999)
  expect(await get('a')).toBe('a 1')
})

test('when the cache is full, another value is made for its caller only', async () => {
  const { clock, get } = counted()
  await Promise.all([get('a'), get('b')])
  expect([await get('c'), await get('c')]).toEqual(['c 3', 'c 4'])
  expect(await get('a')).toBe('a 1')
  clock.advance(1000)
  expect([await get('c'), await get('c')]).toEqual(['c 5', 'c 5'])
})
