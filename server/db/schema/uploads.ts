import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { STORED_TYPES, type StoredType } from '../../../domain/uploads/picture.ts'
import { persons, users } from './accounts.ts'
import { activities } from './activities.ts'
import { checks, createdAt, id, isNotNegative, isOneOf, ref } from './columns.ts'
import { groups } from './groups.ts'
import { posts } from './posts.ts'
import { items } from './publishing.ts'
import { sessions } from './sessions.ts'

/** The pictures in the store (server/uploads/store.ts), each with narrower copies of itself. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    /** What its files are called. */
    name: text().notNull(),
    type: text().$type<StoredType>().notNull(),
    /** Who sent it; null when the person is gone. */
    user_id: ref().references(() => users.id, { onDelete: 'set null' }),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of the narrower copies. */
    widths: integer().array().notNull(),
    /** Of all its files. */
    bytes: integer().notNull(),
    moves: boolean().notNull(),
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
 * What shows a picture: one row for each picture and thing, whose description, notes or parts show it, and one for each
 * person whose picture it is. A picture that nothing shows is deleted after a day. The foreign key of the upload refuses to delete one that a text shows.
 */
export const uploadUses = pgTable(
  'upload_uses',
  {
    upload_id: ref()
      .notNull()
      .references(() => uploads.id),
    activity_id: ref().references(() => activities.id, { onDelete: 'cascade' }),
    session_id: ref().references(() => sessions.id, { onDelete: 'cascade' }),
    group_id: ref().references(() => groups.id, { onDelete: 'cascade' }),
    post_id: ref().references(() => posts.id, { onDelete: 'cascade' }),
    item_id: ref().references(() => items.id, { onDelete: 'cascade' }),
    /** Whose picture it is. */
    person_id: ref().references(() => persons.id, { onDelete: 'cascade' }),
    /** False where only earlier versions or a draft of the item show it: then nobody else may see it. */
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
