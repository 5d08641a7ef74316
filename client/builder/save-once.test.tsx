import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActivityPage } from '../../domain/activities/builder-page-api.ts'
import { createSessionPage } from '../../domain/sessions/builder-api.ts'
import { keyed } from '../../testing/page/keyed.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { CreateActivityPage } from './CreateActivityPage.tsx'
import { CreateSessionPage } from './CreateSessionPage.tsx'
import { CHOICES, formWith } from './example-form.ts'

vi.mock('../lib/storage.ts', async original => ({ ...(await original<object>()), onceAVisit: () => false }))

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.clear()
  setUser(ADA)
})
afterEach(forget)

const OK = { error: null, error_code: null }
const ACTIVITY = '/challenges/create'
const SESSION = '/challenges/events/create'

function createActivity() {
  putPage(createActivityPage, ACTIVITY, { ...CHOICES, challenge: formWith(), hut: null })
  return show(<CreateActivityPage />, ACTIVITY)
}
function createSession() {
  const data = { challengeEvent: formWith(), challenge: null, challenges: [] }
  putPage(createSessionPage, SESSION, { ...CHOICES, ...data })
  return show(<CreateSessionPage />, SESSION)
}
const name = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value } })
const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }))
const titleOf = (sent: Sent | undefined) => (sent?.body?.challenge as { title: string } | undefined)?.title
const keyOf = (sent: Sent | undefined) => sent?.headers['idempotency-key']
const noResponse = () => screen.findByText(/The server didn’t answer/)

test('after a lost response and a reload, the draft is sent with its key, then updated', async () => {
  const challenge = { slug: 'first', path: '/activities/first' }
  const sent = respond({
    'POST /api/challenges': keyed(() => ({ challenge, ...OK })),
    'PATCH /api/challenges/first': () => json({ challenge, ...OK })
  })
  createActivity()
  name('First')
  press('Create activity')
  await noResponse()
  cleanup()

  const router = createActivity()
  press('Restore')
  name('Second')
  press('Create activity')
  await waitFor(() => expect(router.state.location.pathname).toBe('/activities/first'))
  expect(sent.map(one => `${one.method} ${titleOf(one)}`)).toEqual([
    'POST First',
    'POST Second',
    'POST First',
    'PATCH Second'
  ])
  expect(keyOf(sent[0])).toMatch(/^[\w-]{36}$/)
  expect(new Set(sent.slice(0, 3).map(keyOf)).size).toBe(1)
  await waitFor(() => expect(Object.keys(localStorage).filter(name => name.startsWith('draft '))).toEqual([]))
})

test('a successful save is one call, and the next form has a new key', async () => {
  const sent = respond({
    'POST /api/challenges': () => json({ challenge: { slug: 'first', path: '/activities/first' }, ...OK })
  })
  for (const title of ['One', 'Two']) {
    const router = createActivity()
    name(title)
    press('Create activity')
    await waitFor(() => expect(router.state.location.pathname).toBe('/activities/first'))
    cleanup()
  }
  expect(sent.map(titleOf)).toEqual(['One', 'Two'])
  expect(keyOf(sent[0])).not.toBe(keyOf(sent[1]))
})

test('a save after a refusal sends the form as it is now', async () => {
  const refusal = () => json({ message: 'Taken.', error: 'Taken.', errors: { 'challenge.title': 'Taken.' } }, 422)
  const isRefused = vi.fn(() => true)
  const event = { slug: 's', path: '/sessions/s', status: 0 }
  const sent = respond({
    'POST /api/challenge-events': () => (isRefused() ? refusal() : json({ event, ...OK }))
  })
  const router = createSession()
  name('First')
  press('Start now')
  expect((await screen.findAllByText('Taken.')).length).toBeGreaterThan(0)
  isRefused.mockReturnValue(false)
  name('Second')
  press('Start now')
  await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/s'))
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST'])
})

test('a session whose response was lost is updated as far as its status allows', async () => {
  const event = { slug: 's', path: '/sessions/s', status: 1 }
  const sent = respond({
    'POST /api/challenge-events': keyed(() => ({ event, ...OK })),
    'PATCH /api/challenge-events/s': () => json({ event, ...OK })
  })
  const router = createSession()
  name('First')
  press('Start now')
  await noResponse()
  name('Second')
  press('Start now')
  await waitFor(() => expect(router.state.location.pathname).toBe('/sessions/s'))
  expect(keyOf(sent[1])).toBe(keyOf(sent[0]))
  expect(sent[3]).toMatchObject({ method: 'PATCH', body: { challenge: { title: 'Second' } } })
  expect(sent[3]?.body?.challenge).not.toHaveProperty('started_at')
})
