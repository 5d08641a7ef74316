import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { type Choices, REMINDER_KINDS, type ReminderKind } from '../../../domain/reminders/kinds.ts'
import { users } from './accounts.ts'
import { checks, id, isOneOf, ref, when } from './columns.ts'
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
      .on(table.user_id, table.kind, table.session_id, table.post_id, table.log_id)
      .nullsNotDistinct(),
    index('reminders_inbox')
      .on(table.user_id, table.told_at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.is_listed}`),
    index('reminders_unread').on(table.user_id).where(sql`${table.is_listed} and ${table.read_at} is null`),
    index('reminders_session').on(table.session_id),
    index('reminders_post').on(table.post_id).where(sql`${table.post_id} is not null`),
    index('reminders_log').on(table.log_id).where(sql`${table.log_id} is not null`),
    index('reminders_actor').on(table.actor_id).where(sql`${table.actor_id} is not null`),
    // Old ones are deleted.
    index('reminders_told').on(table.told_at),
    ...checks('reminders', {
      kind: isOneOf(table.kind, REMINDER_KINDS),
      times: sql`${table.times} > 0`,
      about: sql`num_nonnulls(${table.session_id}, ${table.log_id}) > 0`
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
