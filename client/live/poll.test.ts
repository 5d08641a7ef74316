import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, json, respond } from '../../testing/page/show.tsx'
import { startPolling } from './poll.ts'

const POLL = 'GET /api/challenge-events/7/poll'

let told: (number | null | 'gone')[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  told = []
})
afterEach(() => {
  stop()
  forget()
})

function poll(...responses: (() => Response | Promise<Response>)[]): ReturnType<typeof respond> {
  const sent = respond({ [POLL]: () => (responses.length > 1 ? responses.shift() : responses[0])?.() as Response })
  stop = startPolling(7, seq => void told.push(seq))
  return sent
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const at = (seq: number) => () => json({ seq })
const refused = (status: number) => () => json({ message: 'No', error: 'No' }, status)

test('polling starts at once and repeats five seconds after each response', { tags: 'D-67' }, async () => {
  const sent = poll(at(3), at(4), at(4))
  await pass(0)
  expect(told).toEqual([3])
  await pass(4999)
  expect(sent).toHaveLength(1)
  await pass(1)
  expect(told).toEqual([3, 4])
  await pass(5000)
  expect(told).toEqual([3, 4, 4])
})

test('a slow network gets one request at a time', { tags: 'D-67' }, async () => {
  let finish: (response: Response) => void = () => {}
  const sent = poll(() => new Promise(resolve => (finish = resolve)), at(9))
  await pass(60_000)
  expect([sent.length, told]).toEqual([1, []])
  finish(json({ seq: 8 }))
  await pass(0)
  expect(told).toEqual([8])
  await pass(5000)
  expect(told).toEqual([8, 9])
})

test.each([
  ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a sign-in page of a hotel', async () => new Response('<h1>Welcome</h1>')],
  ['a 502 of a proxy', refused(502)],
  ['a 503 of the server', refused(503)],
  ['a 429', refused(429)]
])('polling reports null and continues after %s', { tags: 'D-67' }, async (_, failure) => {
  poll(failure, failure, at(5))
  await pass(10_000)
  expect(told).toEqual([null, null, 5])
})

test('polling reports a cancelled session as gone once, then stops', { tags: 'D-139' }, async () => {
  const sent = poll(at(5), refused(404))
  await pass(60_000)
  expect([told, sent.length]).toEqual([[5, 'gone'], 2])
})

test('after a stop a late response is ignored, and no request follows', {
  tags: 'D-67'
}, async () => {
  let finish: (response: Response) => void = () => {}
  const sent = poll(() => new Promise(resolve => (finish = resolve)))
  await pass(0)
  stop()
  finish(json({ seq: 8 }))
  await pass(60_000)
  expect([told, sent.length]).toEqual([[], 1])
})

test('a stop between two requests cancels the next one', { tags: 'D-67' }, async () => {
  const sent = poll(at(5))
  await pass(2000)
  stop()
  await pass(60_000)
  expect(sent).toHaveLength(1)
})
