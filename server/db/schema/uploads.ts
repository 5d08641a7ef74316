import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { STORED_TYPES, type StoredType } from '../../../domain/uploads/picture.ts'
import { persons, users } from './accounts.ts'
import { activities } from './activities.ts'
import { checks, createdAt, id, isNotNegative, isOneOf, needs, partOf, ref, when } from './columns.ts'
import { posts } from './discussion.ts'
import { groups } from './groups.ts'
import { items } from './publishing.ts'
import { sessions } from './sessions.ts'

/** The pictures in the store (server/uploads/store.ts), each with narrower copies. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    /** The name of its files. */
    name: text().notNull(),
    type: text().$type<StoredType>().notNull(),
    /** The person who uploaded it; null after the person is deleted. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The widths of the narrower copies. */
    widths: integer().array().notNull(),
    /** The size of all its files. */
    bytes: integer().notNull(),
    moves: boolean().notNull(),
    /** When a moderator hid it (D-149); null otherwise. */
    hidden_at: when(),
    created_at: createdAt()
  },
  table => [
    uniqueIndex('uploads_name_key').on(table.name),
    index('uploads_user').on(table.user_id),
    index('uploads_created').on(table.created_at),
    ...checks('uploads', {
      name: sql`${table.name} ~ '^[0-9a-f]{32}$'`,
      type: isOneOf(table.type, STORED_TYPES),
      size: sql`${table.width} > 0 and ${table.height} > 0`,
      bytes: isNotNegative(table.bytes)
    })
  ]
)

/**
 * Where pictures are used: one row per picture and thing (in its description, notes or parts), and one per person with
 * a portrait. An unused picture is deleted after a day. The foreign key refuses to delete a picture in use.
 */
export const uploadUses = pgTable(
  'upload_uses',
  {
    upload_id: needs(() => uploads.id),
    activity_id: ref().references(() => activities.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id, { onDelete: 'cascade' }),
    group_id: ref().references(() => groups.id, { onDelete: 'cascade' }),
    post_id: ref().references(() => posts.id, { onDelete: 'cascade' }),
    item_id: ref().references(() => items.id, { onDelete: 'cascade' }),
    /** The person whose portrait it is. */
    person_id: ref().references(() => persons.id, { onDelete: 'cascade' }),
    /** False when only earlier versions or a draft of the item show it. Then nobody else may see it. */
    is_shown: boolean().notNull().default(true)
  },
  table => [
    index('upload_uses_upload').on(table.upload_id),
    uniqueIndex('upload_uses_activity').on(table.activity_id, table.upload_id),
    uniqueIndex('upload_uses_session').on(table.session_id, table.upload_id),
    uniqueIndex('upload_uses_group').on(table.group_id, table.upload_id),
    uniqueIndex('upload_uses_post').on(table.post_id, table.upload_id),
    uniqueIndex('upload_uses_item').on(table.item_id, table.upload_id),
    uniqueIndex('upload_uses_person').on(table.person_id),
    ...checks('upload_uses', {
      thing: sql`num_nonnulls(${table.activity_id}, ${table.session_id}, ${table.group_id}, ${table.post_id}, ${table.item_id}, ${table.person_id}) = 1`
    })
  ]
)

/** The wide picture above the page of a person. */
export const covers = pgTable(
  'covers',
  {
    person_id: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => persons.id, { onDelete: 'cascade' }),
    upload_id: partOf(() => uploads.id)
  },
  table => [index('covers_upload').on(table.upload_id)]
)
