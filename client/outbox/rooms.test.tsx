import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { sessionPage, storeSessionQuickLog } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { itemOf, keep } from '../../testing/page/outbox.ts'
import { putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, messageOf, roomOf, START, WATER } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { SessionChatPage } from '../session-pages/SessionChatPage.tsx'
import { SessionPage } from '../session-pages/SessionPage.tsx'

const OK = { error: null, error_code: null }
const GRACE = { ...ADA, id: 2, username: 'grace', person: { id: 2, username: 'grace' } }
const OTHER_PERSON = { message: 'Someone else', error: 'Someone else', error_code: 'OTHER_PERSON' }
const LOG = 'POST /api/challenge-events/study-hall/store-quick-log'
let id = 400
let onLine = true

beforeEach(() => {
  id += 1
  onLine = true
  FakeSocket.all = []
  setUser(ADA)
  localStorage.clear()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine)
})
afterEach(forget)

function open(tab: '' | '/chat'): void {
  // The clock advances by itself, so that awaited changes come; tests can also set it.
  vi.useFakeTimers({ now: START + 60_000, shouldAdvanceTime: true })
  vi.stubGlobal('WebSocket', FakeSocket)
  const data = roomOf()
  const path = `/sessions/study-hall${tab}`
  const own = { ...data, challengeEvent: { ...data.challengeEvent, id } }
  putPage(tab ? sessionChatPage : sessionPage, path, { ...own, messages: [] })
  show(tab ? <SessionChatPage /> : <SessionPage />, path)
}

function line(isThere: boolean): void {
  onLine = isThere
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

const waiting = (): number => Object.keys(localStorage).filter(key => key.startsWith('outbox:')).length

function say(text: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
}

const logged = (amount = 1) =>
  json({
    id: 1,
    log: { is_timed: 0 },
    challenge_user: {
      ...HOST_ADA,
      task_totals: {
        [WATER]: { amount, distance: 0, duration: 0, list_progress: [] }
      }
    },
    ...OK
  })

test('a message written offline waits and is sent once when online', {
  tags: ['CHAT-18', 'D-106']
}, async () => {
  const sent = respond({
    'POST /api/messages': ({ body }) => json({ message: messageOf(9, 'ada', String(body?.content)), ...OK })
  })
  open('/chat')
  line(false)
  say('From the tunnel')
  expect(await screen.findByText('Waiting to send')).toBeTruthy()
  expect(sent).toHaveLength(0)
  line(true)
  await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.getAllByText('From the tunnel')).toHaveLength(1)
  await waitFor(() => expect(waiting()).toBe(0))
})

test('a message in flight when the connection broke is sent again with its key', { tags: 'CHAT-18' }, async () => {
  const responses = [
    () => {
      line(false)
      return Promise.reject(new TypeError('Failed to fetch'))
    },
    () => json({ message: messageOf(9, 'ada', 'Half heard'), ...OK })
  ]
  const sent = respond({ 'POST /api/messages': () => (responses.shift() as () => Response)() })
  open('/chat')
  say('Half heard')
  expect(await screen.findByText('Waiting to send')).toBeTruthy()
  line(true)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
  expect(screen.queryByRole('alert', { name: /not answer/ })).toBeNull()
})

test('the next visit sends a message that the closed page could not send, with its key', {
  tags: 'CHAT-18'
}, async () => {
  const sent = respond({ 'POST /api/messages': () => json({ message: messageOf(9, 'ada', 'Later'), ...OK }) })
  const body = { content: 'Later', messageable_type: 'challenge_event', messageable_id: id }
  keep(itemOf(sendMessage, { person: ADA.id, body, scope: `chat ${id}`, seen: { after: 0 } }))
  open('/chat')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.headers['idempotency-key']).toBe('kept-key')
  await waitFor(() => expect(waiting()).toBe(0))
})

test('a press offline counts at once, waits, and is sent once', { tags: 'SGL-25' }, async () => {
  const sent = respond({ [LOG]: () => logged(), 'GET /api/sessions/study-hall/chat': () => json({}, 500) })
  open('')
  line(false)
  const card = within(screen.getByRole('article', { name: 'Drink water' }))
  fireEvent.click(card.getByRole('button'))
  expect(card.getByText('1 of 6 glasses')).toBeTruthy()
  expect(card.getByText('Waiting to send')).toBeTruthy()
  expect(screen.getAllByText('Waiting to send')).toHaveLength(1)
  expect(waiting()).toBe(1)
  line(true)
  await waitFor(() => expect(card.queryByText('Waiting to send')).toBeNull())
  await waitFor(() => expect(waiting()).toBe(0))
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(card.getByText('1 of 6 glasses')).toBeTruthy()
})

