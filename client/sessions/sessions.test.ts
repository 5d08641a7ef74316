/** What is done with a session, with a good line and without one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionPage } from '../../domain/sessions/api.ts'
import { isLineError } from '../lib/line.ts'
import { queryClient } from '../lib/query-client.ts'
import { setUser } from '../lib/user.ts'
import { pageAt, putPage } from '../testing/pages.ts'
import { HOST_ADA, person, roomOf } from '../testing/session-page.ts'
import { ADA, forget, json, respond } from '../testing/show.tsx'
import { toasts } from '../testing/toasts.ts'
import type { RoomPage } from './live/apply-event.ts'
import { cancelSession, choose, completeSession, leaveSession, movePart, setReady, startSession } from './sessions.ts'

const WHICH = { id: 7, slug: 'study-hall' }
const AT = 'POST /api/challenge-events/study-hall'
const ROOM = '/sessions/study-hall'
const OK = () => json({})
const NO_LINE = () => Promise.reject(new TypeError('Failed to fetch'))
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
/** Until what was begun has ended. */
const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 2))

test('a start that is refused for one reason says that one', { tags: 'SES-070' }, async () => {
  respond({ [`${AT}/start`]: refused(409, { message: 'The session runs already.' }) })
  await startSession(WHICH)
  expect(toasts()).toEqual(['error: The session runs already.'])
})

test.each([
  ['start', startSession],
  ['ready', (which: typeof WHICH) => setReady(which, true)],
  ['complete', completeSession],
  ['part', (which: typeof WHICH) => movePart(which, 'p1', 'pause')]
])('without a line "%s" fails for whoever asked, who says so, and no message does', async (_, act) => {
  respond({
    [`${AT}/start`]: NO_LINE,
    [`${AT}/user-is-ready`]: NO_LINE,
    [`${AT}/complete`]: NO_LINE,
    [`${AT}/parts/p1/pause`]: NO_LINE
  })
  expect(isLineError(await act(WHICH).catch((error: unknown) => error))).toBe(true)
  expect([toasts(), reload.mock.calls.length]).toEqual([[], 0])
})

test('a "ready" that comes too late says why, and changes nothing', { tags: 'D-76' }, async () => {
  respond({ [`${AT}/user-is-ready`]: refused(409, { message: 'The session has begun.' }) })
  await expect(setReady(WHICH, true)).rejects.toThrow()
  expect(toasts()).toEqual(['error: The session has begun.'])
  expect(room().participants.map(({ is_ready }) => is_ready)).toEqual([0, 0])
})

test('who leaves is out on each page at once, and is counted out once', async () => {
  const sent = respond({ [`${AT}/leave`]: OK })
  await leaveSession(WHICH)
  expect([inRoom(), room().me, room().challengeEvent.participants_count]).toEqual([['grace'], null, 1])
  // The socket told of it before, and another tab asks again.
  await leaveSession(WHICH)
  expect([sent.length, room().challengeEvent.participants_count]).toEqual([2, 1])
  expect(toasts()).toEqual(['success: You have left this session.'])
})

test('a leaving that is refused leaves everything as it is, and who asked is told', async () => {
  respond({ [`${AT}/leave`]: refused(409, { message: 'The session has ended.' }) })
  await expect(leaveSession(WHICH)).rejects.toThrow('The session has ended.')
  expect([inRoom(), toasts()]).toEqual([['ada', 'grace'], []])
})

test('a session that could not be cancelled is not gone, and one that was is, before the socket says so', {
  tags: 'D-139'
}, async () => {
  respond({ 'DELETE /api/challenge-events/study-hall': refused(409, { message: 'It has begun.' }) })
  await expect(cancelSession(WHICH)).rejects.toThrow('It has begun.')
  expect(room().isCancelled).toBeUndefined()
  respond({ 'DELETE /api/challenge-events/study-hall': OK })
  await cancelSession(WHICH)
  expect(room().isCancelled).toBe(true)
})

test('each move of a part is its own call', { tags: 'D-94' }, async () => {
  const moves = ['start', 'pause', 'resume', 'complete'] as const
  const sent = respond(Object.fromEntries(moves.map(move => [`${AT}/parts/p1/${move}`, OK])))
  for (const move of moves) await movePart(WHICH, 'p1', move)
  expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual([...moves])
})

test('what was chosen in a menu without a line is told once, however often it is tried', async () => {
  respond({ [`${AT}/leave`]: NO_LINE })
  choose(() => leaveSession(WHICH))
  await settle()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  choose(() => leaveSession(WHICH))
  await settle()
  expect(toasts()).toEqual(['warning: You are offline. Please try again when the line is back.'])
})

test('of what was chosen in a menu and refused, the refusal is told, and no second message', async () => {
  respond({ [`${AT}/complete`]: refused(409, { message: 'The session has not begun.' }) })
  choose(() => completeSession(WHICH))
  await settle()
  expect(toasts()).toEqual(['error: The session has not begun.'])
})
