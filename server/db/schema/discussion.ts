import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { checks, createdAt, id, isNotEmpty, needs, partOf, ref, requestKey, when } from './columns.ts'
import { sessions } from './sessions.ts'

export const messages = pgTable(
  'messages',
  {
    id: id(),
    session_id: partOf(() => sessions.id),
    user_id: needs(() => users.id),
    content: text().notNull(),
    client_uuid: text(),
    ...requestKey(),
    created_at: createdAt(),
    deleted_at: when(),
    /** When a moderator hid it (D-149); null otherwise. */
    hidden_at: when()
  },
  table => [
    // For admins, who look at what one person wrote.
    index('messages_user').on(table.user_id, table.id.desc().nullsFirst()),
    index('messages_session').on(table.session_id, table.id.desc().nullsFirst()),
    uniqueIndex('messages_request').on(table.user_id, table.request_key),
    ...checks('messages', { content: isNotEmpty(table.content) })
  ]
)

/** The discussion of a session. `parent_id` makes a post a reply (D-108). */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    session_id: partOf(() => sessions.id),
    parent_id: ref().references((): AnyPgColumn => posts.id, { onDelete: 'cascade' }),
    user_id: needs(() => users.id),
    title: text().notNull().default(''),
    content: text().notNull(),
    ...requestKey(),
    created_at: createdAt(),
    deleted_at: when(),
    /** When a moderator hid it (D-149); null otherwise. */
    hidden_at: when()
  },
  table => [
    index('posts_user').on(table.user_id, table.id.desc().nullsFirst()),
    index('posts_session').on(table.session_id, table.id.desc().nullsFirst()).where(sql`${table.parent_id} is null`),
    index('posts_replies').on(table.parent_id, table.id).where(sql`${table.deleted_at} is null`),
    uniqueIndex('posts_request').on(table.user_id, table.request_key),
    ...checks('posts', { content: isNotEmpty(table.content), parent: sql`${table.parent_id} <> ${table.id}` })
  ]
)
