import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { activities } from './activities.ts'
import { checks, createdAt, id, isNotEmpty, partOf, ref, requestKey } from './columns.ts'
import { imports } from './imports.ts'

/** Private lists of activities (D-54). */
export const activityLists = pgTable(
  'activity_lists',
  {
    id: id(),
    user_id: partOf(() => users.id),
    title: text().notNull(),
    /** The import that created it. */
    import_id: ref().references(() => imports.id, { onDelete: 'set null' }),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    index('activity_lists_user').on(table.user_id, table.id.desc().nullsFirst()),
    uniqueIndex('activity_lists_request').on(table.user_id, table.request_key),
    index('activity_lists_import').on(table.import_id).where(sql`${table.import_id} is not null`),
    ...checks('activity_lists', { title: isNotEmpty(table.title) })
  ]
)

export const listedActivities = pgTable(
  'listed_activities',
  {
    list_id: partOf(() => activityLists.id),
    activity_id: partOf(() => activities.id),
    created_at: createdAt()
  },
  table => [
    primaryKey({ columns: [table.list_id, table.activity_id] }),
    index('listed_activities_activity').on(table.activity_id)
  ]
)
