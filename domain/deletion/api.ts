/** Scheduling the deletion of one's account, and undoing that (D-131). */
import * as z from 'zod/mini'
import { TOO_LONG } from '../accounts/fields.ts'
import { user } from '../accounts/user.ts'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody } from '../lib/fields.ts'

export const ADMIN_STAYS = 'An administrator of this site can’t be deleted.'

/** D-131. A second call changes nothing: the account keeps its date of deletion. */
export const deleteAccount = endpoint('DELETE', '/api/account', {
  summary: 'Delete my account in two weeks, and cancel my subscription now',
  guests: true,
  whileHeld: true,
  /** People without a password need a recent proof instead. */
  body: sentBody({ password: z.optional(z.nullable(z.string().check(z.maxLength(200, TOO_LONG)))) }),
  response: z.object({ user }),
  refusals: ['unauthenticated', 'forbidden', 'tooMany']
})

export const keepAccount = endpoint('POST', '/api/account/keep', {
  summary: 'Keep my account, which I wanted to delete',
  guests: true,
  whileHeld: true,
  body: sentBody({}),
  response: z.object({ user }),
  refusals: ['unauthenticated', 'forbidden']
})
