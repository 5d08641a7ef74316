import { bigint, date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { ref } from './columns.ts'
import { goals } from './goals.ts'

/**
 * What was done, added up: logs that count (D-52), and what they count. A row without logs is deleted. There are no CHECKs:
 * PostgreSQL would hold what is added to them, which may be less than nothing.
 */
const done = () => ({
  logs: integer().notNull(),
  amount: doublePrecision().notNull(),
  distance: doublePrecision().notNull(),
  duration: bigint({ mode: 'number' }).notNull()
})

/** What a person did on a day, by action. So a calendar of years reads some rows for each day, however many logs there are. */
export const userDays = pgTable(
  'user_days',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    action: text().notNull(),
    ...done()
  },
  table => [
    primaryKey({ columns: [table.user_id, table.day, table.action] }),
    // On which days something was done; there is one row for many logs, so it is asked instead of them.
    index('user_days_action').on(table.user_id, table.action, table.day)
  ]
)

/** What the amounts of those logs come to, by the unit of their goals; rows that come to nothing are deleted. */
export const userAmounts = pgTable(
  'user_amounts',
  {
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    action: text().notNull(),
    unit: text().notNull(),
    amount: doublePrecision().notNull()
  },
  table => [primaryKey({ columns: [table.user_id, table.day, table.action, table.unit] })]
)

/** What was done on a day for a goal: its chart and its periods are made of these. */
export const goalDays = pgTable(
  'goal_days',
  {
    goal_id: ref()
      .notNull()
      .references(() => goals.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    ...done()
  },
  table => [primaryKey({ columns: [table.goal_id, table.day] })]
)