test('a press of an earlier visit is sent once, however many tabs open the session', {
  tags: 'SGL-25'
}, async () => {
  const sent = respond({ [LOG]: () => logged(), 'GET /api/sessions/study-hall/chat': () => json({}, 500) })
  const body = { task_uuid: WATER, type: 'task', amount: 1 }
  const seen = { session: id, base: { amount: 0, distance: 0 } }
  const params = { event: 'study-hall' }
  keep(itemOf(storeSessionQuickLog, { key: 'pressed', person: ADA.id, params, body, scope: `presses ${id}`, seen }))
  open('')
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(sent.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toBe('pressed')
  await waitFor(() => expect(waiting()).toBe(0))
  cleanup()
  open('/chat')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('offline items of Ada are never sent as Grace, and are sent once when Ada is back', {
  tags: 'SEC-11'
}, async () => {
  const sent = respond({
    [LOG]: () => logged(),
    'POST /api/messages': ({ body }) => json({ message: messageOf(9, 'ada', String(body?.content)), ...OK }),
    'GET /api/sessions/study-hall/chat': () => json({}, 500)
  })
  open('/chat')
  line(false)
  say('Mine alone')
  cleanup()
  open('')
  fireEvent.click(within(screen.getByRole('article', { name: 'Drink water' })).getByRole('button'))
  cleanup()
  act(() => setUser(GRACE))
  open('/chat')
  expect(screen.queryByText('Mine alone')).toBeNull()
  line(true)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  expect(waiting()).toBe(2)
  act(() => setUser(ADA))
  await waitFor(() => expect(sent.filter(({ url }) => url === '/api/messages')).toHaveLength(1))
  expect(sent.find(({ url }) => url === '/api/messages')?.headers['x-person']).toBe(String(ADA.id))
  await waitFor(() => expect(waiting()).toBe(0))
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test("an item that the server refuses as another person's waits for its person", { tags: 'SEC-11' }, async () => {
  respond({ 'POST /api/messages': () => json(OTHER_PERSON, 409) })
  open('/chat')
  say('Mine alone')
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(waiting()).toBe(1)
})

test.each([429, 500, 502, 503, 504])(
  'a press in a room that fails with %d counts, and is sent again with its key',
  { tags: 'SGL-25' },
  async status => {
    let isBack = false
    const sent = respond({
      [LOG]: () => (isBack ? logged() : new Response('<h1>Busy</h1>', { status })),
      'GET /api/sessions/study-hall/chat': () => json({}, 500)
    })
    open('')
    const card = within(screen.getByRole('article', { name: 'Drink water' }))
    fireEvent.click(card.getByRole('button'))
    expect(await card.findByText('Waiting to send')).toBeTruthy()
    expect(card.getByText('1 of 6 glasses')).toBeTruthy()
    isBack = true
    line(true)
    await waitFor(() => expect(waiting()).toBe(0))
    const tries = sent.filter(({ method }) => method === 'POST')
    expect([tries.length, new Set(tries.map(({ headers }) => headers['idempotency-key'])).size]).toEqual([2, 1])
    expect(card.getByText('1 of 6 glasses')).toBeTruthy()
  }
)

test('the total of three quick presses never decreases while their responses arrive', {
  tags: 'SGL-25'
}, async () => {
  const hanging: ((response: Response) => void)[] = []
  respond({
    [LOG]: () => new Promise(resolve => hanging.push(resolve)),
    'GET /api/sessions/study-hall/chat': () => json({}, 500)
  })
  open('')
  const card = within(screen.getByRole('article', { name: 'Drink water' }))
  const shown: (string | undefined)[] = []
  const look = (): void =>
    void shown.push(/^\d+ of 6 glasses$/.exec(card.getByText(/ of 6 glasses$/).textContent ?? '')?.[0])
  const observer = new MutationObserver(look)
  for (let presses = 0; presses < 3; presses++) fireEvent.click(card.getByRole('button'))
  look()
  observer.observe(screen.getByRole('article', { name: 'Drink water' }), {
    subtree: true,
    childList: true,
    characterData: true
  })
  for (let amount = 1; amount <= 3; amount++) {
    await waitFor(() => expect(hanging).toHaveLength(amount))
    await act(async () => hanging[amount - 1]?.(logged(amount)))
    await waitFor(() => expect(waiting()).toBe(3 - amount))
    look()
  }
  observer.disconnect()
  expect(new Set(shown)).toEqual(new Set(['3 of 6 glasses']))
})

test('a delayed press is sent with the time of the press', { tags: 'SGL-25' }, async () => {
  const sent = respond({ [LOG]: () => logged(), 'GET /api/sessions/study-hall/chat': () => json({}, 500) })
  open('')
  line(false)
  fireEvent.click(within(screen.getByRole('article', { name: 'Drink water' })).getByRole('button'))
  vi.setSystemTime(START + 600_000)
  line(true)
  await waitFor(() => expect(waiting()).toBe(0))
  const press = sent.find(({ method }) => method === 'POST')
  expect(press?.headers['x-done-at']).toBe(new Date(START + 60_000).toISOString())
})
