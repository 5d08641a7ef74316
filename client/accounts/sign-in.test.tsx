import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { setUser } from '../lib/user.ts'
import { watchLogin } from './login-watch.ts'
import { SignInModal } from './SignInModal.tsx'
import {
  closeSignIn,
  getSignIn,
  onSignedIn,
  openSignIn,
  requireSignIn,
  signInSucceeded,
  toggleSignIn
} from './sign-in.ts'
import { useSignInAddress } from './sign-in-address.ts'

afterEach(forget)

test('the Login entry opens and closes the modal', { tags: 'HDR-21' }, () => {
  toggleSignIn()
  expect(getSignIn().open).toBe(true)
  toggleSignIn()
  expect(getSignIn().open).toBe(false)
})

test('closing clears both callbacks, so a later success runs nothing', { tags: ['HDR-22', 'HDR-23'] }, () => {
  const onContinue = vi.fn()
  const onClose = vi.fn()
  openSignIn({ onContinue, onClose })
  closeSignIn()
  expect(getSignIn()).toMatchObject({ onContinue: null, onClose: null })
  expect(onClose).toHaveBeenCalledTimes(1)
  void signInSucceeded()
  expect(onContinue).not.toHaveBeenCalled()
})

test('success closes the modal, fires the event and continues once', { tags: ['HDR-26', 'HDR-29'] }, () => {
  const happened: string[] = []
  const stop = onSignedIn(() => happened.push('event'))
  openSignIn({ onContinue: () => happened.push('continue'), onClose: () => happened.push('close') })
  void signInSucceeded()
  void signInSucceeded()
  stop()
  expect(getSignIn().open).toBe(false)
  expect(happened).toEqual(['event', 'continue', 'event'])
})

test('a visitor is asked to sign in, with the action in the heading', { tags: ['HDR-46', 'HDR-47'] }, async () => {
  show(<SignInModal />)
  const join = vi.fn()
  expect(requireSignIn('to join a session', join)).toBeUndefined()
  expect(await screen.findByText('Please sign in to use that feature.')).toBeTruthy()
  expect(await screen.findByText('Sign in or register to join a session')).toBeTruthy()
  expect(join).not.toHaveBeenCalled()
})

test('an interrupted visitor sees Register first; once someone has signed in here, Login', {
  tags: 'HDR-46'
}, () => {
  localStorage.clear()
  requireSignIn('to join a session', () => {})
  expect(getSignIn().tab).toBe('register')
  void signInSucceeded()
  requireSignIn('to join a session', () => {})
  expect(getSignIn().tab).toBe('login')
  localStorage.clear()
  setUser(ADA)
  watchLogin()
  setUser(null)
  requireSignIn('to join a session', () => {})
  expect(getSignIn().tab).toBe('login')
})

test('does not interrupt a signed-in user', { tags: 'HDR-46' }, () => {
  setUser(ADA)
  const join = vi.fn(() => 'joined')
  expect(requireSignIn('to join a session', join)).toBe('joined')
  expect(join).toHaveBeenCalledTimes(1)
  expect(getSignIn().open).toBe(false)
})

test('the modal has the tabs Login and Register, Login first', { tags: ['HDR-18', 'HDR-19', 'HDR-20'] }, async () => {
  show(<SignInModal />)
  openSignIn()
  expect((await screen.findByRole('tab', { name: 'Login' })).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')).toBe('false')
})

test.each([
  ['/#login', 'login'],
  ['/#register', 'register']
])('%s opens the modal and removes the hash from the address', async (at, tab) => {
  const Address = () => {
    useSignInAddress()
    return null
  }
  const router = show(<Address />, at)
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(getSignIn()).toMatchObject({ open: true, tab })
})
