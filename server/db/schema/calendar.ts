import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, ref } from './columns.ts'

/** The private addresses of calendars. They are not hashed, because people look them up again (docs/decisions/0023). */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    user_id: ref()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    created_at: createdAt()
  },
  table => [uniqueIndex('calendar_feeds_token').on(table.token)]
)
