import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChatMessage, sessionChatPage } from '../../domain/chat/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { stored } from '../../testing/page/outbox.ts'
import { putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, messageOf, person, roomOf, START, strangersRoom } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn, signInSucceeded } from '../accounts/sign-in.ts'
import { purchaseSucceeded } from '../billing/purchase.ts'
import { clientUuid } from '../lib/client-uuid.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import { SessionChatPage } from '../session-pages/SessionChatPage.tsx'

const PATH = '/sessions/study-hall/chat'
const OK = { error: null, error_code: null }
let id = 500

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

function open(data: SessionData = roomOf(), messages: ChatMessage[] = [], has_earlier = false): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  putPage(sessionChatPage, PATH, { ...data, challengeEvent: { ...data.challengeEvent, id }, messages, has_earlier })
  show(<SessionChatPage />, PATH)
}

const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' })
const said = (): string[] =>
  [...screen.getByRole('log').querySelectorAll('p[class*=bubble]')].map(p => p.textContent ?? '')

function say(text: string): void {
  fireEvent.change(box(), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
}

function echo(message: ChatMessage, seq = 4): void {
  act(() => FakeSocket.last.tell({ type: 'message', room: id, seq, message }))
}

test('the chat page shows messages, oldest first', { tags: ['SES-026', 'CHAT-01'] }, () => {
  open(roomOf(), [messageOf(1, 'grace', 'Hello'), messageOf(2, 'ada', 'Hi')])
  expect(said()).toEqual(['Hello', 'Hi'])
})

test('the chat of an ended session says when it is active', { tags: ['CHAT-02', 'CHAT-03'] }, () => {
  open(roomOf({ status: 2 }), [messageOf(1, 'grace', 'Bye')])
  expect(screen.getByText('Chat is active when the session is in progress.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(said()).toEqual(['Bye'])
})

test('only a chat that is open asks to say hello', async () => {
  open(roomOf(), [])
  expect(screen.getByText('No messages yet. Say hello!')).toBeTruthy()
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data: { status: 2 } }))
  expect(await screen.findByText('No messages.')).toBeTruthy()
})

test('an account that waits for approval reads why it cannot write', { tags: 'D-146' }, () => {
  setUser({ ...ADA, is_unapproved: 1 })
  open()
  expect(screen.getByText('You can write here once an admin has approved your account.')).toBeTruthy()
  expect(screen.queryByLabelText('Message')).toBeNull()
})

test('the focus moves from the field to the messages when the session ends', { tags: 'CHAT-02' }, async () => {
  open(roomOf(), [messageOf(1, 'grace', 'Bye')])
  act(() => box().focus())
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data: { status: 2 } }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('log')))
})

test('messages of others appear without a reload', { tags: ['CHAT-11', 'CHAT-20'] }, async () => {
  open()
  echo(messageOf(8, 'grace', 'Anybody here?'))
  await waitFor(() => expect(said()).toEqual(['Anybody here?']))
})

test('a message is shown at once and sent with a key and the documented fields', {
  tags: ['SES-021', 'CHAT-18', 'CHAT-19']
}, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const sent = respond({
    'POST /api/messages': async () => {
      await held
      return json({ message: messageOf(9, 'ada', 'Hello', clientUuid()), ...OK })
    }
  })
  open()
  say('Hello')
  expect(box().value).toBe('')
  expect(screen.getByText('Sending…')).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    content: 'Hello',
    messageable_type: 'challenge_event',
    messageable_id: id,
    client_uuid: clientUuid()
  })
  expect(sent[0]?.headers['idempotency-key']).toBeTruthy()
  release()
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(said()).toEqual(['Hello'])
})

test('my message shows once, whether its echo or the response comes first', { tags: 'D-105' }, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const mine = messageOf(9, 'ada', 'Hello', clientUuid())
  respond({
    'POST /api/messages': async () => {
      await held
      return json({ message: mine, ...OK })
    }
  })
  open(roomOf(), [messageOf(1, 'ada', 'Hello', clientUuid())])
  say('Hello')
  expect(said()).toEqual(['Hello', 'Hello'])
  echo(mine)
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(said()).toEqual(['Hello', 'Hello'])
  release()
  await waitFor(() => expect(stored()).toEqual([]))
  expect(said()).toEqual(['Hello', 'Hello'])
})

