/** The pages and calls of admins. Each refuses everyone else with 403. */
import * as z from 'zod/mini'
import { SECURITY_KINDS } from '../accounts/security-event.ts'
import { endpoint } from '../lib/endpoint.ts'
import { responseDate, responseFlag, sentBody } from '../lib/fields.ts'
import { type DataOf, page } from '../lib/page.ts'
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
