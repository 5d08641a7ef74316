/** Calls and the page by which a person connects apps, and disconnects them (D-156). */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { responseDate, sentBody } from '../../lib/fields.ts'
import { page } from '../../lib/page.ts'
import { SCOPES } from '../access-tokens/scopes.ts'
import { ALLOWED } from './apps.ts'

const scopes = z.array(z.enum(SCOPES))

export const appRow = z.object({
  id: z.int(),
  /** As the app calls itself. */
  name: z.string(),
  scopes,
  created_at: responseDate,
  expires_at: responseDate,
  /** When it last did something, to the minute; null before the first time. */
  used_at: z.nullable(responseDate)
})
export type AppRow = z.output<typeof appRow>

/** Asks a person whether an app may act for them. The question is loaded by `getAppQuestion`, which needs a cookie. */
export const connectAppPage = page('/oauth/connect/:question', {
  data: z.object({}),
  personal: 'Connect an app',
  head: () => ({ title: 'Connect an app' })
})

const ofQuestion = '/api/account/app-questions/:question'
const refusals = ['unauthenticated', 'forbidden', 'notFound'] as const

/** The address to which the browser goes back. */
const left = z.object({ address: z.string() })

/** Only the browser that the app has sent here can read or answer a question. */
export const getAppQuestion = endpoint('GET', ofQuestion, {
  summary: 'Which app asks to act for me, and what it may do then',
  response: z.object({
    name: z.string(),
    /** Where the browser goes afterwards. */
    host: z.string(),
    scopes
  }),
  refusals: ['unauthenticated', 'notFound']
})
export type AppQuestion = z.output<typeof getAppQuestion.response>

export const allowApp = endpoint('POST', ofQuestion, {
  summary: 'Connect an app, to read or also to change what it asked for; needs a proof of the last 15 minutes',
  body: sentBody({ allowed: z.enum(ALLOWED, 'Give read or change.') }),
  response: left,
  refusals: [...refusals, 'proofNeeded', 'conflict']
})

export const refuseApp = endpoint('DELETE', ofQuestion, {
  summary: 'Don’t connect an app',
  whileHeld: true,
  response: left,
  refusals: ['unauthenticated', 'notFound']
})

export const endApp = endpoint('DELETE', '/api/account/apps/:app', {
  summary: 'Disconnect an app: it can do nothing for me any more',
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})
