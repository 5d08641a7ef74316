import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { CallRefused, onRefusal, request, Skipped } from './api.ts'
import { clientUuid } from './client-uuid.ts'
import { serverNow } from './dates/server-clock.ts'
import { getUser, setUser } from './user.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

test.each(['POST', 'PUT', 'PATCH'] as const)(
  'a %s includes the client_uuid',
  { tags: ['API-01', 'API-02', 'API-03'] },
  async method => {
    const sent = respond({ [`${method} /api/x`]: () => json({}) })
    await request(method, '/api/x', { a: 1 })
    expect(sent[0]?.body).toEqual({ a: 1, client_uuid: clientUuid() })
  }
)

test('creates the client_uuid once and stores it', { tags: 'ACC-58' }, () => {
  expect(clientUuid()).toBe(clientUuid())
  expect(localStorage.getItem('client_uuid')).toBe(clientUuid())
})

test('skips a write identical to one in flight, and its caller shows nothing', {
  tags: ['API-09', 'D-23']
}, async () => {
  const sent = respond({ 'POST /api/x': () => json({ ok: true }) })
  const first = request('POST', '/api/x', { a: 1 })
  const error = await request('POST', '/api/x', { a: 1 }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Skipped)
  expect(messageOf(error)).toBe('')
  expect(toast.error(messageOf(error))).toBe('')
  expect(await first).toEqual({ ok: true })
  expect(sent).toHaveLength(1)
})

test('skipping a write calls no refusal listener and does not affect the first write', {
  tags: 'API-09'
}, async () => {
  const heard = vi.fn()
  const stop = onRefusal(heard)
  respond({ 'DELETE /api/x': () => json({ message: 'No', error: 'No' }, 409) })
  const [first, second] = await Promise.allSettled([request('DELETE', '/api/x'), request('DELETE', '/api/x')])
  stop()
  expect([first, second].map(result => result?.status === 'rejected' && result.reason.name)).toEqual([
    'CallRefused',
    'Error'
  ])
  expect(heard).toHaveBeenCalledTimes(1)
})

test.each([
  ['key', { key: 'one' }, { key: 'two' }],
  ['person', { as: 1 }, { as: 2 }]
])('sends the same body with another %s', { tags: 'API-09' }, async (_, one, two) => {
  const sent = respond({ 'POST /api/x': () => json({}) })
  await Promise.all([request('POST', '/api/x', {}, one), request('POST', '/api/x', {}, two)])
  expect(sent).toHaveLength(2)
})

test('a failed call is no longer in flight', { tags: 'API-09' }, async () => {
  let fails = true
  const sent = respond({ 'POST /api/x': () => (fails ? Promise.reject(new TypeError('no line')) : json({})) })
  await expect(request('POST', '/api/x')).rejects.toThrow('no line')
  fails = false
  await request('POST', '/api/x')
  expect(sent).toHaveLength(2)
})

test('a failed read fails for all its callers, and the next read is sent', async () => {
  let status = 503
  const sent = respond({ 'GET /api/x': () => json({ message: 'Busy', error: 'Busy' }, status) })
  const both = await Promise.allSettled([request('GET', '/api/x'), request('GET', '/api/x')])
  expect(both.map(one => one.status)).toEqual(['rejected', 'rejected'])
  status = 200
  await request('GET', '/api/x')
  expect(sent).toHaveLength(2)
})

test('repeats a read after a failed write, because the write may have succeeded', async () => {
  let reads = 0
  const sent = respond({
    'GET /api/x': async () => json({ n: ++reads }),
    'POST /api/y': () => Promise.reject(new TypeError('no line'))
  })
  const read = request('GET', '/api/x')
  await request('POST', '/api/y').catch(() => {})
  expect(await read).toEqual({ n: sent.filter(({ method }) => method === 'GET').length })
})

test('sends the given person and key', async () => {
  const sent = respond({ 'POST /api/x': () => json({}) })
  await request('POST', '/api/x', {}, { key: 'k', as: 7 })
  expect(sent[0]?.headers).toMatchObject({ 'idempotency-key': 'k', 'x-person': '7' })
  await request('POST', '/api/x')
  expect(Object.keys(sent[1]?.headers ?? {})).toEqual(['accept', 'x-person', 'content-type'])
})

test('every call names the person shown on the page', async () => {
  const sent = respond({ 'POST /api/x': () => json({}), 'GET /api/x': () => json({}) })
  for (const user of [null, ADA]) {
    setUser(user)
    await request('POST', '/api/x')
    await request('GET', '/api/x')
  }
  expect(sent.map(({ headers }) => headers['x-person'])).toEqual(['visitor', 'visitor', '1', '1'])
})