test('a refused message returns to the box with the reason', { tags: 'D-106' }, async () => {
  respond({ 'POST /api/messages': () => json({ message: 'You are out.', error: 'You are out.' }, 403) })
  open()
  say('Do not lose me')
  expect(await screen.findByText('You are out.')).toBeTruthy()
  expect(box().value).toBe('Do not lose me')
  expect(said()).toEqual([])
})

test('a message that may have arrived is sent again with the same key', { tags: 'D-106' }, async () => {
  const responses = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => json({ message: messageOf(9, 'ada', 'Once'), ...OK })
  ]
  const sent = respond({ 'POST /api/messages': () => (responses.shift() as () => Response)() })
  open()
  say('Once')
  expect(await screen.findByText('Waiting to send')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(said()).toEqual(['Once']))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('two equal messages in a row are both sent, in order', { tags: 'CHAT-18' }, async () => {
  let next = 20
  const sent = respond({
    'POST /api/messages': ({ body }) =>
      json({ message: messageOf(next++, 'ada', String(body?.content), clientUuid()), ...OK })
  })
  open()
  say('ha')
  say('ha')
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  expect(said()).toEqual(['ha', 'ha'])
})

test('a visitor is asked to sign in, and the typed text stays', { tags: 'SES-081' }, async () => {
  setUser(null)
  open(strangersRoom())
  say('Let me in')
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(getSignIn().open).toBe(true)
  expect(box().value).toBe('Let me in')
})

test('a person who has not joined is asked to, and the typed text stays', { tags: 'D-106' }, async () => {
  open(strangersRoom())
  say('Let me in')
  expect(await screen.findByText('Please join the challenge to use that feature.')).toBeTruthy()
  expect(box().value).toBe('Let me in')
})

test('the chat box is 200 px high, and a larger one stays larger on the next visit', {
  tags: 'CHAT-04'
}, async () => {
  const { readFileSync } = await import('node:fs')
  const css = readFileSync(`${import.meta.dirname}/ChatBox.module.css`, 'utf8')
  expect(css).toMatch(/\[data-look="box"\] \.messages \{[^}]*height: 200px/)
  open()
  const chat = () => screen.getByRole('log').closest<HTMLElement>('[data-look]')?.dataset
  expect(chat()).toMatchObject({ look: 'box' })
  expect(chat()?.large).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: 'Larger chat' }))
  expect(chat()?.large).toBe('true')
  cleanup()
  open()
  expect(chat()?.large).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Smaller chat' }))
  expect(chat()?.large).toBeUndefined()
})

/** Gives the box 200 px of height and 1000 px of content, because happy-dom has no layout. */
function boxThatScrolls(): HTMLElement {
  const log = screen.getByRole('log')
  Object.defineProperties(log, { scrollHeight: { value: 1000 }, clientHeight: { value: 200 } })
  return log
}
const scrollTo = (log: HTMLElement, top: number): void => {
  log.scrollTop = top
  fireEvent.scroll(log)
}

test('the box follows new messages, unless the person has scrolled up', { tags: 'CHAT-11' }, async () => {
  open(roomOf(), [messageOf(1, 'grace', 'Hello')])
  const log = boxThatScrolls()
  echo(messageOf(8, 'grace', 'One'), 4)
  await screen.findByText('One')
  expect(log.scrollTop).toBe(1000)
  scrollTo(log, 300)
  echo(messageOf(9, 'grace', 'Two'), 5)
  await screen.findByText('Two')
  expect(log.scrollTop).toBe(300)
  scrollTo(log, 760)
  echo(messageOf(10, 'grace', 'Three'), 6)
  await screen.findByText('Three')
  expect(log.scrollTop).toBe(1000)
})

test('sending a message scrolls down to it', { tags: 'SES-021' }, () => {
  respond({ 'POST /api/messages': () => new Promise(() => {}) })
  open(roomOf(), [messageOf(1, 'grace', 'Hello')])
  const log = boxThatScrolls()
  scrollTo(log, 0)
  say('Here I am')
  expect(log.scrollTop).toBe(1000)
})

