/** Tests what the lobby of a date asks the people who are in (D-150). */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { SessionPage } from '../../session-pages/SessionPage.tsx'

const PATH = '/sessions/study-hall'
const BASE = '/api/challenge-events/study-hall'
const SERIES = { slug: 'study', path: '/series/study', rule: 'Every Tuesday at 19:00', is_regular: 0 as const }
const BOB = person('bob')
const NOBODY: Answers = { coming: [], declined: [], mine: null }

beforeEach(() => setUser({ ...ADA, id: 2, username: 'bob' }))
afterEach(forget)

/** Opens a date an hour before its start. Bob is in it. */
function open(answers: Partial<Answers> = {}, more: Partial<SessionData> = {}): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START - 3_600_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const room = { participants: [HOST_ADA, BOB], me: BOB, isOwner: false, answers: { ...NOBODY, ...answers }, ...more }
  const session = { status: 0 as const, is_manually_started: 0 as const, series: SERIES, participants_count: 2 }
  putPage(sessionPage, PATH, roomOf(session, room))
  show(<SessionPage />, PATH)
}

test('a member says that they come or that they can’t make it', { tags: 'D-150' }, async () => {
  const sent = respond({
    [`PUT ${BASE}/answer`]: () => json({ error: null, error_code: null }),
    [`GET /api${PATH}`]: () => json({ serverData: roomOf() })
  })
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Can’t make it' }))
  await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ is_coming: 0 }))
})

test('the lobby says who comes and who can’t make it', { tags: 'D-150' }, () => {
  open({ coming: ['bob'], declined: ['cleo', 'dora'], mine: 'coming' })
  expect(screen.getByRole('button', { name: 'Coming' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('1 person says they’re coming')).toBeTruthy()
  expect(screen.getByText('Can’t make it: cleo, dora')).toBeTruthy()
})

test('the host and strangers are not asked, and a stranger can come every time', { tags: 'D-150' }, async () => {
  open({}, { me: null })
  expect(screen.queryByRole('button', { name: 'Coming' })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Come every time' })).toBeTruthy()
})
