import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { readConfig } from '../config.ts'
import { memoryCounters } from './counters.ts'
import { attemptLimit, networkOf } from './rate-limit.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest
const MINUTE = 60_000

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1::3:4:5:6', '2001:db8:1:0'],
  ['fe80::', 'fe80:0:0:0']
])('D-25 %s is limited as %s', (ip, network) => {
  expect(networkOf(from(ip))).toBe(network)
})

test('D-25 two addresses of one IPv6 network are the same, and of two networks are not, however they are written', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2:0:0:0:9'].map(ip => networkOf(from(ip)))
  expect(new Set(same).size).toBe(1)
  const others = ['2001:db8:1:3::1', '2001:db8:2:2::1', '2001:db8::1', '::1', '192.0.2.1', '192.0.2.2']
  expect(new Set([...same, ...others.map(ip => networkOf(from(ip)))]).size).toBe(others.length + 1)
})

function limited(settings: Record<string, string> = {}) {
  const clock = testClock()
  const deps = { clock, counters: memoryCounters(clock), config: readConfig(settings) }
  return { clock, deps, limit: attemptLimit(deps, 'guesses', 2, networkOf) }
}

test('D-25 the attempt after the last one is refused until ten minutes after the first, in whole seconds', async () => {
  const { clock, limit } = limited()
  await limit(from('192.0.2.1'))
  clock.advance(4 * MINUTE + 1)
  await limit(from('192.0.2.1'))
  const refused = limit(from('192.0.2.1'))
  await expect(refused).rejects.toMatchObject({ refusal: { kind: 'tooMany', retryAfter: 360 } })
  await limit(from('192.0.2.2'))
  clock.advance(6 * MINUTE - 2)
  await expect(limit(from('192.0.2.1'))).rejects.toMatchObject({ refusal: { retryAfter: 1 } })
  clock.advance(1)
  await limit(from('192.0.2.1'))
})

test('D-25 one who uses up a limit has not used up another', async () => {
  const { deps, limit } = limited()
  const other = attemptLimit(deps, 'mails', 2, networkOf)
  for (const one of [limit, limit, other, other]) await one(from('192.0.2.1'))
  for (const one of [limit, other]) await expect(one(from('192.0.2.1'))).rejects.toThrow()
})

test('RATE_LIMITS=off limits nobody', async () => {
  const { limit } = limited({ RATE_LIMITS: 'off' })
  for (let nth = 0; nth < 50; nth++) await limit(from('192.0.2.1'))
})
