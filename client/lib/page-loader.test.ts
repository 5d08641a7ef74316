/** Going to a page: with its data in the HTML, over a slow line, without one, and after the login has ended. */
import { QueryObserver } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokensPage } from '../../domain/tokens/api.ts'
import { pageAt, putPage } from '../testing/pages.ts'
import { ADA, forget, json, respond, type Sent } from '../testing/show.tsx'
import { CallRefused } from './api.ts'
import { found, giveUp, lost, startIdentity } from './identity.ts'
import { isLineError } from './line.ts'
import { dataOf, pageLoader } from './page.ts'
import { pageQuery } from './page-cache.ts'
import { queryClient } from './query-client.ts'
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
  // What is tried again ends when it succeeds.
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

/** How a navigation ended: null when it did, its failure, or undefined while it lasts. */
function going(at?: string) {
  const state: { ended?: unknown } = {}
  const end = (how: unknown): void => {
    state.ended = how
  }
  void go(at).then(() => end(null), end)
  return state
}

/** As a page that is on screen. */
function look(at = ''): void {
  const query = pageQuery(tokensPage, { params: {}, search: at })
  observers.push(new QueryObserver(queryClient, query).subscribe(() => {}))
}

test('a page that was never loaded waits eight seconds for its data, and takes what comes later', async () => {
  let finish: (response: Response) => void = () => {}
  respond({ [TOKENS]: () => new Promise(resolve => (finish = resolve)) })
  const first = going()
  await pass(7999)
  expect(first.ended).toBeUndefined()
  await pass(1)
  expect(isLineError(first.ended)).toBe(true)
  finish(dataWith(7))
  await pass(0)
  expect(shown()).toBe(7)
})

test('a page that was loaded before is shown as it was after three seconds, and its news when they come', async () => {
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

test('over a good line a page that was loaded before is shown with its news at once', async () => {
  wasLoaded(1)
  respond({ [TOKENS]: () => dataWith(2) })
  await go()
  expect(shown()).toBe(2)
})

test.each([
  ['there is no line', NO_LINE],
  ['a proxy responds for a server that restarts', () => json({ message: 'Bad gateway' }, 502)],
  ['the server is busy', () => json({ message: 'Busy' }, 503)]
])('while %s a page that was loaded before is shown, and loaded again as soon as that is over', async (_, failure) => {
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

test('two pages that were opened without a line are tried again by one timer', async () => {
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

test.each([403, 404, 500])('a page that the server refuses with %d is not shown as it was before', async status => {
  wasLoaded(1)
  const sent = respond({ [TOKENS]: () => json({ message: 'No', error: 'No' }, status) })
  await expect(go()).rejects.toMatchObject({ status })
  await pass(600_000)
  expect(sent).toHaveLength(1)
})

test('a page that was never loaded fails at once without a line, so that it can say so', async () => {
  respond({ [TOKENS]: NO_LINE })
  const first = going()
  await pass(0)
  expect(isLineError(first.ended)).toBe(true)
})

/** The login has ended, until `signIn`; the page asks for it by `ask`. */
function loginEnds(ask: () => void) {
  setUser(ADA)
  let isIn = false
  startIdentity({ check: async () => (isIn ? found() : lost(null)), ask })
  const sent = respond({ [TOKENS]: () => (isIn ? dataWith(3) : json({ message: 'Sign in', error: 'Sign in' }, 401)) })
  const signIn = (): void => {
    isIn = true
    found()
  }
  return { sent, signIn }
}

test('a page that needs somebody asks who was signed out to sign in, and opens then', async () => {
  const ask = vi.fn()
  const { sent, signIn } = loginEnds(ask)
  const page = going()
  await pass(20_000)
  expect([page.ended, ask.mock.calls.length]).toEqual([undefined, 1])
  signIn()
  await pass(0)
  expect([page.ended, shown(), sent.length]).toEqual([null, 3, 2])
})

test('who does not sign in gets the refusal of the page', async () => {
  loginEnds(() => giveUp())
  await expect(go()).rejects.toMatchObject({ status: 401 })
})

test('a visitor gets nothing of a personal page, also when the HTML or an earlier person left something', {
  tags: 'MYS-10'
}, async () => {
  const sent = respond({})
  await go('/tokens', { personal: true })
  expect([sent, pageAt(tokensPage, '/tokens')]).toEqual([[], null])
})

test('the two pages of a list that are asked for at once are two calls, the same page is one', async () => {
  const responses = (sent: Sent) => dataWith(sent.url.endsWith('2') ? 2 : 1)
  const sent = respond({ [TOKENS]: responses, [`${TOKENS}?page=2`]: responses })
  await Promise.all([go(), go('/tokens?page=2'), go()])
  expect([sent.length, shown(), shown('/tokens?page=2')]).toEqual([2, 1, 2])
})

test.each([
  [401, 'Please sign in to open this page.'],
  [403, 'This account is not allowed to open it.'],
  [404, 'This page does not exist.'],
  [500, 'Something went wrong on our side.']
])('the HTML of a page that was refused with %d says why', (status, text) => {
  const refused = () => dataOf({ path: '/x', serverData: null, status })
  expect(refused).toThrow(text)
  expect(refused).toThrow(CallRefused)
})

test('the HTML of a page that was found brings its data', () => {
  expect(dataOf({ path: '/x', serverData: { n: 1 }, status: 200 })).toEqual({ n: 1 })
})
