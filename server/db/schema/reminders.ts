import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { type Choices, REMINDER_KINDS, type ReminderKind, WAYS, type Way } from '../../../domain/reminders/kinds.ts'
import { logins, users } from './accounts.ts'
import { activities } from './activities.ts'
import { bytea, checks, createdAt, id, isNotNegative, isOneOf, ref, when } from './columns.ts'
import { groups } from './groups.ts'
import { logs } from './logs.ts'
import { posts } from './posts.ts'
import { sessions } from './sessions.ts'

/** What people are told of: the rows of their inboxes, one for each thing that it is about. */
export const reminders = pgTable(
  'reminders',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<ReminderKind>().notNull(),
    session_id: ref().references(() => sessions.id, { onDelete: 'cascade' }),
    /** The post of theirs that somebody replied to. */
    post_id: ref().references(() => posts.id, { onDelete: 'cascade' }),
    /** The log of theirs that somebody cheered. */
    log_id: ref().references(() => logs.id, { onDelete: 'cascade' }),
    /** The activity whose host declined to move it, and the group that asked for it. */
    activity_id: ref().references(() => activities.id, { onDelete: 'cascade' }),
    group_id: ref().references(() => groups.id, { onDelete: 'cascade' }),
    /** Who did it last. */
    actor_id: ref().references(() => users.id),
    /** How often it happened since it was last read. */
    times: integer().notNull().default(1),
    /** The start of the session or of the turn, or when it happened last. */
    at: when().notNull(),
    /** When they were told last. */
    told_at: when().notNull(),
    /** When it is too late to tell them. */
    until: when().notNull(),
    /** False for who does not want this kind in the inbox. */
    is_listed: boolean().notNull(),
    read_at: when()
  },
  table => [
    unique('reminders_once')
      .on(table.user_id, table.kind, table.session_id, table.post_id, table.log_id, table.activity_id, table.group_id)
      .nullsNotDistinct(),
    index('reminders_inbox')
      .on(table.user_id, table.told_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.is_listed}`),
    index('reminders_unread').on(table.user_id).where(sql`${table.is_listed} and ${table.read_at} is null`),
    index('reminders_session').on(table.session_id),
    index('reminders_post').on(table.post_id).where(sql`${table.post_id} is not null`),
    index('reminders_activity').on(table.activity_id).where(sql`${table.activity_id} is not null`),
    index('reminders_group').on(table.group_id).where(sql`${table.group_id} is not null`),
    index('reminders_log').on(table.log_id).where(sql`${table.log_id} is not null`),
    index('reminders_actor').on(table.actor_id).where(sql`${table.actor_id} is not null`),
    // Old ones are deleted.
    index('reminders_told').on(table.told_at),
    ...checks('reminders', {
      kind: isOneOf(table.kind, REMINDER_KINDS),
      times: sql`${table.times} > 0`,
      about: sql`num_nonnulls(${table.session_id}, ${table.log_id}, ${table.activity_id}) > 0`
    })
  ]
)

/** How people are reminded; who has no row has the defaults. */
export const reminderSettings = pgTable(
  'reminder_settings',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    channels: jsonb().$type<Choices>().notNull(),
    /** Times such as "22:00" in their zone; both or neither. */
    quiet_from: text(),
    quiet_until: text()
  },
  table => [
    ...checks('reminder_settings', {
      quiet: sql`(${table.quiet_from} is null) = (${table.quiet_until} is null)`
    })
  ]
)

/** Sessions of which the participants were told that they start, and at what time: they are told anew when that moves. */
export const announcedStarts = pgTable('announced_starts', {
  session_id: ref()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  started_at: when().notNull()
})

/**
 * Browsers to which reminders are pushed. Each belongs to the login in which it was allowed, and goes with it: nothing is
 * pushed to a device whose person has signed out there.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    login_hash: bytea()
      .notNull()
      .references(() => logins.token_hash, { onDelete: 'cascade' }),
    /** The address of its push service; whoever has it and the keys of the server may push. */
    endpoint: text().notNull(),
    /** The public key of the browser, and a secret that both sides have. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('push_devices_endpoint').on(table.endpoint),
    index('push_devices_user').on(table.user_id),
    index('push_devices_login').on(table.login_hash)
  ]
)

/**
 * Pushes and mails to send: one row for each reminder and each way, used anew when there is news about the same thing.
 */
export const reminderDeliveries = pgTable(
  'reminder_deliveries',
  {
    id: id(),
    reminder_id: ref()
      .notNull()
      .references(() => reminders.id, { onDelete: 'cascade' }),
    channel: text().$type<Way>().notNull(),
    /** Null for a mail. */
    device_id: ref().references(() => pushDevices.id, { onDelete: 'cascade' }),
    /** How often in a row the push service was not reached. */
    attempts: integer().notNull().default(0),
    /** When it is to be tried; while a node sends it, when another one may. Null while nothing waits. */
    due_at: when(),
    /** When it was sent last. */
    sent_at: when(),
    /** When it was given up; null again when there is news. */
    failed_at: when()
  },
  table => [
    unique('reminder_deliveries_once').on(table.reminder_id, table.channel, table.device_id).nullsNotDistinct(),
    index('reminder_deliveries_device').on(table.device_id).where(sql`${table.device_id} is not null`),
    index('reminder_deliveries_due').on(table.due_at).where(sql`${table.due_at} is not null`),
    index('reminder_deliveries_failed').on(table.failed_at).where(sql`${table.failed_at} is not null`),
    ...checks('reminder_deliveries', {
      channel: isOneOf(table.channel, WAYS),
      device: sql`(${table.channel} = 'push') = (${table.device_id} is not null)`,
      attempts: isNotNegative(table.attempts),
      state: sql`${table.due_at} is null or ${table.failed_at} is null`
    })
  ]
)

/** Keys that all nodes share, made when they are first needed. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  created_at: createdAt()
})