test('name and time appear once for messages within three minutes', { tags: 'CHAT-20' }, () => {
  const after = (ms: number, message: ChatMessage): ChatMessage => ({
    ...message,
    created_at: new Date(START + ms).toISOString()
  })
  open(roomOf(), [
    after(0, messageOf(1, 'grace', 'One')),
    after(179_000, messageOf(2, 'grace', 'Two')),
    after(180_000, messageOf(3, 'ada', 'Three')),
    after(181_000, messageOf(4, 'grace', 'Four')),
    after(361_000, messageOf(5, 'grace', 'Five'))
  ])
  const names = [...screen.getByRole('log').querySelectorAll('strong')].map(name => name.textContent)
  expect(names).toEqual(['grace', 'You', 'grace', 'grace'])
})

test.each([
  ['Enter sends on a computer', true, {}, 1],
  ['Shift and Enter starts a new line', true, { shiftKey: true }, 0],
  ['Enter that ends the composition of a character sends nothing', true, { isComposing: true }, 0],
  ['Enter starts a new line on a phone', false, {}, 0]
])('%s', { tags: 'SES-021' }, async (_, isFine, keys, times) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query =>
      Object.assign(new EventTarget(), { matches: !isFine && query === '(pointer: coarse)', media: query }) as never
  )
  const sent = respond({ 'POST /api/messages': () => json({ message: messageOf(9, 'ada', 'Hello'), ...OK }) })
  open()
  fireEvent.change(box(), { target: { value: 'Hello' } })
  fireEvent.keyDown(box(), { key: 'Enter', ...keys })
  await waitFor(() => expect(stored()).toEqual([]))
  expect(sent).toHaveLength(times)
  expect(box().value).toBe(times ? '' : 'Hello')
})

test('a message of only blanks is not sent', { tags: 'SES-021' }, () => {
  const sent = respond({})
  open()
  fireEvent.change(box(), { target: { value: '  \n ' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  fireEvent.submit(box().closest('form') as HTMLFormElement)
  expect([sent, stored()]).toEqual([[], []])
})

test('unsent text stays in the box of its own session', { tags: 'D-106' }, () => {
  open()
  fireEvent.change(box(), { target: { value: 'Half a sentence' } })
  cleanup()
  id += 1000
  open()
  expect(box().value).toBe('')
  cleanup()
  id -= 1000
  open()
  expect(box().value).toBe('Half a sentence')
})

test('a visitor’s message is sent after they sign in', { tags: 'SES-081' }, async () => {
  const sent = respond({
    'POST /api/messages': () => json({ message: messageOf(9, 'ada', 'Let me in'), ...OK }),
    [`GET /api${PATH}`]: () => json({ serverData: { ...roomOf(), messages: [], has_earlier: false } })
  })
  const posted = () => sent.filter(({ method }) => method === 'POST')
  setUser(null)
  open(strangersRoom())
  say('Let me in')
  act(() => {
    setUser(ADA)
    void signInSucceeded()
  })
  await waitFor(() => expect(posted()).toHaveLength(1))
  expect(posted()[0]?.body?.content).toBe('Let me in')
  expect(box().value).toBe('')
})

test('refused messages return in order, before the text being written', { tags: 'D-106' }, async () => {
  const refuse: (() => void)[] = []
  const held = () => new Promise<void>(resolve => refuse.push(resolve))
  respond({ 'POST /api/messages': () => held().then(() => json({ message: 'Slow down.', error: 'Slow down.' }, 422)) })
  open()
  for (const text of ['one', 'two', 'three']) say(text)
  fireEvent.change(box(), { target: { value: 'four' } })
  for (const value of ['one\nfour', 'one\ntwo\nfour', 'one\ntwo\nthree\nfour']) {
    await waitFor(() => expect(refuse.length).toBeGreaterThan(0))
    act(() => refuse.shift()?.())
    await waitFor(() => expect(box().value).toBe(value))
  }
})

test('text typed before a refusal stays after the refused message', { tags: 'D-106' }, async () => {
  let refuse = (): void => {}
  const held = new Promise<void>(resolve => {
    refuse = resolve
  })
  respond({ 'POST /api/messages': () => held.then(() => json({ message: 'Slow down.', error: 'Slow down.' }, 422)) })
  open()
  say('First')
  fireEvent.change(box(), { target: { value: 'Second' } })
  refuse()
  expect(await screen.findByText('Slow down.')).toBeTruthy()
  expect(box().value).toBe('First\nSecond')
  fireEvent.change(box(), { target: { value: 'Third' } })
  expect(screen.queryByText('Slow down.')).toBeNull()
})

test('a refused message keeps its key when sent unchanged, and gets a new one when changed', {
  tags: 'D-106'
}, async () => {
  const responses = [
    () => json({ message: 'Not now.', error: 'Not now.' }, 409),
    () => json({ message: 'Not now.', error: 'Not now.' }, 409),
    () => json({ message: messageOf(9, 'ada', 'Changed'), ...OK })
  ]
  const sent = respond({ 'POST /api/messages': () => (responses.shift() as () => Response)() })
  open()
  say('Same')
  await screen.findByText('Not now.')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await screen.findByText('Not now.')
  say('Changed')
  await waitFor(() => expect(sent).toHaveLength(3))
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
})

test('text being written when the session ends stays in the box, unsent', { tags: 'CHAT-02' }, async () => {
  const sent = respond({})
  open()
  fireEvent.change(box(), { target: { value: 'One more thing' } })
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data: { status: 2 } }))
  await screen.findByText('Chat is active when the session is in progress.')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(box().value).toBe('One more thing')
  expect(screen.getAllByText('Chat is active when the session is in progress.')).toHaveLength(2)
  expect([sent, stored()]).toEqual([[], []])
})

