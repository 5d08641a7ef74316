/** Tests what a full room offers: the waitlist, the position, an offer, and the host's list (D-151). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { FULL } from '../../../domain/sessions/people/join.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { pageAt, putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START, strangersRoom } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { getSignIn } from '../../accounts/sign-in.ts'
import { changePages } from '../../lib/page-cache.ts'
import { setUser } from '../../lib/user.ts'
import { applyEvent, type RoomPage } from '../../live/apply-event.ts'
import { SessionPage } from '../../session-pages/SessionPage.tsx'

const PATH = '/sessions/study-hall'
const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }
const SEATS = { participant_limit: 2, participants_count: 2 }
const GRACE = { ...ADA, id: 2, username: 'grace' }

beforeEach(() => setUser(GRACE))
afterEach(forget)

const full = (waitlist: Partial<SessionData['waitlist']> = {}) => ({
  ...strangersRoom(SEATS),
  waitlist: { is_open: 1 as const, waiting: 3, mine: null, ...waitlist }
})

function open(data: SessionData): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  putPage(sessionPage, PATH, data)
  show(<SessionPage />, PATH)
}

const bar = () => within(screen.getByRole('region', { name: 'Next step' }))

test('a full session has its sentence, and a press waits for a place', { tags: ['D-151', 'SES-084'] }, async () => {
  const waitlist = { is_open: 1, waiting: 4, mine: { position: 4, offered_until: null } }
  const sent = respond({
    [`POST ${BASE}/waitlist`]: () => json({ waitlist, ...OK }),
    [`GET ${BASE}/waitlist`]: () => json({ people: [], ...OK })
  })
  open(full())
  expect(bar().getByText(FULL)).toBeTruthy()
  fireEvent.click(bar().getByRole('button', { name: 'Join the waitlist' }))
  expect(await bar().findByText(/You’re number 4 in line/)).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a visitor signs in first', { tags: ['D-151', 'D-32'] }, () => {
  setUser(null)
  open(full())
  fireEvent.click(bar().getByRole('button', { name: 'Join the waitlist' }))
  expect(getSignIn()).toMatchObject({ open: true, actionText: 'to join the waitlist' })
})

test('guests and ended waitlists have the sentence only', { tags: ['D-151', 'D-152'] }, () => {
  open(full({ is_open: 0 }))
  expect(bar().queryByRole('button', { name: 'Join the waitlist' })).toBeNull()
  forget()
  setUser({ ...GRACE, guest_name: 'Tess' })
  open(full())
  expect(bar().getByText(FULL)).toBeTruthy()
  expect(bar().queryByRole('button', { name: 'Join the waitlist' })).toBeNull()
})

test('an offer says until when it lasts, and is taken or given up', { tags: 'D-151' }, async () => {
  const offered_until = new Date(START + 600_000).toISOString()
  const sent = respond({
    [`POST ${BASE}/join`]: () => json({ ...person('grace'), participant: person('grace'), ...OK }),
    [`GET ${BASE}/waitlist`]: () => json({ people: [], ...OK })
  })
  open({
    ...strangersRoom({ ...SEATS, participants_count: 1 }),
    waitlist: { is_open: 1, waiting: 1, mine: { position: 1, offered_until } }
  })
  expect(bar().getByText(/A place is yours until/)).toBeTruthy()
  expect(bar().getByRole('button', { name: 'No, thanks' })).toBeTruthy()
  fireEvent.click(bar().getByRole('button', { name: 'Take the place' }))
  await waitFor(() => expect(sent.some(({ url }) => url.endsWith('/join'))).toBe(true))
  await waitFor(() => expect((pageAt(sessionPage, PATH) as RoomPage).waitlist.mine).toBeNull())
})

test('screen readers hear of a place in line and of an offer, each once', { tags: 'D-151' }, async () => {
  respond({ [`GET ${BASE}/waitlist`]: () => json({ people: [], ...OK }) })
  open(full())
  const spoken = () => screen.getAllByRole('status').filter(one => /in line|A place is yours/.test(one.textContent))
  const showMine = (mine: SessionData['waitlist']['mine']): void =>
    changePages(sessionPage, page => ({ ...page, waitlist: { ...page.waitlist, mine } }))
  expect(spoken()).toEqual([])
  showMine({ position: 2, offered_until: null })
  await waitFor(() => expect(spoken()[0]?.textContent).toBe('You’re number 2 in line'))
  const [line] = spoken()
  showMine({ position: 1, offered_until: new Date(START + 600_000).toISOString() })
  await waitFor(() => expect(line?.textContent).toMatch(/^A place is yours until \d+:\d+ [AP]M$/))
  // It says no countdown, so it is quiet until something changes.
  const text = line?.firstChild
  vi.setSystemTime(START + 120_000)
  await act(async () => showMine({ position: 1, offered_until: new Date(START + 600_000).toISOString() }))
  expect(line?.firstChild).toBe(text)
})

test('an event counts offers as taken places, except my own', { tags: 'D-151' }, () => {
  const event = {
    ...{ type: 'update' as const, room: 7, seq: 4 },
    data: { participants_count: 2, held_places: 1, waitlist: { is_open: 1 as const, waiting: 2 } }
  }
  const stranger = applyEvent(full() as RoomPage, event, 'grace')
  expect(stranger.challengeEvent).toMatchObject({ participants_count: 2, held_places: 1 })
  expect(stranger.waitlist).toEqual({ is_open: 1, waiting: 2, mine: null })
  const mine = { position: 1, offered_until: new Date(START).toISOString() }
  const holder = applyEvent(full({ mine }) as RoomPage, event, 'grace')
  expect(holder.challengeEvent).toMatchObject({ participants_count: 1, held_places: 0 })
  expect([holder.waitlist.mine, holder.waitlistSeq]).toEqual([mine, 4])
})

test('the host sees who waits, and why someone was moved to the front', { tags: 'D-151' }, async () => {
  setUser(ADA)
  const since = new Date(START).toISOString()
  respond({
    [`GET ${BASE}/waitlist`]: () =>
      json({
        people: [
          { username: 'dora', since, moved_reason: 'Brings the mats', offered_until: null },
          { username: 'cleo', since, moved_reason: null, offered_until: null }
        ],
        ...OK
      })
  })
  open({
    ...roomOf(SEATS, { participants: [HOST_ADA, person('bob')] }),
    waitlist: { is_open: 1, waiting: 2, mine: null }
  })
  const list = within(await screen.findByRole('region', { name: 'Waitlist' }))
  expect(await list.findByText('moved to the front: “Brings the mats”')).toBeTruthy()
  expect(list.getAllByRole('button').map(button => button.textContent)).toEqual([
    ...['Move up', 'Add a place', 'End the waitlist']
  ])
})
