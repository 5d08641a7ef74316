/**
 * Changing the email of an account. The new email counts only after its owner opens a link that is sent to it. The old
 * address gets a mail with a link that undoes the change.
 */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { requiredText, responseFlag, sentBody } from '../../lib/fields.ts'
import { page } from '../../lib/page.ts'
import { newPassword, password, samePassword } from '../fields.ts'
import { user } from '../user.ts'

export const CONFIRM_ENDED = 'This link no longer works. Please send a new one from your account.'
export const UNDO_ENDED = 'This link no longer works. If the account is yours, reset its password.'

const token = (ended: string) => requiredText(ended).check(z.maxLength(200, ended))

/** Does nothing when no email waits for confirmation, for example after a confirmation in another tab. */
export const resendEmailLink = endpoint('POST', '/api/account/email/resend', {
  summary: 'Send the link to my new email once more',
  whileHeld: true,
  body: sentBody({}),
  response: z.object({ user }),
  refusals: ['unauthenticated', 'tooMany']
})

export const cancelEmailChange = endpoint('DELETE', '/api/account/email', {
  summary: 'Keep the email that I have: the link to the new one stops to work',
  whileHeld: true,
  response: z.object({ user }),
  refusals: ['unauthenticated']
})

/** Needs no login: the link proves that the address belongs to the caller. */
export const confirmEmail = endpoint('POST', '/api/email/confirm', {
  summary: 'Confirm an email, with the token of the link that was sent to it',
  body: sentBody({ token: token(CONFIRM_ENDED) }),
  response: z.object({
    email: z.string(),
    /** 1 when it has replaced another email; 0 for the email of a new account. */
    is_changed: responseFlag
  }),
  isOpen: true,
  refusals: ['tooMany']
})

/** Sets a new password too, because the person who changed the email knew the old password. */
export const undoEmailChange = endpoint('POST', '/api/email/undo', {
  summary: 'Take a change of the email back, with the token of the link that was sent to the one before',
  isOpen: true,
  body: sentBody({
    token: token(UNDO_ENDED),
    password: newPassword,
    password_confirmation: password
  }).check(samePassword),
  response: z.object({ email: z.string() }),
  refusals: ['tooMany']
})

const none = z.object({})

/** `?token=…` */
export const confirmEmailPage = page('/email/confirm', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'Confirm your email', description: 'For anyone with a link from an email.' })
})

/** `?token=…` */
export const undoEmailPage = page('/email/undo', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'Undo the change', description: 'For anyone with a link from an email.' })
})
