/** The outbox among other tabs: items that they deliver or leave behind, and calls without a response. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../../domain/lib/endpoint.ts'
import { itemOf, keep, stored } from '../../testing/page/outbox.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { markLoginFound, markLoginLost } from '../lib/identity.ts'
import { setUser } from '../lib/user.ts'
import type { Item } from './item.ts'
import { outboxFor, startOutbox } from './outbox.ts'

const GRACE = { ...ADA, id: 2, username: 'grace' }
const SAY = endpoint('POST', '/api/rooms/:room/say', {
  summary: 'Says something in a room',
  body: z.object({ text: z.string() }),
  response: z.object({ id: z.number() })
})
const ROOM = 'POST /api/rooms/7/say'

const delivered = vi.fn()
const refused = vi.fn()
const says = outboxFor<typeof SAY, null>(SAY, {
  delivered: ({ key }, { id }) => void delivered(key, id),
  refused: ({ key }) => void refused(key)
})

let otherTab: BroadcastChannel

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(Math, 'random').mockReturnValue(1)
  delivered.mockClear()
  refused.mockClear()
  localStorage.clear()
  setUser(ADA)
  otherTab = new BroadcastChannel('outbox')
  startOutbox()
})
afterEach(() => {
  otherTab.close()
  forget()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Waits for messages between tabs, which arrive a moment later. */
const heard = (): Promise<void> => new Promise(resolve => setImmediate(() => setImmediate(resolve)))
const waiting = () => says.waiting().map(({ key }) => key)
const texts = (sent: Sent[]) => sent.map(({ body }) => body?.text)

function say(text: string): void {
  says.add({ key: text, params: { room: '7' }, body: { text }, scope: 'room 7', text, seen: null })
}

/** Stores an item as another tab does. */
function fromOtherTab(key: string, more: Partial<Item> = {}): Item {
  const item = itemOf(SAY, { key, params: { room: '7' }, body: { text: key }, scope: 'room 7', ...more })
  keep(item)
  window.dispatchEvent(new StorageEvent('storage', { key: `outbox:1:${key}` }))
  return item
}

test('a delivery by another tab changes this page and ends the item here', async () => {
  respond({})
  const item = fromOtherTab('one')
  await pass(30)
  expect(waiting()).toEqual(['one'])
  localStorage.clear()
  otherTab.postMessage({ item, response: { id: 9 } })
  await heard()
  await pass(0)
  expect([waiting(), delivered.mock.calls]).toEqual([[], [['one', 9]]])
})

test('a delivery for another person changes nothing here', { tags: 'SEC-11' }, async () => {
  respond({})
  otherTab.postMessage({ item: itemOf(SAY, { key: 'hers', person: GRACE.id }), response: { id: 9 } })
  await heard()
  await pass(0)
  expect(delivered).not.toHaveBeenCalled()
})

test('a tab sends its deliveries with their responses to the other tabs', async () => {
  respond({ [ROOM]: () => json({ id: 4 }) })
  const received: unknown[] = []
  otherTab.addEventListener('message', ({ data }) => void received.push([data.item.key, data.response]))
  say('hello')
  await pass(0)
  await heard()
  expect(received).toEqual([['hello', { id: 4 }]])
  expect(delivered.mock.calls).toEqual([['hello', 4]])
})

test('sends an item of a closed tab after five seconds, once, with its key and time', async () => {
  const sent = respond({ [ROOM]: () => json({ id: 4 }) })
  const { doneAt } = fromOtherTab('left')
  await pass(30 + 4999)
  expect(sent).toEqual([])
  await pass(1)
  expect(sent[0]?.headers).toMatchObject({ 'idempotency-key': 'left', 'x-done-at': new Date(doneAt).toISOString() })
  await pass(60_000)
  expect([sent.length, stored()]).toEqual([1, []])
})

test('does not send an item that its own tab delivers within five seconds', async () => {
  const sent = respond({ [ROOM]: () => json({ id: 4 }) })
  fromOtherTab('one')
  await pass(2000)
  localStorage.clear()
  await pass(60_000)
  expect([sent, waiting()]).toEqual([[], []])
})

test('ignores storage events of other sites and features', async () => {
  const sent = respond({ [ROOM]: () => json({ id: 4 }) })
  keep(itemOf(SAY, { key: 'quiet', params: { room: '7' } }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'sound-volume' }))
  await pass(10_000)
  expect([sent, waiting()]).toEqual([[], []])
})

test('drops its items when another tab empties the storage', async () => {
  respond({})
  fromOtherTab('one')
  await pass(30)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await pass(30)
  expect(waiting()).toEqual([])
})

test('a call without a response fails after half a minute and is sent again with its key, in order', async () => {
  let isBroken = true
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>
    sent.push({ method: 'POST', url, body: JSON.parse(String(init.body)), headers })
    if (!isBroken) return Promise.resolve(json({ id: sent.length }))
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    )
  })
  say('one')
  say('two')
  await pass(29_999)
  expect(texts(sent)).toEqual(['one'])
  isBroken = false
  await pass(1)
  expect([texts(sent), waiting()]).toEqual([['one'], ['one', 'two']])
  await pass(1000)
  expect([texts(sent), waiting()]).toEqual([['one', 'one', 'two'], []])
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one', 'two'])
})

test.each<[string, () => void]>([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the browser restores the page from its cache', () => window.dispatchEvent(new Event('pageshow'))],
  ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  [
    'its person is signed in again',
    () => {
      markLoginLost(null)
      markLoginFound()
    }
  ]
])('retries at once when %s', async (_, happens) => {
  let isThere = false
  const sent = respond({
    [ROOM]: () => (isThere ? json({ id: 4 }) : Promise.reject(new TypeError('Failed to fetch')))
  })
  say('one')
  await pass(0)
  isThere = true
  happens()
  await pass(0)
  expect([texts(sent), waiting()]).toEqual([['one', 'one'], []])
})

test('retries nothing when the page becomes hidden', async () => {
  const sent = respond({ [ROOM]: () => Promise.reject(new TypeError('Failed to fetch')) })
  say('one')
  await pass(0)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(sent).toHaveLength(1)
})

test("changing the profile retries nothing; another person's sign-in sends that person's items", async () => {
  const sent = respond({ [ROOM]: () => Promise.reject(new TypeError('Failed to fetch')) })
  say('of ada')
  await pass(0)
  setUser({ ...ADA, first_name: 'Augusta' })
  await pass(0)
  expect(sent).toHaveLength(1)
  setUser(GRACE)
  say('of grace')
  await pass(0)
  expect([texts(sent), waiting()]).toEqual([['of ada', 'of grace'], ['of grace']])
  setUser(ADA)
  await pass(0)
  expect([texts(sent).at(-1), waiting()]).toEqual(['of ada', ['of ada']])
})

test('a visitor adds nothing to the outbox, because the next person would send it', async () => {
  setUser(null)
  const sent = respond({ [ROOM]: () => json({ id: 4 }) })
  say('nobody')
  setUser(ADA)
  await pass(60_000)
  expect([sent, stored()]).toEqual([[], []])
})

test('reports a refusal in the tab that sent the item, and keeps the item in all tabs', async () => {
  respond({ [ROOM]: () => json({ message: 'No', error: 'No' }, 403) })
  say('one')
  await pass(0)
  expect([refused.mock.calls, waiting(), stored()[0]?.refused]).toEqual([[['one']], [], 'No'])
})
