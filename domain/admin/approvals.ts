/** New accounts that wait for an admin (D-146). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { page } from '../lib/page.ts'

const waitingAccount = z.object({
  id: z.int(),
  username: z.string(),
  /** First and last name; empty without them. */
  name: z.string(),
  email: z.string(),
  is_unconfirmed: responseFlag,
  registered_at: responseDate
})
export type WaitingAccount = z.output<typeof waitingAccount>

/** The accounts that have waited longest, first. */
export const approvalsPage = page('/admin/approvals', {
  data: z.object({ accounts: z.array(waitingAccount) }),
  personal: 'New accounts',
  refusals: ['forbidden'],
  head: () => ({ title: 'New accounts' })
})

/** A second call changes nothing. */
export const approveAccount = endpoint('POST', '/api/admin/approvals/:user', {
  summary: 'An admin approves a new account; the person gets a mail',
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

/** A second call changes nothing. */
export const refuseAccount = endpoint('DELETE', '/api/admin/approvals/:user', {
  summary: 'An admin refuses a new account, which is deleted; the person gets a mail',
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

export const APPROVED_ALREADY = 'This account is approved already.'
export const REFUSED_ALREADY = 'This account was refused, and is being deleted.'
