/** The fields of account forms, each with the message that a person sees when the field is wrong. */
import * as z from 'zod/mini'
import { requiredText, title } from '../lib/fields.ts'
import { REQUIRED } from '../lib/refusal.ts'

export const EMAIL_TEXT = 'Value is not a valid email address'
export const PASSWORD_MISMATCH = 'Your password does not match.'
/** @internal Exported for tests only. */
export const PASSWORD_SHORT = 'The password must be at least 8 characters.'
export const WRONG_PASSWORD = 'This isn’t your password.'
export const TOO_LONG = 'Use at most 200 characters.'

export const email = title(254).check(z.email(EMAIL_TEXT))
/** A password is never trimmed. The limit of 200 characters bounds the work of hashing it. */
export const password = requiredText().check(z.minLength(1, REQUIRED), z.maxLength(200, TOO_LONG))
export const newPassword = password.check(z.minLength(8, PASSWORD_SHORT))

/** Checks that both fields of a new password are the same (ACC-32, PWD-11). */
export const samePassword = z.refine<{ password: string; password_confirmation: string }>(
  body => body.password === body.password_confirmation,
  { message: PASSWORD_MISMATCH, path: ['password_confirmation'] }
)
