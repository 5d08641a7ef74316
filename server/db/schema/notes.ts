import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { checks, createdAt, id, partOf, ref, requestKey, revision, when } from './columns.ts'
import { goals } from './goals.ts'
import { imports } from './imports.ts'

/**
 * Private notes, with or without a goal (D-53). A deleted note stays without its words, because its charge refers to
 * it.
 */
export const notes = pgTable(
  'notes',
  {
    id: id(),
    user_id: partOf(() => users.id),
    goal_id: ref().references(() => goals.id, { onDelete: 'cascade' }),
    /** The import that restored it from another hut. */
    import_id: ref().references(() => imports.id, { onDelete: 'set null' }),
    title: text().notNull().default(''),
    content: text().notNull().default(''),
    todo: text().notNull().default(''),
    done: text().notNull().default(''),
    revision: revision(),
    ...requestKey(),
    created_at: createdAt(),
    updated_at: when().notNull(),
    deleted_at: when()
  },
  table => [
    index('notes_user').on(table.user_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('notes_goal').on(table.goal_id, table.id.desc().nullsFirst()).where(sql`${table.deleted_at} is null`),
    index('notes_import').on(table.import_id).where(sql`${table.import_id} is not null`),
    uniqueIndex('notes_request').on(table.user_id, table.request_key),
    ...checks('notes', {
      words: sql`${table.deleted_at} is not null or ${table.title} || ${table.content} || ${table.todo} || ${table.done} <> ''`
    })
  ]
)