test.each([
  ['a guest cannot send, and the text stays', false, 0],
  ['a host can send', true, 1]
])('in a locked chat %s', { tags: 'D-131' }, async (_, isOwner, times) => {
  const sent = respond({ 'POST /api/messages': () => json({ message: messageOf(9, 'ada', 'Mine'), ...OK }) })
  open(roomOf({}, { isOwner }))
  fireEvent.change(box(), { target: { value: 'Mine' } })
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data: { chat_locked: 1 } }))
  await screen.findByText(/locked/)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(stored()).toEqual([]))
  expect(sent).toHaveLength(times)
  expect(box().value).toBe(times ? '' : 'Mine')
})

const loaded = (ids: number[], has_earlier: boolean) => () =>
  json({ messages: ids.map(one => messageOf(one, 'grace', `Message ${one}`)), has_earlier, ...OK })

test('scrolling to the top loads earlier messages, up to the first one', {
  tags: 'SES-104'
}, async () => {
  const sent = respond({
    'GET /api/challenge-events/study-hall/messages?before=51': loaded([49, 50], true),
    'GET /api/challenge-events/study-hall/messages?before=49': loaded([1], false)
  })
  open(roomOf(), [messageOf(51, 'grace', 'Message 51')], true)
  const log = boxThatScrolls()
  scrollTo(log, 0)
  await screen.findByText('Message 49')
  expect(said()).toEqual(['Message 49', 'Message 50', 'Message 51'])
  fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }))
  await screen.findByText('Message 1')
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull()
  expect(sent).toHaveLength(2)
})

test.each([
  ['stay when the room is loaded again', [51, 52], ['Message 50', 'Message 51', 'Message 52'], false],
  ['go when the reloaded messages do not reach back to them', [90, 91], ['Message 90', 'Message 91'], true]
])('older messages that were loaded %s', { tags: 'SES-104' }, async (_, ids, after, isMore) => {
  const data = roomOf()
  const challengeEvent = { ...data.challengeEvent, id }
  const messages = ids.map(one => messageOf(one, 'grace', `Message ${one}`))
  respond({
    'GET /api/challenge-events/study-hall/messages?before=51': loaded([50], false),
    [`GET /api${PATH}`]: () => json({ serverData: { ...data, challengeEvent, messages, has_earlier: true } })
  })
  open(data, [messageOf(51, 'grace', 'Message 51')], true)
  fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }))
  await screen.findByText('Message 50')
  await act(() => reloadPages(sessionChatPage))
  expect(said()).toEqual(after)
  expect(screen.queryByRole('button', { name: 'Earlier messages' }) !== null).toBe(isMore)
})

