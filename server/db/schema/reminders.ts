import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { type Choices, REMINDER_KINDS, type ReminderKind, WAYS, type Way } from '../../../domain/reminders/kinds.ts'
import { logins, users } from './accounts.ts'
import { activities } from './activities.ts'
import { bytea, checks, createdAt, id, isNotNegative, isOneOf, partOf, ref, when } from './columns.ts'
import { posts } from './discussion.ts'
import { goals } from './goals.ts'
import { groups } from './groups.ts'
import { logs } from './logs.ts'
import { items } from './publishing.ts'
import { reportCases } from './reports.ts'
import { sessions } from './sessions.ts'

/** The rows of people's inboxes, one for each subject. */
export const reminders = pgTable(
  'reminders',
  {
    id: id(),
    user_id: partOf(() => users.id),
    kind: text().$type<ReminderKind>().notNull(),
    session_id: ref().references(() => sessions.id, { onDelete: 'cascade' }),
    /** The person's post that got a reply. */
    post_id: ref().references(() => posts.id, { onDelete: 'cascade' }),
    /** The person's log that got a cheer. */
    log_id: ref().references(() => logs.id, { onDelete: 'cascade' }),
    /** The person's goal that got a cheer. */
    goal_id: ref().references(() => goals.id, { onDelete: 'cascade' }),
    /** The text that a followed person published, or that was published in a followed book. */
    item_id: ref().references(() => items.id, { onDelete: 'cascade' }),
    /** The activity that is new or has new sessions, or whose host declined to move it into the group. */
    activity_id: ref().references(() => activities.id, { onDelete: 'cascade' }),
    group_id: ref().references(() => groups.id, { onDelete: 'cascade' }),
    /** What a moderator decided about. */
    case_id: ref().references(() => reportCases.id, { onDelete: 'cascade' }),
    /** The person who did it last. */
    actor_id: ref().references(() => users.id),
    /** How often it happened since the reminder was last read. */
    times: integer().notNull().default(1),
    /** The start of the session or of the turn, or when it last happened. */
    at: when().notNull(),
    /** When the person was last reminded. */
    told_at: when().notNull(),
    /** When it is too late for the reminder. */
    until: when().notNull(),
    /** False when the person turned this kind off for the inbox. */
    is_listed: boolean().notNull(),
    read_at: when()
  },
  table => [
    unique('reminders_once')
      .on(
        table.user_id,
        table.kind,
        table.session_id,
        table.post_id,
        table.log_id,
        table.goal_id,
        table.activity_id,
        table.group_id,
        table.case_id,
        table.item_id
      )
      .nullsNotDistinct(),
    index('reminders_inbox')
      .on(table.user_id, table.told_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.is_listed}`),
    index('reminders_unread').on(table.user_id).where(sql`${table.is_listed} and ${table.read_at} is null`),
    index('reminders_session').on(table.session_id),
    index('reminders_post').on(table.post_id).where(sql`${table.post_id} is not null`),
    index('reminders_activity').on(table.activity_id).where(sql`${table.activity_id} is not null`),
    index('reminders_group').on(table.group_id).where(sql`${table.group_id} is not null`),
    index('reminders_case').on(table.case_id).where(sql`${table.case_id} is not null`),
    index('reminders_item').on(table.item_id).where(sql`${table.item_id} is not null`),
    index('reminders_log').on(table.log_id).where(sql`${table.log_id} is not null`),
    index('reminders_goal').on(table.goal_id).where(sql`${table.goal_id} is not null`),
    index('reminders_actor').on(table.actor_id).where(sql`${table.actor_id} is not null`),
    // Old reminders are deleted.
    index('reminders_told').on(table.told_at),
    ...checks('reminders', {
      kind: isOneOf(table.kind, REMINDER_KINDS),
      times: sql`${table.times} > 0`,
      about: sql`num_nonnulls(${table.session_id}, ${table.log_id}, ${table.goal_id}, ${table.activity_id}, ${table.case_id}, ${table.item_id}) > 0`
    })
  ]
)

/** People's settings for reminders. Without a row the defaults apply. */
export const reminderSettings = pgTable(
  'reminder_settings',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    channels: jsonb().$type<Choices>().notNull(),
    /** Times such as "22:00" in the person's time zone; both or neither. */
    quiet_from: text(),
    quiet_until: text(),
    /** All pushes and mails of reminders are switched off. */
    is_off: boolean().notNull().default(false),
    /** When the next weekly mail is due; null without one. */
    week_mail_at: when()
  },
  table => [
    index('reminder_settings_week').on(table.week_mail_at).where(sql`${table.week_mail_at} is not null`),
    ...checks('reminder_settings', {
      quiet: sql`(${table.quiet_from} is null) = (${table.quiet_until} is null)`
    })
  ]
)

/** When goals remind their people (domain/reminders/goal-times.ts); one row per goal. */
export const goalReminders = pgTable(
  'goal_reminders',
  {
    goal_id: ref()
      .primaryKey()
      .references(() => goals.id, { onDelete: 'cascade' }),
    user_id: partOf(() => users.id),
    /** A time such as "20:00" in the person's time zone. */
    at: text().notNull(),
    /** From 1 (Monday) to 7; empty for every day. */
    weekdays: jsonb().$type<number[]>().notNull(),
    /** The time may be between 22:00 and 7:00. */
    at_night: boolean().notNull(),
    /** The next reminder. */
    due_at: when().notNull(),
    /** The person's days have changed, so `due_at` has to be computed again. */
    is_moved: boolean().notNull().default(false),
    /** When its times were chosen last. */
    created_at: createdAt()
  },
  table => [
    index('goal_reminders_due').on(table.due_at),
    index('goal_reminders_user').on(table.user_id),
    ...checks('goal_reminders', { at: sql`${table.at} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'` })
  ]
)

/** Sessions whose start was announced to the participants, with that time. A moved start is announced again. */
export const announcedStarts = pgTable('announced_starts', {
  session_id: ref()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  started_at: when().notNull()
})

/**
 * Browsers that receive push reminders. Each belongs to the login that allowed it and is deleted with it. After a
 * sign-out, nothing is pushed to that browser.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    user_id: partOf(() => users.id),
    login_hash: bytea()
      .notNull()
      .references(() => logins.token_hash, { onDelete: 'cascade' }),
    /** The address of the push service. Everyone who has it and the server's keys can push. */
    endpoint: text().notNull(),
    /** The browser's public key, and a secret that both sides share. */
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
 * Pushes and mails to send: one row per reminder and way. A row is reused when there is news about the same subject.
 */
export const reminderDeliveries = pgTable(
  'reminder_deliveries',
  {
    id: id(),
    reminder_id: partOf(() => reminders.id),
    channel: text().$type<Way>().notNull(),
    /** Null for a mail. */
    device_id: ref().references(() => pushDevices.id, { onDelete: 'cascade' }),
    /** How often in a row the push service was unreachable. */
    attempts: integer().notNull().default(0),
    /** When to try it. While a node sends it, this is when another node may. Null when nothing waits. */
    due_at: when(),
    /** When it was last sent. */
    sent_at: when(),
    /** When it was given up; null again after news. */
    failed_at: when(),
    /** Why the last push failed: a status of the push service, or a fault of the connection. */
    reason: text()
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

/** Keys that all nodes share. Each is created when it is first needed. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  created_at: createdAt()
})
