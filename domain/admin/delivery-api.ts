/** The pages and calls of admins about mails and pushes that wait or failed. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { REMINDER_KINDS } from '../reminders/kinds.ts'

const adminMail = z.object({
  id: z.int(),
  kind: z.string(),
  /** The username; null when the address belongs to no account. */
  username: z.nullable(z.string()),
  /** The address; null when the account is deleted. */
  to: z.nullable(z.string()),
  created_at: responseDate,
  attempts: z.int(),
  /** When it is tried next; null when it was given up. */
  due_at: z.nullable(responseDate),
  failed_at: z.nullable(responseDate),
  /** Why the last attempt failed; null before the first failure. */
  reason: z.nullable(z.string())
})
export type AdminMail = z.output<typeof adminMail>

export const adminMailPage = page('/admin/mail', {
  data: z.object({
    waiting: z.int(),
    failed: z.int(),
    /** Failed mails and then waiting ones, at most 100. */
    mails: z.array(adminMail)
  }),
  refusals: ['forbidden'],
  personal: 'Mail',
  head: () => ({ title: 'Mail' })
})
export const retryMails = endpoint('POST', '/api/admin/mail/retry', {
  summary: 'An admin sends the mails again that were given up, or one mail now',
  body: sentBody({
    /** Only this mail, also while it waits. */
    id: z.optional(z.int())
  }),
  response: z.object({ mails: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden']
})
export const sendTestMail = endpoint('POST', '/api/admin/mail/test', {
  summary: 'An admin sends a test mail to themselves',
  body: sentBody({}),
  response: z.object({ ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'tooMany']
})

const adminPush = z.object({
  id: z.int(),
  kind: z.literal(REMINDER_KINDS),
  username: z.string(),
  /** The browser and the system of the device. */
  device: z.string(),
  attempts: z.int(),
  /** When it is tried next; null when it was given up. */
  due_at: z.nullable(responseDate),
  failed_at: z.nullable(responseDate),
  /** A status of the push service, or a fault of the connection; null before the first failure. */
  reason: z.nullable(z.string()),
  /** 1 when the reminder is over, so that another try is useless. */
  is_late: responseFlag
})
export type AdminPush = z.output<typeof adminPush>

export const adminPushPage = page('/admin/pushes', {
  data: z.object({
    /** Whether this hut pushes at all. */
    is_on: z.boolean(),
    waiting: z.int(),
    failed: z.int(),
    /** Failed pushes and then waiting ones, at most 100. */
    pushes: z.array(adminPush)
  }),
  refusals: ['forbidden'],
  personal: 'Pushes',
  head: () => ({ title: 'Pushes' })
})
export const retryPushes = endpoint('POST', '/api/admin/pushes/retry', {
  summary: 'An admin sends the pushes again that were given up and aren’t too late, or one push now',
  body: sentBody({
    /** Only this push, also while it waits. */
    id: z.optional(z.int())
  }),
  response: z.object({ pushes: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden']
})
