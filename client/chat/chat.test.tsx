import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChatMessage, sessionChatPage } from '../../domain/chat/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { getSignIn } from '../accounts/sign-in.ts'
import { clientUuid } from '../lib/client-uuid.ts'
import { setUser } from '../lib/user.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { stored } from '../testing/outbox.ts'
import { putPage } from '../testing/pages.ts'
import { messageOf, roomOf, START, strangersRoom } from '../testing/session-page.ts'
import { ADA, forget, json, respond, show } from '../testing/show.tsx'
import { SessionChatPage } from './SessionChatPage.tsx'

const PATH = '/sessions/study-hall/chat'
const OK = { error: null, error_code: null }
let id = 500

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

function open(data: SessionData = roomOf(), messages: ChatMessage[] = []): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  putPage(sessionChatPage, PATH, { ...data, challengeEvent: { ...data.challengeEvent, id }, messages })
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

test('SES-026 CHAT-01 the chat page shows what was said, oldest first', () => {
  open(roomOf(), [messageOf(1, 'grace', 'Hello'), messageOf(2, 'ada', 'Hi')])
  expect(said()).toEqual(['Hello', 'Hi'])
})

test('CHAT-02 CHAT-03 unless the session runs, the chat says when it is active', () => {
  open(roomOf({ status: 2 }), [messageOf(1, 'grace', 'Bye')])
  expect(screen.getByText('Chat is active when the session is in progress.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(said()).toEqual(['Bye'])
})

test('CHAT-11 CHAT-20 what others say appears by itself', async () => {
  open()
  echo(messageOf(8, 'grace', 'Anybody here?'))
  await waitFor(() => expect(said()).toEqual(['Anybody here?']))
})

test('SES-021 CHAT-18 CHAT-19 a message is shown at once and sent with a key and the documented fields', async () => {
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

test('D-105 one’s own echo is recognised, whether it comes before or after the response', async () => {
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

test('D-106 a refused message comes back into the box with the reason', async () => {
  respond({ 'POST /api/messages': () => json({ message: 'You are out.', error: 'You are out.' }, 403) })
  open()
  say('Do not lose me')
  expect(await screen.findByText('You are out.')).toBeTruthy()
  expect(box().value).toBe('Do not lose me')
  expect(said()).toEqual([])
})

test('D-106 a message that may have arrived is sent again with the same key', async () => {
  const responses = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => json({ message: messageOf(9, 'ada', 'Once'), ...OK })
  ]
  const sent = respond({ 'POST /api/messages': () => (responses.shift() as () => Response)() })
  open()
  say('Once')
  expect(await screen.findByText('Waiting to be sent')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(said()).toEqual(['Once']))
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key'])
})

test('CHAT-18 two equal messages in a row are two messages, in order', async () => {
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

test('SES-081 a visitor is asked to sign in, and what was typed stays', async () => {
  setUser(null)
  open(strangersRoom())
  say('Let me in')
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(getSignIn().open).toBe(true)
  expect(box().value).toBe('Let me in')
})

test('D-106 who has not joined is told to, and what was typed stays', async () => {
  open(strangersRoom())
  say('Let me in')
  expect(await screen.findByText('Please join the challenge to use that feature.')).toBeTruthy()
  expect(box().value).toBe('Let me in')
})

test('CHAT-04 the chat box is 200 px high', async () => {
  const { readFileSync } = await import('node:fs')
  const css = readFileSync(`${import.meta.dirname}/ChatBox.module.css`, 'utf8')
  expect(css).toMatch(/\[data-look="box"\] \.messages \{[^}]*height: 200px/)
  open()
  expect(within(document.body).getByRole('log').parentElement?.dataset.look).toBe('box')
})
