/** The pages and calls of admins. Each refuses everyone else with 403. */
import * as z from 'zod/mini'
import { SECURITY_KINDS } from '../accounts/security-event.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody } from '../lib/fields.ts'
import { type DataOf, page } from '../lib/page.ts'
import { REMINDER_KINDS } from '../reminders/kinds.ts'
import { hutSettings } from '../settings/settings.ts'

const auditState = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const overviewPage = page('/admin', {
  data: z.object({
    version: z.string(),
    node: z.string(),
    /** Whether each part works now; null for a part that this hut does not have. */
    works: z.object({
      database: z.boolean(),
      bus: z.boolean(),
      mail: z.nullable(z.boolean()),
      push: z.nullable(z.boolean()),
      payments: z.nullable(z.boolean()),
      storage: z.boolean()
    }),
    payments: z.literal(['stripe', 'sandbox', 'off']),
    /** Where pictures are stored. */
    pictures: z.literal(['disk', 'bucket']),
    /** Bytes; null when they cannot be read. */
    disk_free: z.nullable(z.number()),
    disk_size: z.nullable(z.number()),
    database_size: z.number(),
    /** Null without a backup. */
    backup_at: z.nullable(responseDate),
    /** The time of day of the daily backup, such as "03:15"; null when the hut makes none. */
    backup_time: z.nullable(z.string()),
    /** 1 when the newest backup is more than two days old, or there is none after the first two days. */
    is_backup_late: responseFlag,
    people: z.int(),
    people_today: z.int(),
    people_week: z.int(),
    new_week: z.int(),
    sessions_running: z.int(),
    /** What waits for someone, counted up to 100 each. */
    reports_waiting: z.int(),
    accounts_waiting: z.int(),
    mails_waiting: z.int(),
    mails_failed: z.int(),
    pushes_waiting: z.int(),
    pushes_failed: z.int(),
    /** Events of the payment provider that were given up. */
    payment_events_failed: z.int(),
    /** New accounts on each of the last 30 days in the time zone of the hut, the oldest first. */
    new_people: z.array(z.object({ day: z.string(), count: z.int() }))
  }),
  refusals: ['forbidden'],
  // A moderator is led to the reports.
  moves: true,
  personal: 'Overview',
  head: () => ({ title: 'Overview' })
})
export type Overview = DataOf<typeof overviewPage>

export const settingsPage = page('/admin/settings', {
  data: z.object({
    settings: hutSettings,
    /** Names of the settings that an environment variable fixes. */
    fixed: z.array(z.string()),
    revision: z.int()
  }),
  refusals: ['forbidden'],
  personal: 'Settings',
  head: () => ({ title: 'Settings' })
})

const auditRow = z.object({
  number: z.int(),
  /** Null for a command of the operator or a rule. */
  actor: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  subject_id: z.nullable(z.int()),
  /** The username when the subject is a person. */
  username: z.nullable(z.string()),
  /** The title of the subject, or the beginning of its text; null when it has none or is gone. */
  title: z.nullable(z.string()),
  /** Its path; null when it has none or is gone. */
  path: z.nullable(z.string()),
  before: z.nullable(auditState),
  after: z.nullable(auditState),
  at: responseDate
})
export type AuditRow = z.output<typeof auditRow>

export const auditLogPage = page('/admin/log', {
  data: z.object({
    /** The newest first; one more than a page has, if there is a next page. */
    entries: z.array(auditRow)
  }),
  query: ['q', 'action', 'page'],
  refusals: ['forbidden'],
  personal: 'Log',
  head: () => ({ title: 'Log' })
})

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

const securityEvent = z.object({
  id: z.int(),
  kind: z.literal(SECURITY_KINDS),
  /** Null when it is about no account. */
  username: z.nullable(z.string()),
  /** The network; null when more happened in this hour than is stored one by one. */
  address: z.nullable(z.string()),
  /** How often in the hour. */
  times: z.int(),
  at: responseDate
})
export type SecurityEvent = z.output<typeof securityEvent>

export const securityEventsPage = page('/admin/security', {
  data: z.object({
    /** The newest first; one more than a page has, if there is a next page. The query is a username or an address. */
    events: z.array(securityEvent)
  }),
  query: ['q', 'page'],
  refusals: ['forbidden'],
  personal: 'Security',
  head: () => ({ title: 'Security' })
})

export const updateSettings = endpoint('PATCH', '/api/admin/settings', {
  summary: 'An admin changes settings of the hut', // D-146
  body: sentBody({
    /** Of the settings that the form started from; the save is refused with 409 when another admin was first. */
    revision: z.int('Reload the page.'),
    settings: z.partial(hutSettings)
  }),
  response: z.object({ settings: hutSettings, revision: z.int() }),
  refusals: ['unauthenticated', 'forbidden', 'conflict']
})
