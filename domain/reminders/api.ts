/** The inbox of a person, and how they are reminded (docs/decisions/0038). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { clientUuid, date, responseDate, responseFlag } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { REMINDER_KINDS } from './kinds.ts'

export const inboxEntry = z.object({
  id: z.int(),
  kind: z.literal(REMINDER_KINDS),
  text: z.string(),
  /** Path of the page that it is about. */
  path: z.string(),
  /** When the session starts, or when it happened last. */
  at: responseDate,
  is_read: responseFlag
})
export type InboxEntry = z.output<typeof inboxEntry>

export const inboxPage = page({
  path: '/my/inbox',
  query: ['page'],
  data: z.object({
    reminders: z.array(inboxEntry),
    unread: z.int(),
    /** When it was read from the database; sent back to mark as read what the person has seen. */
    as_of: responseDate
  }),
  personal: 'Inbox',
  head: () => ({ title: 'Inbox' })
})

const unread = z.object({ unread: z.int() })

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/inbox/unread',
  summary: 'How many of my reminders are unread, up to 100',
  response: unread,
  refusals: ['unauthenticated']
})

export const readReminders = endpoint({
  method: 'POST',
  path: '/api/inbox/read',
  summary: 'Mark one of my reminders as read, or all that there were at a time',
  body: z.object({
    id: z.optional(z.nullable(z.int('Give the id of a reminder.'))),
    until: z.optional(z.nullable(date)),
    client_uuid: clientUuid
  }),
  response: unread,
  refusals: ['unauthenticated']
})
