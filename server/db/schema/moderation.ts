import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { MODERATION_ACTIONS, type ModerationAction } from '../../../domain/moderation/api.ts'
import { users } from './accounts.ts'
import { checks, createdAt, id, isOneOf, partOf, ref } from './columns.ts'
import { sessions } from './sessions.ts'

/** Mutes: a person does not see the messages and posts of a muted person. A block is a stronger mute (D-164). */
export const mutes = pgTable(
  'mutes',
  {
    user_id: partOf(() => users.id),
    muted_id: partOf(() => users.id),
    is_block: boolean().notNull().default(false),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.user_id, table.muted_id] }),
    ...checks('mutes', { other: sql`${table.user_id} <> ${table.muted_id}` })
  ]
)

/** The log of moderation. The app never updates or deletes an entry. Operators read them. */
export const moderationActions = pgTable(
  'moderation_actions',
  {
    id: id(),
    session_id: ref().references(() => sessions.id, { onDelete: 'set null' }),
    actor_id: ref().references(() => users.id, { onDelete: 'set null' }),
    action: text().$type<ModerationAction>().notNull(),
    /** The affected person; null if there is none. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    /** The id of the message, post or item. */
    subject_id: ref(),
    created_at: createdAt()
  },
  table => [
    index('moderation_session').on(table.session_id, table.id.desc().nullsFirst()),
    ...checks('moderation', { action: isOneOf(table.action, MODERATION_ACTIONS) })
  ]
)
