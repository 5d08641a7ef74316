import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, respond } from '../../testing/page/show.tsx'
import { CallRefused, NoResponse, request } from './api.ts'
import { isConnectionError, tryAgain, within } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(forget)

const refused = (status: number) => new CallRefused(status, { message: 'no', error: 'no' })

test('counts missing responses and gateway errors as connection errors', () => {
  expect([new NoResponse('no line'), refused(502), refused(503), refused(504)].map(isConnectionError)).toEqual(
    Array(4).fill(true)
  )
  expect([new TypeError('x is undefined'), refused(500), refused(404), refused(401)].map(isConnectionError)).toEqual(
    Array(4).fill(false)
  )
})

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a hotel’s page to sign in', async () => new Response('<h1>Welcome</h1>', { status: 200 })]
])('%s counts as no response', async (_, response) => {
  respond({ 'GET /x': response })
  expect(isConnectionError(await request('GET', '/x').catch(error => error))).toBe(true)
})

test('a late result fails like a broken connection', async () => {
  const waited = within(1000, new Promise(() => {})).catch(error => error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isConnectionError(await waited)).toBe(true)
  expect(await within(1000, Promise.resolve('there'))).toBe('there')
})

test('retries after 1 s, doubling to 10 s, and at once when the network or the page is back', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const run = vi.fn()
  const stop = tryAgain(run)
  const times = async (ms: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(ms)
    return run.mock.calls.length
  }
  expect([await times(999), await times(1), await times(2000), await times(4000), await times(8000)]).toEqual([
    0, 1, 2, 3, 4
  ])
  expect([await times(10_000), await times(10_000)]).toEqual([5, 6])
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(run).toHaveBeenCalledTimes(8)
  stop()
  window.dispatchEvent(new Event('online'))
  expect(await times(60_000)).toBe(8)
})
