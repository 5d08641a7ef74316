/** Adding and removing passkeys, and signing in with one instead of the password. */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { sentBody, title } from '../../lib/fields.ts'
import { user } from '../user.ts'
import { LONGEST_NAME, passkeyRow } from './passkey.ts'

export const CONFIRM_FIRST = 'Please confirm your password first.'
export const PASSKEY_REFUSED = 'This passkey wasn’t accepted. Please try again, or use your password.'
export const NO_PASSKEYS = 'Passkeys need an address with a name and https. Please use your password.'
export const TOO_MANY_PASSKEYS = 'You’ve reached the limit of passkeys. Remove one first.'

/** Bytes in base64url, as the browser encodes them. */
const bytes = (most: number) =>
  z.string(PASSKEY_REFUSED).check(z.regex(/^[\w-]+$/, PASSKEY_REFUSED), z.maxLength(most, PASSKEY_REFUSED))
const credential = { id: bytes(2000), type: z.literal('public-key', PASSKEY_REFUSED) }
/** The options that the browser passes to its device (WebAuthn). */
const options = z.object({ options: z.record(z.string(), z.unknown()) })

export const passkeyOptions = endpoint('POST', '/api/account/passkeys/options', {
  summary: 'What a new passkey is made of; needs a password that was given within 15 minutes',
  body: sentBody({}),
  response: options,
  refusals: ['unauthenticated', 'forbidden', 'conflict']
})

export const addPasskey = endpoint('POST', '/api/account/passkeys', {
  summary: 'Add the passkey that a device has made',
  body: sentBody({
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(10_000),
        attestationObject: bytes(50_000),
        transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)))
      })
    })
  }),
  response: z.object({ passkeys: z.array(passkeyRow) }),
  refusals: ['unauthenticated', 'forbidden', 'conflict']
})

export const renamePasskey = endpoint('PATCH', '/api/account/passkeys/:passkey', {
  summary: 'Call one of my passkeys by another name',
  body: sentBody({ name: title(LONGEST_NAME) }),
  response: z.object({ passkeys: z.array(passkeyRow) }),
  refusals: ['unauthenticated', 'notFound']
})

export const removePasskey = endpoint('DELETE', '/api/account/passkeys/:passkey', {
  summary: 'Remove one of my passkeys; needs a proof of the last 15 minutes',
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound', 'conflict', 'proofNeeded']
})

export const signInOptions = endpoint('POST', '/api/passkeys/options', {
  summary: 'What a device is to sign to sign in',
  isOpen: true,
  body: sentBody({}),
  response: options,
  refusals: ['conflict', 'tooMany']
})

export const signInByPasskey = endpoint('POST', '/api/passkeys/login', {
  summary: 'Sign in with a passkey; the response sets the login cookie',
  isOpen: true,
  body: sentBody({
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(10_000),
        authenticatorData: bytes(10_000),
        signature: bytes(10_000)
      })
    })
  }),
  response: z.object({ user }),
  refusals: ['conflict', 'tooMany']
})
