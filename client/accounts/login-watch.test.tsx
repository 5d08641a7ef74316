import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeActivityList } from '../../domain/lists/api.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { call } from '../lib/api.ts'
import { getUser, setUser } from '../lib/user.ts'
import { watchTimers } from '../logs/timers-elsewhere.ts'
import { IdentityNotice } from './IdentityNotice.tsx'
import { watchLogin } from './login-watch.ts'
import { SignInModal } from './SignInModal.tsx'
import { getSignIn, requireSignIn } from './sign-in.ts'

const GRACE = { ...ADA, id: 2, username: 'grace', email: 'grace@example.com' }
const LIST = { id: 4, title: 'Rainy days', count: 0 }

/** The user whom the server reports as signed in. */
let now: typeof ADA | null
let sent: ReturnType<typeof respond>
let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  now = ADA
  setUser(ADA)
  sent = respond({
    'GET /api/get-user': () => json(now),
    'POST /api/login': ({ body }) => {
      now = body?.email === GRACE.email ? GRACE : ADA
      return json({ user: now })
    },
    'GET /api/my/timers': () =>
      now ? json({ timers: [] }, 200, { 'x-person': '1' }) : json({ message: 'No' }, 401, { 'x-person': 'visitor' }),
    'POST /api/activity-lists/store': ({ headers }) => {
      const person = String(now?.id ?? 'visitor')
      if (person === headers['x-person']) return json(LIST, 200, { 'x-person': person })
      const refusal = { message: 'No', error: 'No', ...(now ? { error_code: 'OTHER_PERSON' } : {}) }
      return json(refusal, now ? 409 : 401, { 'x-person': person })
    }
  })
  watchLogin()
  show(
    <>
      <IdentityNotice />
      <SignInModal />
    </>
  )
})
afterEach(forget)

const create = () => call(storeActivityList, { body: { title: 'Rainy days' } })
const creations = () => sent.filter(({ url }) => url === '/api/activity-lists/store').length

const form = () => screen.findByRole('form', { name: 'Login' })

async function signIn(email?: string): Promise<void> {
  const login = within(await form())
  if (email) fireEvent.change(login.getByLabelText(/Email/), { target: { value: email } })
  fireEvent.change(login.getByLabelText(/^Password/), { target: { value: 'secret-enough' } })
  fireEvent.submit(await form())
}

const anotherTab = (): void => new BroadcastChannel('login').postMessage('changed')

test('a write after the login ended asks to sign in, and is sent again afterwards', async () => {
  now = null
  const made = create()
  await waitFor(() => expect(screen.getAllByText(/^You were signed out\./)).toHaveLength(2))
  expect(screen.getByText('Sign in or register to continue')).toBeTruthy()
  expect(within(await form()).getByLabelText<HTMLInputElement>(/Email/).value).toBe('ada@example.com')
  await signIn()
  expect(await made).toEqual(LIST)
  expect([creations(), getUser()?.username, reload.mock.calls.length]).toEqual([2, 'ada', 0])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a background request after the login ended shows the notice and opens no sign-in prompt', async () => {
  now = null
  const stop = watchTimers()
  await waitFor(() => expect(screen.getAllByText(/^You were signed out\./)).toHaveLength(1))
  stop()
  expect(getSignIn().open).toBe(false)
})

test('a write while someone else is signed in is sent again when its person is back', async () => {
  now = GRACE
  const made = create()
  await waitFor(() => expect(screen.getAllByText(/^Signed in as grace in another tab\./)).toHaveLength(2))
  expect(getUser()?.username).toBe('ada')
  await signIn()
  expect(await made).toEqual(LIST)
})

test('several writes wait together, and each is sent once', async () => {
  now = null
  const made = Promise.all([create(), call(storeActivityList, { body: { title: 'Sunny days' } })])
  await waitFor(() => expect(creations()).toBe(2))
  await signIn()
  expect(await made).toEqual([LIST, LIST])
  expect(creations()).toBe(4)
})

test('closing the prompt keeps the page and the notice, and the write fails with its refusal', async () => {
  now = null
  const made = create().catch((error: unknown) => error)
  fireEvent.keyDown(await form(), { key: 'Escape' })
  expect(await made).toMatchObject({ status: 401, message: 'No' })
  expect(screen.getByRole('alert').textContent).toContain('You were signed out.')
  expect([getUser()?.username, creations()]).toEqual(['ada', 1])
  fireEvent.click(screen.getByRole('button', { name: 'Continue as a visitor' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('signing in as someone else reloads the page and does not repeat the write', async () => {
  now = null
  void create().catch(() => {})
  await signIn(GRACE.email)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect([creations(), getUser()?.username]).toEqual([1, 'ada'])
})

test('sends a write again at once when another tab has signed in meanwhile', async () => {
  now = null
  const refused = create()
  now = ADA
  expect(await refused).toEqual(LIST)
  expect([getSignIn().open, screen.queryByRole('alert')]).toEqual([false, null])
})

test.each([
  ['out', null, 'You were signed out.'],
  ['in as someone else', GRACE, 'Signed in as grace in another tab.']
])('a tab notices that another tab signed %s, and that its own person is back', async (_, next, text) => {
  now = next
  anotherTab()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  expect([getUser()?.username, getSignIn().open]).toEqual(['ada', false])
  now = ADA
  anotherTab()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(reload).not.toHaveBeenCalled()
})

test("a visitor's tab takes over a sign-in of another tab, and the interrupted action runs", async () => {
  act(() => setUser(null))
  const join = vi.fn()
  act(() => void requireSignIn('to join a session', join))
  anotherTab()
  await waitFor(() => expect(getUser()?.username).toBe('ada'))
  expect([join.mock.calls.length, getSignIn().open]).toEqual([1, false])
  expect(screen.queryByText(/in another tab/)).toBeNull()
})

test('signing in notifies the other tabs', async () => {
  const heard = vi.fn()
  new BroadcastChannel('login').addEventListener('message', heard)
  now = null
  const made = create()
  await signIn()
  await made
  await waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
})
