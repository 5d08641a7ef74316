/** A person's inbox, and their settings for reminders (docs/decisions/0038). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { date, flag, responseDate, responseFlag, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { pushSubscription } from './device.ts'
import { quietHours } from './fields.ts'
import { goalReminder } from './goal-api.ts'
import { allChoices, REMINDER_KINDS, sentChoices } from './kinds.ts'

export const inboxEntry = z.object({
  id: z.int(),
  kind: z.literal(REMINDER_KINDS),
  text: z.string(),
  /** Path of the page that the reminder opens. */
  path: z.string(),
  /** When the session starts, or when the event happened last. */
  at: responseDate,
  is_read: responseFlag
})
export type InboxEntry = z.output<typeof inboxEntry>

export const inboxPage = page('/my/inbox', {
  query: ['page'],
  data: z.object({
    reminders: z.array(inboxEntry),
    unread: z.int(),
    /** When the server read the inbox. The page sends it back to mark everything up to then as read. */
    as_of: responseDate
  }),
  personal: 'Inbox',
  head: () => ({ title: 'Inbox' })
})

const unread = z.object({ unread: z.int() })

export const countUnread = endpoint('GET', '/api/inbox/unread', {
  summary: 'How many of my reminders are unread, up to 100',
  response: unread,
  refusals: ['unauthenticated']
})

export const readReminders = endpoint('POST', '/api/inbox/read', {
  summary: 'Mark one of my reminders as read, or all that there were at a time',
  guests: true,
  whileHeld: true,
  body: sentBody({
    id: z.optional(z.nullable(z.int('Give the id of a reminder.'))),
    until: z.optional(z.nullable(date))
  }),
  response: unread,
  refusals: ['unauthenticated']
})

const pushDevice = z.object({
  id: z.int(),
  device: z.string(),
  since: responseDate,
  /** Whether it is the browser that makes the call. */
  is_current: responseFlag
})
export type PushDevice = z.output<typeof pushDevice>

/** More reminders than a person reads. */
export const MOST_LISTED = 100

const listedGoalReminder = z.object({
  goal_id: z.int(),
  title: z.string(),
  ...goalReminder.shape,
  is_paused: responseFlag
})
export type ListedGoalReminder = z.output<typeof listedGoalReminder>

const listedStart = z.object({ title: z.string(), path: z.string(), starts_at: responseDate })
export type ListedStart = z.output<typeof listedStart>

const settings = z.object({
  /** 1: nothing is pushed or mailed; the inbox still fills. */
  is_off: responseFlag,
  /** The channels that are on, by kind. */
  channels: allChoices,
  quiet: z.nullable(z.object({ from: z.string(), until: z.string() })),
  /** 1: a mail each Monday has what is new in my groups and with what I follow (D-162). */
  week_mail: responseFlag,
  devices: z.array(pushDevice)
})

export const reminderSettingsPage = page('/account/reminders', {
  data: z.object({
    ...settings.shape,
    /** The key with which a browser subscribes at its push service; null when the operator has switched pushes off. */
    push_key: z.nullable(z.string()),
    /** The reminders of my open goals, by time. */
    goals: z.array(listedGoalReminder),
    /** The planned sessions that I am in, the next first. */
    starts: z.array(listedStart)
  }),
  personal: 'Reminders',
  head: () => ({ title: 'Reminders' })
})

export const updateReminders = endpoint('PATCH', '/api/account/reminders', {
  summary: 'Change what is sent of how I am reminded',
  body: sentBody({
    is_off: z.optional(flag),
    channels: z.optional(sentChoices),
    week_mail: z.optional(flag),
    quiet: z.optional(z.nullable(quietHours))
  }),
  response: settings,
  refusals: ['unauthenticated']
})

export const addPushDevice = endpoint('POST', '/api/account/reminders/devices', {
  summary: 'Push reminders to this browser, until this login ends',
  body: sentBody({ ...pushSubscription.shape }),
  response: settings,
  refusals: ['unauthenticated']
})

export const removePushDevice = endpoint('DELETE', '/api/account/reminders/devices/:device', {
  summary: 'Push nothing more to one of my devices',
  whileHeld: true,
  response: settings,
  refusals: ['unauthenticated', 'notFound']
})

export const testPush = endpoint('POST', '/api/account/reminders/test', {
  summary: 'Push a test to all of my devices',
  body: sentBody({}),
  response: z.object({ sent: z.int(), failed: z.int() }),
  refusals: ['unauthenticated', 'tooMany']
})
