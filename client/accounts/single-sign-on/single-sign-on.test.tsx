import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { securityPage } from '../../../domain/accounts/api.ts'
import { forgotPasswordPage } from '../../../domain/accounts/passwords/api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { SecurityPage } from '../../account-pages/SecurityPage.tsx'
import { config } from '../../lib/embedded.ts'
import { setUser } from '../../lib/user.ts'
import { ForgotPasswordPage } from '../passwords/ForgotPasswordPage.tsx'
import { SignInModal } from '../SignInModal.tsx'
import { openSignIn } from '../sign-in.ts'
import { showFailure } from './sign-on.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  config.single_sign_on = { name: 'Club login', is_only: false }
})
afterEach(() => {
  config.single_sign_on = null
  vi.unstubAllGlobals()
  forget()
})

test('the provider stands before the forms, and its failure below its button', async () => {
  show(<SignInModal />)
  showFailure('#sign-on-cancelled')
  expect(await screen.findByRole('button', { name: 'Sign in with Club login' })).toBeTruthy()
  expect(screen.getByText('You cancelled the sign-in with Club login. Nothing changed.')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Register' })).toBeTruthy()
})

test('a hut without passwords offers only the provider', async () => {
  config.single_sign_on = { name: 'Club login', is_only: true }
  show(<SignInModal />)
  openSignIn()
  expect(await screen.findByRole('button', { name: 'Sign in with Club login' })).toBeTruthy()
  expect([screen.queryByRole('tab'), screen.queryByLabelText(/Password/)]).toEqual([null, null])
  putPage(forgotPasswordPage, '/forgot-password', {})
  show(<ForgotPasswordPage />, '/forgot-password')
  expect(screen.getByText('This hut has no passwords. Sign in with Club login.')).toBeTruthy()
})

test('a provider that is away closes the window and says so', async () => {
  const opened = { close: vi.fn(), location: { assign: vi.fn() } }
  vi.stubGlobal('open', () => opened)
  const message = 'Club login can’t be reached right now. Please try again in a few minutes.'
  respond({ 'POST /api/sign-on': () => json({ message }, 503) })
  show(<SignInModal />)
  openSignIn()
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Club login' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect([opened.close.mock.calls.length, opened.location.assign.mock.calls.length]).toEqual([1, 0])
})

test('someone without a password changes none and deletes the account without one', async () => {
  setUser({ ...ADA, has_password: 0, has_sign_on: 1 })
  const sign_on = { email: 'ada@club.example', since: '2026-03-02T09:00:00.000Z' }
  putPage(securityPage, '/account/security', { logins: [], passkeys: [], sign_on })
  show(<SecurityPage />, '/account/security')
  expect(screen.getByRole('region', { name: 'Club login' }).textContent).toContain('as ada@club.example')
  expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy())
  expect(screen.queryByLabelText(/Your password/)).toBeNull()
})
