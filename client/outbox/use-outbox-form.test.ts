/** A form whose call waits in the outbox: when it can be used again, and which outcome it gets. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../domain/lib/endpoint.ts'
import { stored } from '../../testing/page/outbox.ts'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import type { CallRefused } from '../lib/api.ts'
import { setUser } from '../lib/user.ts'
import { outboxFor, startOutbox } from './outbox.ts'
import { useOutboxForm } from './use-outbox-form.ts'

const SAY = endpoint('POST', '/api/say', {
  summary: 'Says something',
  body: z.object({ text: z.string() }),
  response: z.object({})
})
const CALL = 'POST /api/say'
const says = outboxFor<typeof SAY, null>(SAY, { delivered: () => {}, refused: () => {} })
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))
const busy = () => json({ message: 'Busy', error: 'Busy' }, 503)
const no = () => json({ message: 'Too long.', error: 'Too long.', errors: { text: 'Too long.' } }, 422)

let onLine: boolean
let outcomes: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine)
  localStorage.clear()
  onLine = true
  outcomes = []
  setUser(ADA)
  startOutbox()
})
afterEach(forget)

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function line(isThere: boolean): void {
  onLine = isThere
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

/** The form; `send` acts as its button. */
function open() {
  const refused = (error: CallRefused) => void outcomes.push(`refused ${error.status}: ${error.message}`)
  const on = { delivered: () => void outcomes.push('delivered'), heldUp: () => void outcomes.push('held up'), refused }
  const { result, unmount } = renderHook(() => useOutboxForm(on))
  const send = (key: string): void =>
    act(() => {
      says.add({ key, body: { text: key }, scope: 'room 7', text: key, seen: null })
      result.current.follow(key)
    })
  return { send, unmount, isSending: () => result.current.isSending }
}

const keys = () => stored().map(({ key }) => key)

test('a form is busy until the server has its call, and is notified once', async () => {
  respond({ [CALL]: () => json({}) })
  const { send, isSending } = open()
  send('one')
  expect([isSending(), outcomes]).toEqual([true, []])
  await pass(0)
  expect([isSending(), outcomes]).toEqual([false, ['delivered']])
  await pass(60_000)
  expect(outcomes).toEqual(['delivered'])
})

test('without a connection the form is ready at once, and the later delivery does not notify it', async () => {
  const sent = respond({ [CALL]: () => json({}) })
  line(false)
  const { send, isSending } = open()
  send('one')
  expect([isSending(), outcomes, keys()]).toEqual([false, ['held up'], ['one']])
  line(true)
  await pass(0)
  expect([sent.length, outcomes, keys()]).toEqual([1, ['held up'], []])
})

test('losing the connection during the call makes the form ready', async () => {
  respond({ [CALL]: () => new Promise(() => {}) })
  const { send, isSending } = open()
  send('one')
  await pass(1000)
  expect(isSending()).toBe(true)
  line(false)
  expect([isSending(), outcomes]).toEqual([false, ['held up']])
})

test.each([
  ['the connection is lost', NO_LINE],
  ['the server is busy', busy]
])('if %s the form is ready after the first try, and another call can follow', async (_, failure) => {
  let isWell = false
  const sent = respond({ [CALL]: () => (isWell ? json({}) : failure()) })
  const { send, isSending } = open()
  send('one')
  await pass(0)
  expect([isSending(), outcomes]).toEqual([false, ['held up']])
  // A call behind a waiting one waits too.
  send('two')
  expect([isSending(), outcomes]).toEqual([false, ['held up', 'held up']])
  isWell = true
  await pass(1000)
  expect([sent.map(({ body }) => body?.text), keys()]).toEqual([['one', 'one', 'two'], []])
})

test('a refusal goes to the form and leaves the outbox', async () => {
  respond({ [CALL]: no })
  const { send, isSending } = open()
  send('one')
  await pass(0)
  expect([isSending(), outcomes, keys()]).toEqual([false, ['refused 422: Too long.'], []])
})

test('the corrected text after a refusal is another call', async () => {
  const sent = respond({ [CALL]: ({ body }) => (body?.text === 'long' ? no() : json({})) })
  const { send } = open()
  send('long')
  await pass(0)
  send('short')
  await pass(0)
  expect(outcomes).toEqual(['refused 422: Too long.', 'delivered'])
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['long', 'short'])
})

test('a refusal after the form was left stays in the outbox', async () => {
  let finish: (response: Response) => void = () => {}
  respond({ [CALL]: () => new Promise(resolve => (finish = resolve)) })
  const { send, unmount } = open()
  send('one')
  await pass(0)
  unmount()
  finish(no())
  await pass(0)
  expect([outcomes, stored().map(({ refused }) => refused)]).toEqual([[], ['Too long.']])
})

test('an ended login makes the item wait and the form ready', { tags: 'SEC-11' }, async () => {
  respond({ [CALL]: () => json({ message: 'Sign in', error: 'Sign in' }, 401) })
  const { send, isSending } = open()
  send('one')
  await pass(0)
  expect([isSending(), outcomes, keys()]).toEqual([false, ['held up'], ['one']])
})

test('another form on the page is not notified', async () => {
  respond({ [CALL]: () => json({}) })
  const first = open()
  const second = open()
  first.send('one')
  await pass(0)
  expect([outcomes, second.isSending()]).toEqual([['delivered'], false])
})
