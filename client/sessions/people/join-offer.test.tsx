import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { setUser } from '../../lib/user.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { putPage } from '../../testing/pages.ts'
import { HOST_ADA, START, strangersRoom } from '../../testing/session-page.ts'
import { ADA, forget, json, respond, show } from '../../testing/show.tsx'
import { SessionPage } from '../SessionPage.tsx'

const PATH = '/sessions/study-hall'
const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }

beforeEach(() => setUser(ADA))
afterEach(forget)

function open(data: SessionData): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + 60_000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  putPage(sessionPage, PATH, data)
  show(<SessionPage />, PATH)
}

test('D-33 a session without a place is not offered', async () => {
  open(strangersRoom({ can_join: 0 }))
  expect(await screen.findByRole('button', { name: 'Join' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join this session' })).toBeNull()
})

test('D-33 SEC-10 who is signed in and not in is offered to join, once a browser session', async () => {
  const sent = respond({ [`POST ${BASE}/join`]: () => json({ ...HOST_ADA, participant: HOST_ADA, ...OK }) })
  open(strangersRoom())
  fireEvent.click(await screen.findByRole('button', { name: 'Join this session' }))
  expect(await screen.findByText('You have successfully joined this session.')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect(sessionStorage.getItem('join-offer')).toBe('1')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Join this session' })).toBeNull())
})

test('D-33 SEC-09 a visitor of the room is warned that they must sign in', async () => {
  setUser(null)
  open(strangersRoom())
  expect(await screen.findByRole('button', { name: 'Login or create an account' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join this session' })).toBeNull()
})
