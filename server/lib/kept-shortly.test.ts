import { expect, test } from 'vitest'
import { testClock } from '../../testing/clock.ts'
import { keptShortly } from './kept-shortly.ts'

const LIMITS = { keptFor: 1000, most: 2 }

/** Values that count how often they were made. */
function counted(limits = LIMITS) {
  const clock = testClock()
  const keep = keptShortly<string>(clock, limits)
  let made = 0
  const get = (key: string) => keep(key, async () => `${key} ${++made}`)
  return { clock, keep, get }
}

test('calls with one key share a value until its time is over, from when it was first asked for', async () => {
  const { clock, get } = counted()
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  clock.advance(999)
  expect(await get('a')).toBe('a 1')
  clock.advance(1)
  expect(await get('a')).toBe('a 3')
})

test('a failure is shared by those who wait for it, and by nobody after them', async () => {
  const { clock, keep, get } = counted()
  const fail = () => keep('a', () => Promise.reject(new Error('no')))
  const failed = await Promise.allSettled([fail(), fail()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  clock.advance(500)
  expect(await get('a')).toBe('a 1')
  // The end of the failed one's time ends nothing of the value that came after it.
  clock.advance(999)
  expect(await get('a')).toBe('a 1')
})

test('when as many are kept as may be, a further one is made for its caller alone', async () => {
  const { clock, get } = counted()
  await Promise.all([get('a'), get('b')])
  expect([await get('c'), await get('c')]).toEqual(['c 3', 'c 4'])
  expect(await get('a')).toBe('a 1')
  clock.advance(1000)
  expect([await get('c'), await get('c')]).toEqual(['c 5', 'c 5'])
})