test('does not share a read in flight with another person', async () => {
  const sent = respond({ 'GET /api/x': () => json({}) })
  setUser(ADA)
  const first = request('GET', '/api/x')
  setUser({ ...ADA, id: 2 })
  await Promise.all([first, request('GET', '/api/x')])
  expect(sent.map(({ headers }) => headers['x-person'])).toEqual(['1', '2'])
})

test('returns null for an empty response', async () => {
  respond({ 'DELETE /api/x': () => new Response('') })
  expect(await request('DELETE', '/api/x')).toBeNull()
})

test('sends another body, and sends the same body again later', { tags: 'API-09' }, async () => {
  const sent = respond({ 'POST /api/x': () => json({}) })
  await Promise.all([request('POST', '/api/x', { a: 1 }), request('POST', '/api/x', { a: 2 })])
  await request('POST', '/api/x', { a: 1 })
  expect(sent).toHaveLength(3)
})

test('shares a read in flight', { tags: 'API-09' }, async () => {
  const sent = respond({ 'GET /api/x': () => json({ n: 1 }) })
  expect(await Promise.all([request('GET', '/api/x'), request('GET', '/api/x')])).toEqual([{ n: 1 }, { n: 1 }])
  expect(sent).toHaveLength(1)
})

test('repeats a read that was in flight when a write ended, for all its callers', async () => {
  const reads: ((n: number) => void)[] = []
  const sent = respond({
    'GET /api/x': () => new Promise(done => reads.push(n => done(json({ n })))),
    'POST /api/x': () => json({})
  })
  const early = request('GET', '/api/x')
  await request('POST', '/api/x')
  const late = request('GET', '/api/x')
  reads[0]?.(1)
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.(2)
  expect(await Promise.all([early, late])).toEqual([{ n: 2 }, { n: 2 }])
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
})

test('a read returns after a few repeats, even if writes keep ending', async () => {
  const sent = respond({
    'GET /api/x': async () => {
      await request('POST', '/api/y', { at: sent.length })
      return json({ n: 1 })
    },
    'POST /api/y': () => json({})
  })
  expect(await request('GET', '/api/x')).toEqual({ n: 1 })
  expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(5)
})

test('a refusal is logged, passed to listeners and thrown with its body', { tags: 'API-47' }, async () => {
  const body = { message: 'No tokens', error: 'No tokens', error_code: 'INSUFFICIENT_TOKENS' }
  respond({ 'POST /api/x': () => json(body, 402) })
  const heard = vi.fn()
  const stop = onRefusal(heard)
  const error = await request('POST', '/api/x').catch((thrown: unknown) => thrown)
  stop()
  expect(error).toBeInstanceOf(CallRefused)
  expect(error).toMatchObject({ status: 402, body })
  expect(heard).toHaveBeenCalledTimes(1)
  expect(console.warn).toHaveBeenCalled()
})

test('turns a response that is not JSON into a refusal with its status', { tags: 'API-47' }, async () => {
  respond({ 'POST /api/x': () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }) })
  await expect(request('POST', '/api/x')).rejects.toMatchObject({ status: 502, message: 'Bad Gateway' })
})

test('explains a 413 of a proxy in words', async () => {
  respond({ 'POST /api/x': () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 }) })
  const message = 'This is too large to send. Shorten it, or split it up.'
  await expect(request('POST', '/api/x')).rejects.toMatchObject({ status: 413, message })
})

test('shows the balance from a response at once', { tags: ['TOK-15', 'TOK-17'] }, async () => {
  setUser(ADA)
  respond({ 'POST /api/x': () => json({}, 200, { 'x-tokens-left': '945' }) })
  await request('POST', '/api/x')
  expect(getUser()?.all_remaining_tokens).toBe(945)
})

test("takes the server's time from responses", async () => {
  respond({ 'GET /api/x': () => json({}, 200, { 'x-server-time': String(Date.now() + 60_000) }) })
  await request('GET', '/api/x')
  expect(serverNow() - Date.now()).toBeGreaterThan(59_000)
})

test('a call with a time-out fails when no response comes, and is no longer in flight', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  let failed = false
  void request('POST', '/api/x', {}, { timeout: 30_000 }).catch(() => {
    failed = true
  })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(failed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toBe(true)
  const sent = respond({ 'POST /api/x': () => json({ ok: true }) })
  expect(await request('POST', '/api/x', {}, { timeout: 30_000 })).toEqual({ ok: true })
  expect([sent.length, vi.getTimerCount()]).toEqual([1, 0])
})

test('a call without a time-out may take long, such as an upload', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(resolve => setTimeout(() => resolve(json({ ok: true })), 120_000)))
  const done = request('POST', '/api/x', {})
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await done).toEqual({ ok: true })
})
