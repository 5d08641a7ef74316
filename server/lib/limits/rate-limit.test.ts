import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { ATTEMPTS, GUESSES_AT_ONCE } from '../../../domain/lib/limits.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import { testClock } from '../../../testing/clock.ts'
import { readConfig } from '../config.ts'
import { memoryCounters } from './counters.ts'
import { attemptLimit, guessLimit, networkOf, useOf } from './rate-limit.ts'

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
])('the address %s is limited as %s', { tags: 'D-25' }, (ip, network) => {
  expect(networkOf(from(ip))).toBe(network)
})

test('addresses of one IPv6 network count as one, and those of different networks do not', {
  tags: 'D-25'
}, () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2:0:0:0:9'].map(ip => networkOf(from(ip)))
  expect(new Set(same).size).toBe(1)
  const others = ['2001:db8:1:3::1', '2001:db8:2:2::1', '2001:db8::1', '::1', '192.0.2.1', '192.0.2.2']
  expect(new Set([...same, ...others.map(ip => networkOf(from(ip)))]).size).toBe(others.length + 1)
})

function limited(settings: Record<string, string> = {}) {
  const clock = testClock()
  const config = readConfig({ REGISTRATIONS_PER_ADDRESS: '2', ...settings })
  const deps = { clock, counters: memoryCounters(clock), config }
  return { clock, deps, limit: attemptLimit(deps, 'registrations') }
}

test('an attempt above the limit is refused until ten minutes after the first', {
  tags: 'D-25'
}, async () => {
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

test('a used-up limit does not affect another limit', { tags: 'D-25' }, async () => {
  const { deps, limit } = limited()
  for (let nth = 0; nth < 2; nth++) await limit(from('192.0.2.1'))
  await expect(limit(from('192.0.2.1'))).rejects.toThrow()
  await attemptLimit(deps, 'resets')(from('192.0.2.1'))
})

const ADA = from('192.0.2.1')
const wrong = async () => refuse(invalid('password', 'wrong'))
const guessing = (settings: Record<string, string> = {}) => {
  const { deps } = limited(settings)
  return { deps, guess: guessLimit(deps, 'failedLogins', ({ kind }) => kind === 'invalid') }
}
const MOST = ATTEMPTS.failedLogins.most

test('a right guess and a guess that could not be checked do not count', { tags: 'D-25' }, async () => {
  const { guess } = guessing()
  for (let nth = 0; nth < MOST + 5; nth++) {
    expect(await guess(ADA, async () => nth)).toBe(nth)
    await expect(guess(ADA, () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away')
    await expect(guess(ADA, async () => refuse({ kind: 'tooMany', retryAfter: 2 }))).rejects.toThrow()
  }
})

test('of many guesses at once only the limit is tried, and then even a right one is refused', {
  tags: 'D-25'
}, async () => {
  const { guess } = guessing()
  let tried = 0
  const tries = Array.from({ length: 150 }, () =>
    guess(ADA, async () => {
      tried++
      return wrong()
    })
  )
  await Promise.allSettled(tries)
  expect(tried).toBe(MOST)
  await expect(guess(ADA, async () => 'right')).rejects.toMatchObject({ refusal: { kind: 'tooMany' } })
  expect(await guess(from('192.0.2.2'), async () => 'right')).toBe('right')
})

test('many right guesses at once wait for each other and all succeed', { tags: 'D-25' }, async () => {
  const { deps, guess } = guessing()
  const used = { ...useOf(deps, 'failedLogins', '192.0.2.1'), amount: MOST - GUESSES_AT_ONCE }
  await deps.counters.count([used])
  const results = await Promise.all(Array.from({ length: 150 }, () => guess(ADA, async () => 'right')))
  expect(results).toHaveLength(150)
})

test('RATE_LIMITS=off turns all limits off', async () => {
  const { limit } = limited({ RATE_LIMITS: 'off' })
  const { guess } = guessing({ RATE_LIMITS: 'off' })
  for (let nth = 0; nth < MOST + 5; nth++) {
    await limit(ADA)
    await expect(guess(ADA, wrong)).rejects.toMatchObject({ refusal: { kind: 'invalid' } })
  }
})