test('a web address in a message is a link to a new tab, and anything else stays text', { tags: 'CHAT-21' }, () => {
  open(roomOf(), [messageOf(1, 'grace', 'See https://hut.example/map, not javascript:alert(1) <b>!')])
  const [person, link, ...others] = within(screen.getByRole('log')).getAllByRole('link')
  expect(person?.getAttribute('href')).toBe('/grace')
  expect(others).toEqual([])
  expect(['href', 'target', 'rel'].map(name => link?.getAttribute(name))).toEqual([
    'https://hut.example/map',
    '_blank',
    'noopener nofollow ugc'
  ])
  expect(said()).toEqual(['See https://hut.example/map, not javascript:alert(1) <b>!'])
})

test('a press tries again to load earlier messages after a failure', { tags: 'SES-104' }, async () => {
  const responses = [() => Promise.reject(new TypeError('Failed to fetch')), loaded([50], false)]
  respond({
    'GET /api/challenge-events/study-hall/messages?before=51': () => (responses.shift() as () => Response)()
  })
  open(roomOf(), [messageOf(51, 'grace', 'Message 51')], true)
  fireEvent.click(screen.getByRole('button', { name: 'Earlier messages' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Couldn’t load. Try again' }))
  expect(await screen.findByText('Message 50')).toBeTruthy()
})

test('a hint counts new messages while scrolled up, and a press goes to them', { tags: 'CHAT-20' }, async () => {
  open(roomOf(), [messageOf(1, 'grace', 'Hello')])
  const log = boxThatScrolls()
  scrollTo(log, 300)
  echo(messageOf(8, 'grace', 'One'), 4)
  echo(messageOf(9, 'grace', 'Two'), 5)
  const hint = await screen.findByRole('button', { name: '2 new messages' })
  expect(document.title).toMatch(/^\(2\) /)
  fireEvent.click(hint)
  expect(log.scrollTop).toBe(1000)
  await waitFor(() => expect(screen.queryByRole('button', { name: /new message/ })).toBeNull())
  expect(document.title).not.toMatch(/^\(2\) /)
})

test('a mentioned name is a link, and a message that mentions me is marked and counted', {
  tags: ['CHAT-20', 'CHAT-21']
}, async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  open(roomOf({}, { participants: [HOST_ADA, person('grace')] }), [messageOf(1, 'grace', 'Hi @ADA, @nobody')])
  const link = within(screen.getByRole('log')).getByRole('link', { name: '@ADA' })
  expect(link.getAttribute('href')).toBe('/ada')
  expect(link.closest('[data-for-me]')).toBeTruthy()
  expect(said()).toEqual(['Hi @ADA, @nobody'])
  echo(messageOf(8, 'grace', 'Nice'), 4)
  echo(messageOf(9, 'grace', 'And @ada?'), 5)
  expect(await screen.findByRole('link', { name: 'Chat @2 new, you’re mentioned' })).toBeTruthy()
})

test('messages count as read when they are on screen in a visible tab', { tags: 'CHAT-20' }, async () => {
  open(roomOf(), [messageOf(1, 'grace', 'Hello')])
  echo(messageOf(8, 'grace', 'One'), 4)
  await screen.findByText('One')
  expect(screen.getByRole('link', { name: 'Chat' })).toBeTruthy()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  echo(messageOf(9, 'grace', 'Two'), 5)
  expect(await screen.findByRole('link', { name: 'Chat 1 new' })).toBeTruthy()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByRole('link', { name: 'Chat' })).toBeTruthy()
})

test('a message refused for lack of tokens is sent once after a purchase', {
  tags: 'D-13'
}, async () => {
  const out = 'You’ve run out of tokens.'
  let isOut = true
  const sent = respond({
    'POST /api/messages': () =>
      isOut
        ? json({ message: out, error: out, error_code: 'INSUFFICIENT_TOKENS' }, 402)
        : json({ message: messageOf(9, 'ada', 'Hello', clientUuid()), ...OK })
  })
  open()
  say('Hello')
  expect(await screen.findByText(out)).toBeTruthy()
  expect(box().value).toBe('Hello')
  isOut = false
  await act(() => purchaseSucceeded(''))
  await act(() => purchaseSucceeded(''))
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(said()).toEqual(['Hello']))
  expect([box().value, screen.queryByText(out)]).toEqual(['', null])
  expect(stored()).toEqual([])
})
