import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { setUser } from '../../lib/user.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { putPage } from '../../testing/pages.ts'
import { HOST_ADA, person, roomOf, START } from '../../testing/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/show.tsx'
import { SessionPage } from '../SessionPage.tsx'

const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }
const BOB = person('bob')
let id = 900

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

/** Ada hosts, Bob is in; a minute after the start. */
function open(more: Partial<SessionData> = {}, session: Partial<SessionData['challengeEvent']> = {}): SessionData {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const data = roomOf({ ...session, id, participants_count: 2 }, { participants: [HOST_ADA, BOB], ...more })
  putPage(sessionPage, '/sessions/study-hall', data)
  show(<SessionPage />, '/sessions/study-hall')
  return data
}

const clock = () => within(screen.getByRole('group', { name: 'Clock of the session' }))
const choose = async (menu: string, item: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: menu }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('D-94 the host pauses all of it, reads that it stands still, and resumes', async () => {
  const paused = { paused_at: new Date(START + 60_000).toISOString(), parts: [] }
  const sent = respond({
    [`POST ${BASE}/pause`]: () => json({ event: {}, ...OK }),
    [`POST ${BASE}/resume`]: () => json({ event: {}, ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id, ...paused }) })
  })
  open()
  fireEvent.click(clock().getByRole('button', { name: 'Pause all' }))
  fireEvent.click(await clock().findByRole('button', { name: 'Resume all' }))
  expect(within(screen.getByRole('region', { name: 'Now' })).getByText('Paused')).toBeTruthy()
  expect(screen.getByText('The session is paused.')).toBeTruthy()
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/resume'))).toBe(true))
})

test('D-94 a press for more time names the end that was seen', async () => {
  const sent = respond({
    [`POST ${BASE}/extend`]: () => json({ event: {}, ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id }) })
  })
  const { challengeEvent } = open()
  fireEvent.click(clock().getByRole('button', { name: '5 minutes more' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ minutes: 5, ended_at: challengeEvent.ended_at }))
})

test('SEC-41 D-94 a guest has no clock to move and makes nobody a host', async () => {
  open({ me: person('ada'), isOwner: false, participants: [person('ada'), BOB] })
  expect(screen.queryByRole('group', { name: 'Clock of the session' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Menu of bob' }))
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Make host' })).toBeNull()
})

test('SEC-41 the host hands over after a question, and hosts no more', async () => {
  const roles = [person('ada', { is_creator: 1 }), person('bob', { role: 1 })]
  const sent = respond({
    [`POST ${BASE}/participants/bob/host`]: () => json({ participants: roles, ...OK }),
    'GET /api/sessions/study-hall': () =>
      json({ serverData: roomOf({ id }, { participants: roles, me: roles[0], isOwner: false }) })
  })
  open()
  await choose('Menu of bob', 'Hand over hosting')
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Clock of the session' })).toBeNull())
  expect(sent[0]?.body).toMatchObject({ instead_of_me: true })
})

test('D-73 who made the session and came back hosts it again by the menu', async () => {
  const me = person('ada', { is_creator: 1 })
  respond({
    [`POST ${BASE}/host`]: () => json({ participants: [{ ...me, role: 1 }], ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id }) })
  })
  open({ me, isOwner: false, participants: [me, person('bob', { role: 1 })] })
  await choose('Session menu', 'Host again')
  expect(await screen.findByRole('group', { name: 'Clock of the session' })).toBeTruthy()
})

test('D-73 the room is told who hosts from now on', async () => {
  respond({ 'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id }) }) })
  open({ me: person('ada'), isOwner: false, participants: [person('ada'), BOB] })
  const tell = (seq: number, username: string, took_over?: string) =>
    act(() => {
      const participants = [person(username, { role: 1 })]
      FakeSocket.last.tell({ type: 'update', room: id, seq, data: { participants, ...(took_over && { took_over }) } })
    })
  tell(4, 'bob', 'bob')
  expect(await screen.findByText('No host is here, so bob hosts now.')).toBeTruthy()
  tell(5, 'ada')
  expect(await screen.findByText('You are a host of this session now.')).toBeTruthy()
})
