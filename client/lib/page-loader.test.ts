/** Opens pages: with data in the HTML, over a slow connection, without one, and after the login has ended. */
import { QueryObserver } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { CallRefused } from './api.ts'
import { isConnectionError } from './connection.ts'
import { giveUp, markLoginFound, markLoginLost, startIdentity } from './identity.ts'
import { dataOf, pageLoader } from './page.ts'
import { pageQuery, queryClient } from './page-cache.ts'
import { setUser } from './user.ts'

const TOKENS = 'GET /api/tokens'
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))

let observers: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(Math, 'random').mockReturnValue(0)
  observers = []
})
afterEach(async () => {
  for (const stop of observers) stop()
  // A retry ends when it succeeds.
  respond({ [TOKENS]: () => dataWith(0) })
  window.dispatchEvent(new Event('online'))
  await pass(0)
  forget()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const dataWith = (free: number) => json({ serverData: { balance: { free }, ledger: [] } })
const shown = (at = '/tokens') => (pageAt(tokensPage, at) as { balance: { free: number } } | undefined)?.balance.free
const wasLoaded = (free: number, at = '/tokens') => putPage(tokensPage, at, { balance: { free }, ledger: [] })

function go(at = '/tokens', options: { personal?: boolean } = {}) {
  const request = { url: `http://localhost${at}` }
  return pageLoader(tokensPage.path, options)({ request, params: {} } as unknown as LoaderFunctionArgs)
}

/** The state of a navigation: `ended` is null after success, the error after a failure, and undefined meanwhile. */
function going(at?: string) {
  const state: { ended?: unknown } = {}
  const end = (how: unknown): void => {
    state.ended = how
  }
  void go(at).then(() => end(null), end)
  return state
}

/** Simulates a page on screen. */
function look(at = ''): void {
  const query = pageQuery(tokensPage, { params: {}, search: at })
  observers.push(new QueryObserver(queryClient, query).subscribe(() => {}))
}

test('a new page waits eight seconds for its data, and takes later data', async () => {
  let finish: (response: Response) => void = () => {}
  respond({ [TOKENS]: () => new Promise(resolve => (finish = resolve)) })
  const first = going()
  await pass(7999)
  expect(first.ended).toBeUndefined()
  await pass(1)
  expect(isConnectionError(first.ended)).toBe(true)
  finish(dataWith(7))
  await pass(0)
  expect(shown()).toBe(7)
})

test('a page loaded before shows its old data after three seconds, and new data when it comes', async () => {
  wasLoaded(1)
  let finish: (response: Response) => void = () => {}
  respond({ [TOKENS]: () => new Promise(resolve => (finish = resolve)) })
  const again = going()
  await pass(2999)
  expect(again.ended).toBeUndefined()
  await pass(1)
  expect([again.ended, shown()]).toEqual([null, 1])
  finish(dataWith(2))
  await pass(0)
  expect(shown()).toBe(2)
})

test('on a good connection a page loaded before shows new data at once', async () => {
  wasLoaded(1)
  respond({ [TOKENS]: () => dataWith(2) })
  await go()
  expect(shown()).toBe(2)
})

test.each([
  ['there is no connection', NO_LINE],
  ['a proxy responds for a server that restarts', () => json({ message: 'Bad gateway' }, 502)],
  ['the server is busy', () => json({ message: 'Busy' }, 503)]
])('while %s a page loaded before shows its old data and reloads later', async (_, failure) => {
  wasLoaded(1)
  look()
  let isBack = false
  const sent = respond({ [TOKENS]: () => (isBack ? dataWith(2) : failure()) })
  await go()
  expect([shown(), sent.length]).toEqual([1, 1])
  await pass(1000)
  expect([shown(), sent.length]).toEqual([1, 2])
  isBack = true
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect([shown(), sent.length]).toEqual([2, 3])
  await pass(600_000)
  expect(sent).toHaveLength(3)
})

test('one timer retries two pages that opened without a connection', async () => {
  wasLoaded(1)
  wasLoaded(2, '/tokens?page=2')
  const sent = respond({ [TOKENS]: NO_LINE, [`${TOKENS}?page=2`]: NO_LINE })
  await go()
  await go('/tokens?page=2')
  look('?page=2')
  await pass(0)
  sent.length = 0
  await pass(1000)
  expect(sent.map(({ url }) => url)).toEqual(['/api/tokens?page=2'])
})

test.each([403, 404, 500])('does not show old data of a page refused with %d', async status => {
  wasLoaded(1)
  const sent = respond({ [TOKENS]: () => json({ message: 'No', error: 'No' }, status) })
  await expect(go()).rejects.toMatchObject({ status })
  await pass(600_000)
  expect(sent).toHaveLength(1)
})

test('a new page fails at once without a connection', async () => {
  respond({ [TOKENS]: NO_LINE })
  const first = going()
  await pass(0)
  expect(isConnectionError(first.ended)).toBe(true)
})

/** The login has ended until `signIn`. Prompts call `ask`. */
function loginEnds(ask: () => void) {
  setUser(ADA)
  let isIn = false
  startIdentity({ check: async () => (isIn ? markLoginFound() : markLoginLost(null)), ask })
  const sent = respond({ [TOKENS]: () => (isIn ? dataWith(3) : json({ message: 'Sign in', error: 'Sign in' }, 401)) })
  const signIn = (): void => {
    isIn = true
    markLoginFound()
  }
  return { sent, signIn }
}

test('prompts a person whose login has ended, and then opens the page', async () => {
  const ask = vi.fn()
  const { sent, signIn } = loginEnds(ask)
  const page = going()
  await pass(20_000)
  expect([page.ended, ask.mock.calls.length]).toEqual([undefined, 1])
  signIn()
  await pass(0)
  expect([page.ended, shown(), sent.length]).toEqual([null, 3, 2])
})

test("throws the page's refusal when the person does not sign in", async () => {
  loginEnds(() => giveUp())
  await expect(go()).rejects.toMatchObject({ status: 401 })
})

test('a visitor gets no data of a personal page, not even from the HTML or the cache', {
  tags: 'MYS-10'
}, async () => {
  const sent = respond({})
  await go('/tokens', { personal: true })
  expect([sent, pageAt(tokensPage, '/tokens')]).toEqual([[], null])
})

test('loads two pages of a list in two calls, and the same page in one', async () => {
  const responses = (sent: Sent) => dataWith(sent.url.endsWith('2') ? 2 : 1)
  const sent = respond({ [TOKENS]: responses, [`${TOKENS}?page=2`]: responses })
  await Promise.all([go(), go('/tokens?page=2'), go()])
  expect([sent.length, shown(), shown('/tokens?page=2')]).toEqual([2, 1, 2])
})

test.each([
  [401, 'Please sign in to open this page.'],
  [403, 'This account isn’t allowed to open it.'],
  [404, 'This page doesn’t exist.'],
  [500, 'Something went wrong on our side.']
])('says why a page was refused with %d', (status, text) => {
  const refused = () => dataOf({ path: '/x', serverData: null, status })
  expect(refused).toThrow(text)
  expect(refused).toThrow(CallRefused)
})

test("takes the page's data from the HTML", () => {
  expect(dataOf({ path: '/x', serverData: { n: 1 }, status: 200 })).toEqual({ n: 1 })
})
