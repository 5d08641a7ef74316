import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChatMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { type SessionData, sessionPage } from '../../domain/sessions/api.ts'
import { FakeSocket } from '../../testing/page/fake-socket.ts'
import { putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, messageOf, person, roomOf, START } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { SessionChatPage } from '../session-pages/SessionChatPage.tsx'
import { SessionPage } from '../session-pages/SessionPage.tsx'

const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }
let id = 700

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

const pair = (more: Partial<SessionData> = {}): SessionData =>
  roomOf({ participants_count: 2 }, { participants: [HOST_ADA, person('bob')], ...more })

function open(data: SessionData, messages?: ChatMessage[]): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const path = `/sessions/study-hall${messages ? '/chat' : ''}`
  putPage(messages ? sessionChatPage : sessionPage, path, {
    ...data,
    challengeEvent: { ...data.challengeEvent, id },
    messages
  })
  show(messages ? <SessionChatPage /> : <SessionPage />, path)
}

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))
const choose = async (name: string): Promise<void> =>
  void fireEvent.click(await screen.findByRole('menuitem', { name }))
const log = () => within(screen.getByRole('log'))

test('the host deletes a chat message after a question', { tags: 'D-131' }, async () => {
  const sent = respond({ 'DELETE /api/messages/5': () => json({}) })
  open(pair(), [{ ...messageOf(5, 'bob', 'Buy my things'), messageable_id: id }])
  press('Menu of the message of bob')
  await choose('Delete')
  expect(sent).toHaveLength(0)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(log().queryByText('Buy my things')).toBeNull())
})

test('a guest can delete only their own messages', { tags: 'D-131' }, async () => {
  open(pair({ isOwner: false, me: person('ada') }), [messageOf(5, 'bob', 'Hi'), messageOf(6, 'ada', 'Hello')])
  press('Menu of the message of bob')
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  press('Menu of the message of bob')
  press('Menu of the message of ada')
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
})

test('a muted person’s message is hidden until I press Show, and visible after Undo', async () => {
  respond({
    'POST /api/users/bob/mute': () => json({ muted: ['bob'], blocked: [], ...OK }),
    'POST /api/users/bob/unmute': () => json({ muted: [], blocked: [], ...OK })
  })
  open(pair(), [messageOf(5, 'bob', 'Noise')])
  press('Menu of the message of bob')
  await choose('Mute bob')
  expect(await log().findByText('Hidden: you muted bob.', { exact: false })).toBeTruthy()
  expect(log().queryByText('Noise')).toBeNull()
  press('Show this message of bob')
  expect(log().getByText('Noise')).toBeTruthy()
  press('Undo')
  await waitFor(() => expect(screen.queryByText('Hidden: you muted bob.', { exact: false })).toBeNull())
})

test('a blocked person’s message and face are hidden, and only a host can read it', { tags: 'D-164' }, async () => {
  const sent = respond({
    'POST /api/users/bob/block': () => json({ muted: ['bob'], blocked: ['bob'], ...OK }),
    'POST /api/users/bob/unmute': () => json({ muted: [], blocked: [], ...OK })
  })
  const faces = () => [...document.querySelectorAll('a[href="#people"] [data-letter]')].length
  open(pair())
  expect(faces()).toBe(2)
  cleanup()
  open(pair({ isOwner: false, me: person('ada') }), [messageOf(5, 'bob', 'Noise')])
  press('Menu of the message of bob')
  await choose('Block bob')
  expect(await log().findByText('Hidden: you blocked bob.', { exact: false })).toBeTruthy()
  expect(log().queryByText('Noise')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show this message of bob' })).toBeNull()
  cleanup()
  open(pair(), [messageOf(5, 'bob', 'Noise')])
  press('Show this message of bob')
  expect(log().getByText('Noise')).toBeTruthy()
  cleanup()
  open(pair())
  expect(faces()).toBe(1)
  press('Menu of bob')
  await choose('Unblock bob')
  await waitFor(() => expect(faces()).toBe(2))
  expect(sent.map(({ url }) => url).filter(url => /bob/.test(url))).toEqual([
    '/api/users/bob/block',
    '/api/users/bob/unmute'
  ])
})

test('the host locks the chat and can still write', { tags: 'CHAT-02' }, async () => {
  const sent = respond({ [`POST ${BASE}/chat/lock`]: () => json({ chat_locked: 1, ...OK }) })
  open(pair(), [])
  press('Lock chat')
  expect(await screen.findByText('The chat is locked: only hosts can write.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy()
  expect(sent[0]?.body?.locked).toBe(1)
  expect(screen.getByRole('button', { name: 'Unlock chat' })).toBeTruthy()
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data: { chat_locked: 0 } }))
  await waitFor(() => expect(screen.queryByText('The chat is locked: only hosts can write.')).toBeNull())
})

test('a guest sees that the chat is locked and cannot write', { tags: 'CHAT-02' }, () => {
  open(roomOf({ chat_locked: 1 }, { isOwner: false, me: person('ada') }), [])
  expect(screen.getByText('The host has locked the chat.')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
})

test('a guest cannot lock the chat', { tags: 'CHAT-02' }, () => {
  open(pair({ isOwner: false, me: person('ada') }), [])
  expect(screen.queryByRole('button', { name: 'Lock chat' })).toBeNull()
})

test('the host removes a participant after a question', { tags: 'SEC-41' }, async () => {
  const sent = respond({
    [`POST ${BASE}/participants/bob/remove`]: () => json({ participants_count: 1, ...OK }),
    'GET /api/sessions/study-hall/chat': () => json({}, 500)
  })
  open(pair())
  press('Menu of bob')
  await choose('Remove')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Menu of bob' })).toBeNull())
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a guest can mute but not remove people, and a host cannot remove a host', { tags: 'SEC-41' }, async () => {
  open(pair({ isOwner: false, me: person('ada') }))
  press('Menu of bob')
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull()
  cleanup()
  open(pair({ participants: [HOST_ADA, person('bob', { role: 1 })] }))
  press('Menu of bob')
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull()
})
