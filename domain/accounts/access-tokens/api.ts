/** Access tokens, with which programs act as their person (D-156). */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { responseDate, sentBody, title, whole } from '../../lib/fields.ts'
import { page } from '../../lib/page.ts'
import { appRow } from '../apps/api.ts'
import { LONGEST_TOKEN_DAYS, LONGEST_TOKEN_NAME, SCOPES } from './scopes.ts'

const CHOOSE = 'Choose what the program may do.'

export const accessTokenRow = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: responseDate,
  expires_at: responseDate,
  /** When it was last used, to the minute; null before the first use. */
  used_at: z.nullable(responseDate)
})
export type AccessTokenRow = z.output<typeof accessTokenRow>

/** My access tokens and connected apps, the newest first. Ended tokens stay for 30 days. */
export const accessTokensPage = page('/account/programs', {
  data: z.object({ tokens: z.array(accessTokenRow), apps: z.array(appRow) }),
  personal: 'Connections',
  head: () => ({ title: 'Connections' })
})

/** The database stores only a hash of the secret, so a retry can't return it again: it creates another token. */
export const createAccessToken = endpoint('POST', '/api/account/access-tokens', {
  summary: 'Create an access token for a program; needs a proof of the last 15 minutes',
  body: sentBody({
    name: title(LONGEST_TOKEN_NAME),
    scopes: z.array(z.enum(SCOPES, CHOOSE), CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(SCOPES.length, CHOOSE)),
    /** How many days it works. */
    days: whole(1, LONGEST_TOKEN_DAYS)
  }),
  response: z.object({
    /** The token itself, which is shown this once. */
    secret: z.string(),
    token: accessTokenRow
  }),
  refusals: ['unauthenticated', 'forbidden', 'proofNeeded', 'conflict']
})

export const endAccessToken = endpoint('DELETE', '/api/account/access-tokens/:access', {
  summary: 'End one of my access tokens: programs with it are refused',
  whileHeld: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})
