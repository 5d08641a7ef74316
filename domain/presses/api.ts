/**
 * Press addresses: each presses one quick-log button of one goal, for anything that can send a request (D-156). Opening
 * an address shows the button and never logs.
 */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, REQUEST_KEY, REQUEST_KEY_TEXT, responseDate, sentBody, uuid } from '../lib/fields.ts'

/** How many press addresses a person has at most. */
export const MOST_PRESS_ADDRESSES = 50
export const TOO_MANY_PRESS_ADDRESSES = `You have ${MOST_PRESS_ADDRESSES} press addresses. End one first.`
/** Says nothing about why, so that nobody learns which addresses there are. */
export const NO_SUCH_PRESS = 'This address doesn’t work.'
/** Presses without a key count once within this time, ms. */
export const PRESSED_TWICE_MS = 2000

export const pressAddress = z.object({
  id: z.int(),
  goal_id: z.int(),
  goal_title: z.string(),
  /** The uuid of the button; null for the usual press of a goal without buttons. */
  ql_button_uuid: z.nullable(z.string()),
  /** What one press logs, such as "1 glass"; null when the goal no longer has the button. */
  logs: z.nullable(z.string()),
  created_at: responseDate,
  /** When it was last pressed; null before the first time. */
  used_at: z.nullable(responseDate)
})
export type PressAddress = z.output<typeof pressAddress>

export const getPressAddresses = endpoint('GET', '/api/account/press-addresses', {
  summary: 'My press addresses, the newest first, without their secrets',
  response: z.object({ press_addresses: z.array(pressAddress), ...noError }),
  refusals: ['unauthenticated']
})

/** The database stores only a hash of the secret, so a retry can't return it again: it creates another address. */
export const createPressAddress = endpoint('POST', '/api/account/press-addresses', {
  summary: 'Create a secret address that presses one button of a goal of mine',
  body: sentBody({
    goal_id: z.int('Choose a goal.'),
    /** By default the first button. */
    ql_button_uuid: z.optional(z.nullable(uuid))
  }),
  response: z.object({
    /** The path of the address, which is shown this once. */
    path: z.string(),
    press_address: pressAddress,
    ...noError
  }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const endPressAddress = endpoint('DELETE', '/api/account/press-addresses/:press', {
  summary: 'End one of my press addresses',
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

/** Takes the key as a header or as a field, of JSON or of a form. People get the address without `/api`. */
export const press = endpoint('POST', '/api/press/:secret', {
  summary:
    'Press the button of a press address, without a login. A repeat with the same key logs nothing more; without a key, two presses within two seconds count once',
  keyed: true,
  isOpen: true,
  body: z.optional(
    z.nullable(
      z.object({
        /** For programs that can’t send the header `Idempotency-Key`. */
        key: z.optional(z.string(REQUEST_KEY_TEXT).check(z.regex(REQUEST_KEY, REQUEST_KEY_TEXT)))
      })
    )
  ),
  response: z.object({
    /** A sentence to show, such as "1 glass logged. Drink water: 3 of 8 glasses." */
    message: z.string(),
    log_id: z.int(),
    ...noError
  }),
  refusals: ['forbidden', 'notFound', 'conflict', 'insufficientTokens', 'tooMany']
})
