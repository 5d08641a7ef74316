/** Registering, signing in and out, and the signed-in user (ACC-01..ACC-58). */
import * as z from 'zod/mini'
import { timeZone } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { distanceUnit, flag, responseDate, responseFlag, sentBody, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { email, newPassword, password, samePassword, TOO_LONG } from './fields.ts'
import { passkeyRow } from './passkeys/passkey.ts'
import { passwordCheck } from './password.ts'
import { connection } from './single-sign-on/single-sign-on.ts'
import { user } from './user.ts'
import { username } from './username.ts'

export const EMAIL_TAKEN = 'The email has already been taken.'
export const TERMS_NEEDED = 'Please agree to the terms and the privacy policy.'
export const BAD_CREDENTIALS = 'These credentials do not match our records.'
export const PASSKEY_NEEDED = 'Admins of this hut sign in with a passkey. Please use yours.'
export const PASSWORD_FOR_EMAIL = 'Enter your password to change your email.'

const optionalName = z._default(z.nullable(text(100)), '')

const loginBody = sentBody({
  email: title(254),
  password
})

export const login = endpoint('POST', '/api/login', {
  summary: 'Sign in; the response sets the login cookie',
  isOpen: true,
  body: loginBody,
  response: z.object({ user }),
  refusals: ['forbidden', 'tooMany']
})

export const registerBody = sentBody({
  name: z.optional(z.nullable(text(200))),
  first_name: optionalName,
  last_name: optionalName,
  email,
  username,
  password: newPassword,
  password_confirmation: password,
  /** The browser's time zone; it decides where a day begins. */
  time_zone: z.optional(timeZone),
  /** 1: the person agrees to the terms. 0 is refused; a call may leave it out. */
  terms: z.optional(flag),
  /** The code of an invitation; a hut may need one (D-146). */
  invitation: z.optional(z.nullable(text(100)))
}).check(
  samePassword,
  z.refine(({ terms }) => terms !== 0, { error: TERMS_NEEDED, path: ['terms'] }),
  z.superRefine((body, context) => {
    const message = passwordCheck(body.password, body)
    if (message !== null) context.addIssue({ code: 'custom', message, path: ['password'] })
  })
)

export const register = endpoint('POST', '/api/register', {
  summary: 'Make an account and sign in',
  body: registerBody,
  response: z.object({ user }),
  isOpen: true,
  refusals: ['forbidden', 'tooMany']
})

/** After logging out: where the login ends at the provider of single sign-on too; null when it didn't begin there. */
const loggedOut = z.object({ sign_out_address: z.nullable(z.string()) })

export const logout = endpoint('POST', '/api/logout', {
  summary: 'End this login',
  isOpen: true,
  response: loggedOut
})

export const getUser = endpoint('GET', '/api/get-user', {
  summary: 'Who is signed in; null for a visitor', // D-28
  isOpen: true,
  response: z.nullable(user)
})

export const getCsrfCookie = endpoint('GET', '/api/sanctum/csrf-cookie', {
  summary: 'Set the cookie of the CSRF token', // D-21
  isOpen: true,
  response: z.object({ csrf_token: z.string() })
})

export const updateProfile = endpoint('PATCH', '/api/account/profile', {
  summary: 'Change what is sent of name, e-mail and what my profile shows; the username stays as it is', // D-29
  body: sentBody({
    userData: z.object({
      ...sentKeys({
        first_name: optionalName,
        last_name: optionalName,
        email,
        username: z.unknown(),
        shows_streak: flag,
        shows_sessions: flag
      }).shape,
      /** An old revision is refused, and the response holds the newer state (D-140). */
      revision: sentRevision
    }),
    /** Required to change the e-mail. People without a password need a recent proof instead. */
    password: z.optional(z.nullable(z.string().check(z.maxLength(200, TOO_LONG))))
  }),
  response: z.object({ user }),
  refusals: ['unauthenticated', 'conflict', 'tooMany']
})

export const updateUnits = endpoint('PATCH', '/api/account/units', {
  summary: 'Choose how I read and type distances; the API keeps miles',
  body: sentBody({ distance_unit: z.nullable(distanceUnit) }),
  response: z.object({ user }),
  refusals: ['unauthenticated']
})

export const loginRow = z.object({
  /** Identifies the login; it is not its secret token. */
  id: z.string(),
  device: z.string(),
  since: responseDate,
  /** To the hour. */
  used_at: responseDate,
  is_current: responseFlag
})
export type LoginRow = z.output<typeof loginRow>

/** My logins, the last used first, and my passkeys, the newest first. */
export const securityPage = page('/account/security', {
  data: z.object({
    logins: z.array(loginRow),
    passkeys: z.array(passkeyRow),
    /** The sign-in at the provider that is connected with my account; null without one. */
    sign_on: z.nullable(connection)
  }),
  personal: 'Sign-in and security',
  head: () => ({ title: 'Sign-in and security' })
})

export const endLogin = endpoint('DELETE', '/api/account/logins/:login', {
  summary: 'End one of my logins',
  guests: true,
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

export const signOutEverywhere = endpoint('POST', '/api/account/sign-out', {
  summary: 'End all my logins, this one too',
  guests: true,
  whileHeld: true,
  response: loggedOut,
  refusals: ['unauthenticated']
})
