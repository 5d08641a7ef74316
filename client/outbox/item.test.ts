import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RefusalBody } from '../../domain/lib/refusal.ts'
import { CallRefused } from '../lib/api.ts'
import { askedDelay, isRefused, LONGEST_ASKED_MS, LONGEST_MS, retryDelay } from './item.ts'

const refusal = (status: number, retryAfter?: number): CallRefused => {
  const error = new CallRefused(status, { message: 'No' } as RefusalBody)
  return retryAfter === undefined ? error : Object.assign(error, { retryAfter })
}

test.each([400, 401, 403, 404, 409, 410, 413, 422])('a refusal with %i is final', status => {
  expect(isRefused(refusal(status), 0)).toBe(true)
})

test.each([408, 429, 500, 502, 503, 504])('a failure with %i is retried', status => {
  expect(isRefused(refusal(status), 0)).toBe(false)
})

test('a missing response is never a refusal', () => {
  expect(isRefused(new TypeError('Failed to fetch'), 500)).toBe(false)
})

test('gives up an item after twenty 500s, but never for a busy server', () => {
  expect([19, 20].map(tries => isRefused(refusal(500), tries))).toEqual([false, true])
  expect(isRefused(refusal(503), 1000)).toBe(false)
})

test.each([
  [1, 500, 1000],
  [2, 1000, 2000],
  [6, 16_000, 32_000],
  [7, 30_000, 60_000],
  [1000, 30_000, 60_000]
])('after try %i it waits between %i and %i ms', (tries, least, most) => {
  expect([retryDelay(tries, 0), retryDelay(tries, 1)]).toEqual([least, most])
})

test('waits last half a second to a minute, and never shrink for the same random value', () => {
  const luck = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), luck, (tries, random) => {
      const wait = retryDelay(tries, random)
      expect(wait).toBeGreaterThanOrEqual(500)
      expect(wait).toBeLessThanOrEqual(LONGEST_MS)
      expect(retryDelay(tries + 1, random)).toBeGreaterThanOrEqual(wait)
    }),
    { seed: 67, numRuns: 200 }
  )
})

test.each([
  ['a minute', refusal(429, 60_000), 60_000],
  ['a year', refusal(503, 31_536_000_000), LONGEST_ASKED_MS],
  ['nothing', refusal(503), 0],
  ['no response', new TypeError('Failed to fetch'), 0]
])('the wait when the server asks for %s', (_, error, wait) => {
  expect(askedDelay(error)).toBe(wait)
})
