import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, setTime, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { SessionPage } from '../../session-pages/SessionPage.tsx'

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

/** Opens the room a minute after its start. Ada is the host, Bob a member. */
function open(
  more: Partial<ReturnType<typeof roomOf>> = {},
  session: Partial<SessionData['challengeEvent']> = {}
): SessionData {
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

test('the host pauses the session, sees that it is paused, and resumes it', { tags: 'D-94' }, async () => {
  const paused = { paused_at: new Date(START + 60_000).toISOString(), parts: [] }
  const sent = respond({
    [`POST ${BASE}/pause`]: () => json({ event: {}, ...OK }),
    [`POST ${BASE}/resume`]: () => json({ event: {}, ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id, ...paused }) })
  })
  open()
  fireEvent.click(clock().getByRole('button', { name: 'Pause' }))
  fireEvent.click(await clock().findByRole('button', { name: 'Resume' }))
  expect(within(screen.getByRole('region', { name: 'Now' })).getByText('Paused')).toBeTruthy()
  expect(screen.getByText('The session is paused.')).toBeTruthy()
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/resume'))).toBe(true))
})

test('the menu says what Complete, Leave and End Session do', { tags: ['SES-032', 'D-74'] }, async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  const note = async (name: string) => {
    const item = await screen.findByRole('menuitem', { name })
    return document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent
  }
  expect(await note('Complete')).toBe('Marks you as done. You stay in.')
  expect(await note('Leave')).toBe('You give up your spot.')
  expect(await note('End Session')).toBe('It ends for everyone.')
})

test('a press for more time sends the end that was on screen', { tags: 'D-94' }, async () => {
  const sent = respond({
    [`POST ${BASE}/extend`]: () => json({ event: {}, ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id }) })
  })
  const { challengeEvent } = open()
  fireEvent.click(clock().getByRole('button', { name: '+1 min for Warm up' }))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ minutes: 1, ended_at: challengeEvent.ended_at }))
})

test('the host skips to the part that the button names, then undoes the skip', { tags: 'D-94' }, async () => {
  const data = roomOf()
  const [warmUp] = data.challengeEvent.parts[0]?.parts ?? []
  const skipped = {
    at: new Date(START + 60_000).toISOString(),
    from: data.challengeEvent.ended_at,
    to: new Date(START + 1_020_000).toISOString()
  }
  const run = { pinned: 1, started_at: new Date(START).toISOString(), completed_at: skipped.at, skipped }
  const parts = data.challengeEvent.parts.map(group => ({
    ...group,
    parts: group.parts.map((part, index) => (index === 0 ? { ...part, ...run } : part))
  }))
  const sent = respond({
    [`POST ${BASE}/parts/${warmUp?.uuid}/skip`]: () => json({ event: {}, ...OK }),
    [`POST ${BASE}/parts/${warmUp?.uuid}/take-back-skip`]: () => json({ event: {}, ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id, parts, ended_at: skipped.to }) })
  })
  open()
  fireEvent.click(clock().getByRole('button', { name: 'Skip to Run and walk' }))
  expect(await clock().findByText('Skipped Warm up.')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ set: 1 })
  fireEvent.click(clock().getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/take-back-skip'))).toBe(true))
})

test('after the last part the host can add time, or end the session after a question', {
  tags: 'D-94'
}, async () => {
  const sent = respond({
    [`POST ${BASE}/end`]: () => json({ event: {}, ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id, status: 2 }) })
  })
  open()
  setTime(START + 2_000_000)
  fireEvent.click(await clock().findByRole('button', { name: 'End now' }))
  expect(clock().getByRole('button', { name: '+1 min for the session' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'End Session' }))
  await waitFor(() => expect(sent[0]?.url).toBe(`${BASE}/end`))
})

test('a session that runs for days offers no "+1 min"', { tags: 'D-94' }, () => {
  const today = { day: '2026-05-01', done_by: [], done_count: 0, days: [], my_days: [], my_tasks: [] }
  open({ today }, { duration: 30 * 86_400, ended_at: new Date(START + 30 * 86_400_000).toISOString() })
  expect(clock().getByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(clock().queryByRole('button', { name: /min/ })).toBeNull()
})

test('a guest has no clock buttons and can make nobody a host', { tags: ['SEC-41', 'D-94'] }, async () => {
  open({ me: person('ada'), isOwner: false, participants: [person('ada'), BOB] })
  expect(screen.queryByRole('group', { name: 'Clock of the session' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Menu of bob' }))
  expect(await screen.findByRole('menuitem', { name: 'Mute bob' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Make host' })).toBeNull()
})

test('a host who hands over after a question loses the clock buttons', { tags: 'SEC-41' }, async () => {
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

test('a creator who came back hosts again through the menu', { tags: 'D-73' }, async () => {
  const me = person('ada', { is_creator: 1 })
  respond({
    [`POST ${BASE}/host`]: () => json({ participants: [{ ...me, role: 1 }], ...OK }),
    'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id }) })
  })
  open({ me, isOwner: false, participants: [me, person('bob', { role: 1 })] })
  await choose('Session menu', 'Host again')
  expect(await screen.findByRole('group', { name: 'Clock of the session' })).toBeTruthy()
})

test('a toast says who hosts from now on', { tags: 'D-73' }, async () => {
  respond({ 'GET /api/sessions/study-hall': () => json({ serverData: roomOf({ id }) }) })
  open({ me: person('ada'), isOwner: false, participants: [person('ada'), BOB] })
  const tell = (seq: number, username: string, took_over?: string) =>
    act(() => {
      const participants = [person(username, { role: 1 })]
      FakeSocket.last.tell({ type: 'update', room: id, seq, data: { participants, ...(took_over && { took_over }) } })
    })
  tell(4, 'bob', 'bob')
  expect(await screen.findByText('No host is here, so bob is hosting now.')).toBeTruthy()
  tell(5, 'ada')
  expect(await screen.findByText('You’re a host of this session now.')).toBeTruthy()
})
