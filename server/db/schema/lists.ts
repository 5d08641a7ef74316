import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { activities } from './activities.ts'
import { checks, createdAt, id, isNotEmpty, partOf, requestKey } from './columns.ts'

/** Private lists of activities (D-54). */
export const activityLists = pgTable(
  'activity_lists',
  {
    id: id(),
    user_id: partOf(() => users.id),
    title: text().notNull(),
    ...requestKey(),
    created_at: createdAt()
  },
  table => [
    index('activity_lists_user').on(table.user_id, table.id.desc().nullsFirst()),
    uniqueIndex('activity_lists_request').on(table.user_id, table.request_key),
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
