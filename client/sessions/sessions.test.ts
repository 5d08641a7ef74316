/** Tests the commands of a session, with a connection and without one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionPage } from '../../domain/sessions/api.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf } from '../../testing/page/session-page.ts'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { toasts } from '../../testing/page/toasts.ts'
import { isConnectionError } from '../lib/connection.ts'
import { queryClient } from '../lib/page-cache.ts'
import { setUser } from '../lib/user.ts'
import type { RoomPage } from '../live/apply-event.ts'
import {
  cancelSession,
  completeSession,
  leaveSession,
  movePart,
  runFromMenu,
  setReady,
  startSession
} from './sessions.ts'

const SESSION = { id: 7, slug: 'study-hall' }
const AT = 'POST /api/challenge-events/study-hall'
const ROOM = '/sessions/study-hall'
const OK = () => json({})
const NO_NETWORK = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (status: number, body: object) => () => json({ message: 'No', error: 'No', ...body }, status)

let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  setUser(ADA)
  const participants = [HOST_ADA, person('grace')]
  putPage(sessionPage, ROOM, roomOf({ participants_count: 2 }, { participants }))
})
afterEach(forget)

const room = () => pageAt(sessionPage, ROOM) as RoomPage
const inRoom = () => room().participants.map(({ username }) => username)
test('a start that is refused for one reason shows that reason', { tags: 'SES-070' }, async () => {
  respond({ [`${AT}/start`]: refused(409, { message: 'The session runs already.' }) })
  await startSession(SESSION)
  expect(toasts()).toEqual(['error: The session runs already.'])
})

test.each([
  ['start', startSession],
  ['ready', (session: typeof SESSION) => setReady(session, true)],
  ['complete', completeSession],
  ['part', (session: typeof SESSION) => movePart(session, 'p1', 'pause')]
])('without a connection "%s" rejects and shows no toast', async (_, act) => {
  respond({
    [`${AT}/start`]: NO_NETWORK,
    [`${AT}/user-is-ready`]: NO_NETWORK,
    [`${AT}/complete`]: NO_NETWORK,
    [`${AT}/parts/p1/pause`]: NO_NETWORK
  })
  expect(isConnectionError(await act(SESSION).catch((error: unknown) => error))).toBe(true)
  expect([toasts(), reload.mock.calls.length]).toEqual([[], 0])
})

test('a refused "ready" shows the reason and changes nothing', { tags: 'D-76' }, async () => {
  respond({ [`${AT}/user-is-ready`]: refused(409, { message: 'The session has begun.' }) })
  await expect(setReady(SESSION, true)).rejects.toThrow()
  expect(toasts()).toEqual(['error: The session has begun.'])
  expect(room().participants.map(({ is_ready }) => is_ready)).toEqual([0, 0])
})

test('leaving updates the room’s pages at once, and lowers the count once', async () => {
  const sent = respond({ [`${AT}/leave`]: OK })
  await leaveSession(SESSION)
  expect([inRoom(), room().me, room().challengeEvent.participants_count]).toEqual([['grace'], null, 1])
  // The person has left already, and another tab leaves again.
  await leaveSession(SESSION)
  expect([sent.length, room().challengeEvent.participants_count]).toEqual([2, 1])
  expect(toasts()).toEqual(['success: You’ve left this session.'])
})

test('a refused leave rejects and changes nothing', async () => {
  respond({ [`${AT}/leave`]: refused(409, { message: 'The session has ended.' }) })
  await expect(leaveSession(SESSION)).rejects.toThrow('The session has ended.')
  expect([inRoom(), toasts()]).toEqual([['ada', 'grace'], []])
})

test('only a successful cancel marks the session as cancelled', {
  tags: 'D-139'
}, async () => {
  respond({ 'DELETE /api/challenge-events/study-hall': refused(409, { message: 'It has begun.' }) })
  await expect(cancelSession(SESSION)).rejects.toThrow('It has begun.')
  expect(room().isCancelled).toBeUndefined()
  respond({ 'DELETE /api/challenge-events/study-hall': OK })
  await cancelSession(SESSION)
  expect(room().isCancelled).toBe(true)
})

test('starting, pausing, resuming and completing a part are separate calls', { tags: 'D-94' }, async () => {
  const moves = ['start', 'pause', 'resume', 'complete'] as const
  const sent = respond(Object.fromEntries(moves.map(move => [`${AT}/parts/p1/${move}`, OK])))
  for (const move of moves) await movePart(SESSION, 'p1', move)
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual([...moves])
})

test('a menu command that fails twice without a connection shows one toast', async () => {
  respond({ [`${AT}/leave`]: NO_NETWORK })
  await runFromMenu(() => leaveSession(SESSION))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await runFromMenu(() => leaveSession(SESSION))
  expect(toasts()).toEqual(['warning: You’re offline. Please try again when you reconnect.'])
})

test('a refused menu command shows only the refusal', async () => {
  respond({ [`${AT}/complete`]: refused(409, { message: 'The session has not begun.' }) })
  await runFromMenu(() => completeSession(SESSION))
  expect(toasts()).toEqual(['error: The session has not begun.'])
})
