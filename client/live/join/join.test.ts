/** Tests joining a session, with sign-in, codes, purchases and failures. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionPage } from '../../../domain/sessions/api.ts'
import { pageAt, putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, strangersRoom } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, type Sent } from '../../../testing/page/show.tsx'
import { toasts } from '../../../testing/page/toasts.ts'
import { closeSignIn, signInSucceeded } from '../../accounts/sign-in.ts'
import { closePurchase, purchaseSucceeded } from '../../billing/purchase.ts'
import { setUser } from '../../lib/user.ts'
import type { RoomPage } from '../apply-event.ts'
import { closeCode } from './asked-code.ts'
import { joinSession, joinWithCode } from './join.ts'

const SESSION = { id: 7, slug: 'study-hall', is_preset: 0 as const }
const JOIN = 'POST /api/challenge-events/study-hall/join'
const ROOM = '/sessions/study-hall'
const GRACE = { ...ADA, id: 2, username: 'grace' }

const goOn = vi.fn()

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  goOn.mockClear()
  setUser(GRACE)
  putPage(sessionPage, ROOM, strangersRoom())
})
afterEach(() => {
  closeCode()
  closePurchase()
  forget()
})

const grace = person('grace')
const joined = () => json({ participant: grace, error: null, error_code: null })
const refused = (status: number, message: string, error_code?: string) =>
  json({ message, error: message, ...(error_code && { error_code }) }, status)
const room = () => pageAt(sessionPage, ROOM) as RoomPage
const inRoom = () => room().participants.map(({ username }) => username)
/** Responds to joins with these responses in order, then repeats the last one. */
function network(...responses: (() => Response | Promise<Response>)[]): Sent[] {
  const next = () => (responses.length > 1 ? responses.shift() : responses[0])?.() as Response
  return respond({ [JOIN]: next })
}

async function join(): Promise<void> {
  await joinSession(SESSION, goOn)
}

test('joining adds me to the room’s pages at once and calls onJoined', async () => {
  network(joined)
  await join()
  expect(inRoom()).toEqual(['ada', 'grace'])
  expect(room().me?.username).toBe('grace')
  expect(room().challengeEvent).toMatchObject({ is_joined: 1, participants_count: 2 })
  expect(goOn).toHaveBeenCalledTimes(1)
})

test('a join that the socket reports before the response is counted once', { tags: 'D-105' }, async () => {
  network(() => {
    putPage(sessionPage, ROOM, strangersRoom({ participants_count: 2 }))
    const page = room()
    putPage(sessionPage, ROOM, { ...page, participants: [HOST_ADA, grace] })
    return joined()
  })
  await join()
  expect(inRoom()).toEqual(['ada', 'grace'])
  expect(room().challengeEvent.participants_count).toBe(2)
})

test('joining a session changes no other session', async () => {
  putPage(sessionPage, '/sessions/other', roomOf({ id: 8, slug: 'other' }))
  network(joined)
  await join()
  expect((pageAt(sessionPage, '/sessions/other') as RoomPage).participants).toHaveLength(1)
})

test('a visitor who closes the sign-in does not join after a later sign-in', { tags: 'HDR-23' }, async () => {
  setUser(null)
  const sent = network(joined)
  await join()
  closeSignIn()
  setUser(GRACE)
  await signInSucceeded()
  expect([sent.length, goOn.mock.calls.length]).toEqual([0, 0])
})

test('a join without a connection adds nobody, and the next try joins', async () => {
  network(() => Promise.reject(new TypeError('Failed to fetch')), joined)
  await join()
  expect([inRoom(), goOn.mock.calls.length]).toEqual([['ada'], 0])
  expect(toasts()).toEqual(['warning: The server didn’t answer. Please try again.'])
  await join()
  expect([inRoom(), goOn.mock.calls.length]).toEqual([['ada', 'grace'], 1])
  // The warning is gone.
  expect(toasts()).toEqual(['success: You have successfully joined this session.'])
})

test('a person who closed the code question does not join', async () => {
  const sent = network(() => refused(403, 'This code is wrong.', 'WRONG_CODE'))
  await join()
  closeCode()
  await joinWithCode('sesame')
  expect([sent.length, goOn.mock.calls.length]).toEqual([1, 0])
})

test('a person who buys no tokens does not join, even after a later purchase', { tags: 'TOK-48' }, async () => {
  const sent = network(() => refused(402, 'You have no tokens left.', 'INSUFFICIENT_TOKENS'))
  await join()
  closePurchase()
  await purchaseSucceeded('Thank you.')
  expect([sent.length, goOn.mock.calls.length]).toEqual([1, 0])
})

test('a second press during the first call joins once', { tags: 'API-09' }, async () => {
  const sent = network(joined)
  await Promise.all([joinSession(SESSION, goOn), joinSession(SESSION, goOn)])
  expect([sent.length, goOn.mock.calls.length, inRoom()]).toEqual([1, 1, ['ada', 'grace']])
})
