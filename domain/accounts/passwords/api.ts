/**
 * Resetting a forgotten password (PWD-01..PWD-13), confirming the password before sensitive actions (PWD-14), changing
 * it.
 */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { requiredText, sentBody } from '../../lib/fields.ts'
import { page } from '../../lib/page.ts'
import { email, newPassword, password, samePassword } from '../fields.ts'

export const LINK_SENT = 'We have sent a password reset link to your email.'
export const PASSWORD_RESET = 'Your password was reset successfully!'
export const RESET_FAILED = 'Sorry, there was an error'
export const LINK_ENDED = 'This link no longer works. Please ask for a new one.'

/** PWD-03. The response is the same for an address without an account (D-30). */
export const sendResetLink = endpoint('POST', '/api/password/email', {
  summary: 'Send a mail with a link that resets the password, if the address has an account',
  isOpen: true,
  body: sentBody({ email }),
  response: z.object({}),
  refusals: ['forbidden', 'tooMany']
})

/** PWD-09..PWD-11. It ends all logins of the account and does not sign the caller in (D-30). */
export const resetPassword = endpoint('POST', '/api/password/reset', {
  summary: 'Choose a new password with the token of a link in a mail; ends all logins of the account',
  isOpen: true,
  body: sentBody({
    email,
    password: newPassword,
    password_confirmation: password,
    token: requiredText(LINK_ENDED).check(z.maxLength(200, LINK_ENDED))
  }).check(samePassword),
  response: z.object({}),
  refusals: ['forbidden', 'tooMany']
})

/** PWD-14, D-31. */
export const confirmPassword = endpoint('POST', '/api/password/confirm', {
  summary: 'Give my password again, before what asks for it',
  whileHeld: true,
  body: sentBody({ password }),
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'tooMany']
})

export const changePassword = endpoint('POST', '/api/account/password', {
  summary: 'Change my password; ends all my other logins',
  whileHeld: true,
  body: sentBody({
    current_password: password,
    password: newPassword,
    password_confirmation: password
  }).check(samePassword),
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'tooMany']
})

const none = z.object({})

export const forgotPasswordPage = page('/forgot-password', {
  aliases: ['/password/reset'],
  data: none,
  isOpen: true,
  head: () => ({ title: 'Forgot your password?', description: 'How to choose a new password.' })
})

/** PWD-06, PWD-07: `?token=…&email=…`. */
export const resetPasswordPage = page('/reset-password', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'Choose a new password', description: 'For anyone with a link from an email.' })
})

/** PWD-08. */
export const resetByTokenPage = page('/password/reset/:token', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'Choose a new password', description: 'For anyone with a link from an email.' })
})

export const confirmPasswordPage = page('/password/confirm', {
  data: none,
  personal: 'Confirm your password',
  head: () => ({ title: 'Confirm your password' })
})
