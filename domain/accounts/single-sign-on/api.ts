/** Signing in at the provider of the hut, and connecting that sign-in with an account. */
import * as z from 'zod/mini'
import { timeZone } from '../../lib/day-fields.ts'
import { endpoint } from '../../lib/endpoint.ts'
import { flag, responseFlag, sentBody, text } from '../../lib/fields.ts'
import { page } from '../../lib/page.ts'
import { TERMS_NEEDED } from '../api.ts'
import { TOO_LONG } from '../fields.ts'
import { user } from '../user.ts'
import { username } from '../username.ts'
import { PURPOSES } from './single-sign-on.ts'

export const NO_SIGN_ON = 'This hut has no single sign-on.'
export const SIGN_ON_ENDED = 'This sign-in has ended. Please start again.'
export const LAST_WAY_IN = 'This is the only way into your account. Add a password or a passkey first.'

/** The address to which the provider sends people back. An admin registers it there. */
export const CALLBACK = '/api/sign-on/callback'

export const startSignOn = endpoint('POST', '/api/sign-on', {
  summary: 'Start a sign-in at the provider of the hut; the page then opens the address in the response',
  isOpen: true,
  body: sentBody({
    purpose: z.literal(PURPOSES, `Choose ${PURPOSES.join(', ')}.`),
    /** The page to open afterwards. */
    next: z.optional(z.nullable(text(2000)))
  }),
  response: z.object({ address: z.string() }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'tooMany', 'unavailable']
})

export const getPendingSignOn = endpoint('GET', '/api/sign-on', {
  summary: 'Who has signed in at the provider with this browser and has no account yet; null for nobody',
  isOpen: true,
  response: z.nullable(
    z.object({
      email: z.string(),
      /** A free username. */
      username: z.string(),
      /** An account here has this email. Its owner proves that once. */
      is_known: responseFlag
    })
  )
})

const entered = z.object({ user, next: z.string() })

export const finishSignOn = endpoint('POST', '/api/sign-on/account', {
  summary: 'Make an account for the person who has signed in at the provider, and sign in',
  isOpen: true,
  body: sentBody({
    username,
    terms: flag,
    /** The browser's time zone; it decides where a day begins. */
    time_zone: z.optional(timeZone)
  }).check(z.refine(({ terms }) => terms !== 0, { error: TERMS_NEEDED, path: ['terms'] })),
  response: entered,
  refusals: ['conflict', 'tooMany']
})

export const connectSignOn = endpoint('POST', '/api/sign-on/connect', {
  summary: 'Connect the sign-in at the provider with an existing account, by its password or being signed in',
  isOpen: true,
  body: sentBody({ password: z.optional(z.nullable(z.string().check(z.maxLength(200, TOO_LONG)))) }),
  response: entered,
  refusals: ['forbidden', 'conflict', 'tooMany']
})

export const disconnectSignOn = endpoint('DELETE', '/api/account/sign-on', {
  summary: 'Disconnect the sign-in at the provider from my account',
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'conflict']
})

const none = z.object({})

export const finishSignOnPage = page('/login/finish', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'Finish signing in', description: 'For anyone who signs in here for the first time.' })
})

/** The end of a sign-in in a window of its own. */
export const signOnDonePage = page('/login/done', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'Single sign-on', description: 'You can close this window.' })
})
