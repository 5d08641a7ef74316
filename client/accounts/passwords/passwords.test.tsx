import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgotPasswordPage, LINK_ENDED } from '../../../domain/accounts/passwords/api.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../../testing/page/show.tsx'
import { config } from '../../lib/embedded.ts'
import { setUser } from '../../lib/user.ts'
import { LoginForm } from '../LoginForm.tsx'
import { getSignIn, openSignIn } from '../sign-in.ts'
import { ConfirmPasswordPage } from './ConfirmPasswordPage.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function openForgotPassword() {
  putPage(forgotPasswordPage, '/forgot-password', {})
  show(<ForgotPasswordPage />, '/forgot-password')
}

test('requests a reset link with the email typed into the login form', {
  tags: ['PWD-01', 'PWD-04']
}, async () => {
  const sent = respond({ 'POST /api/password/email': () => json({}) })
  openSignIn()
  const router = show(<LoginForm />)
  type(/Email/, 'ada@example.com')
  fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  expect([router.state.location.pathname, getSignIn().open]).toEqual(['/forgot-password', false])
  cleanup()
  openForgotPassword()
  press('Send the link')
  expect(await screen.findByText('We have sent a password reset link to your email.')).toBeTruthy()
  expect(screen.getByText(/If ada@example.com has an account/)).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({ email: 'ada@example.com' })
})

test('a refused request shows the reason and keeps the email', { tags: 'PWD-05' }, async () => {
  const message = 'Too many attempts.'
  respond({ 'POST /api/password/email': () => json({ message, error: message }, 429) })
  openForgotPassword()
  type(/Email/, 'ada@')
  press('Send the link')
  expect(await screen.findByText('Value is not a valid email address')).toBeTruthy()
  type(/Email/, 'ada@example.com')
  press('Send the link')
  expect(await screen.findByText('Sorry, there was an error')).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(field(/Email/).value).toBe('ada@example.com')
})

test('an email that the server refuses shows an error under the field, without a toast', { tags: 'D-30' }, async () => {
  const errors = { email: 'Value is not a valid email address' }
  respond({ 'POST /api/password/email': () => json({ message: 'No', error: 'No', errors }, 422) })
  openForgotPassword()
  type(/Email/, 'ada@example.com')
  press('Send the link')
  expect(await screen.findByText(errors.email)).toBeTruthy()
  expect(screen.queryByText('Sorry, there was an error')).toBeNull()
})

test('a hut that sends no mail names whom to ask for a link', () => {
  Object.assign(config, { contact: 'help@hut.example.org', sends_mail: false })
  try {
    openForgotPassword()
    expect(screen.getByText(/This hut sends no emails/).textContent).toContain(': help@hut.example.org.')
    expect(screen.queryByRole('textbox')).toBeNull()
  } finally {
    Object.assign(config, { contact: null, sends_mail: true })
  }
})

test('the form takes token and email from the link, sends all four values and leads to the login', {
  tags: ['PWD-06', 'PWD-07', 'PWD-09', 'PWD-12']
}, async () => {
  const sent = respond({ 'POST /api/password/reset': () => json({}) })
  show(<ResetPasswordPage />, '/reset-password?token=t0ken&email=ada%40example.com')
  expect(field(/Email/).value).toBe('ada@example.com')
  type(/New password/, 'a new password')
  type(/Repeat the password/, 'a new password')
  press('Save the password')
  expect(await screen.findByText('Your password was reset successfully!')).toBeTruthy()
  expect(sent.at(-1)?.body).toMatchObject({
    email: 'ada@example.com',
    password: 'a new password',
    password_confirmation: 'a new password',
    token: 't0ken'
  })
  press('Login')
  expect(getSignIn()).toMatchObject({ open: true, tab: 'login' })
})

test('refusals appear under their fields; an expired link leads to a new one', {
  tags: ['PWD-11', 'PWD-13']
}, async () => {
  let errors: Record<string, string> = { password_confirmation: 'Your password does not match.' }
  respond({ 'POST /api/password/reset': () => json({ message: 'No', error: 'No', errors }, 422) })
  show(<ResetPasswordPage />, '/reset-password?token=t0ken&email=ada%40example.com')
  type(/New password/, 'a new password')
  type(/Repeat the password/, 'another one')
  press('Save the password')
  expect(await screen.findByText('Your password does not match.')).toBeTruthy()
  expect(screen.getByText('Sorry, there was an error')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ask for a new one' })).toBeNull()
  errors = { token: LINK_ENDED }
  press('Save the password')
  const link = await screen.findByRole('link', { name: 'Ask for a new one' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(field(/New password/).value).toBe('a new password')
})

test('confirms the password and returns to the previous page', { tags: ['PWD-14', 'D-31'] }, async () => {
  setUser(ADA)
  let isRight = false
  respond({
    'GET /api/password/confirm': () => json({ serverData: {} }),
    'POST /api/password/confirm': () =>
      isRight ? json({}) : json({ message: 'No', error: 'No', errors: { password: 'This isn’t your password.' } }, 422)
  })
  const router = show(
    <Routes>
      <Route path="/account" element={<p>My Account</p>} />
      <Route path="/password/confirm" element={<ConfirmPasswordPage />} />
    </Routes>,
    '/account'
  )
  await act(() => router.navigate('/password/confirm'))
  type(/Password/, 'a wrong one')
  press('Confirm')
  expect(await screen.findByText('This isn’t your password.')).toBeTruthy()
  isRight = true
  press('Confirm')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
})

test('asks a visitor to sign in', { tags: 'PWD-14' }, () => {
  show(<ConfirmPasswordPage />, '/password/confirm')
  expect(screen.getByText('Sign in or register to confirm your password.')).toBeTruthy()
})
