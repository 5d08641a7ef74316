import { bigint, date, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { partOf } from './columns.ts'
import { goals } from './goals.ts'

/**
 * Sums of counted logs (D-52), and of their amounts. A row without logs is deleted. The columns have no CHECK, because
 * an upsert proposes its difference first, which may be negative.
 */
const done = () => ({
  logs: integer().notNull(),
  amount: doublePrecision().notNull(),
  distance: doublePrecision().notNull(),
  duration: bigint({ mode: 'number' }).notNull()
})

/**
 * A person's sums per day and action. A calendar of years reads a few rows per day, regardless of the number of logs.
 */
export const userDays = pgTable(
  'user_days',
  {
    user_id: partOf(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    action: text().notNull(),
    ...done()
  },
  table => [
    primaryKey({ columns: [table.user_id, table.day, table.action] }),
    // Finds the days on which a person did something. One row covers many logs, so this is faster than reading the logs.
    index('user_days_action').on(table.user_id, table.action, table.day)
  ]
)

/** Sums of the amounts of those logs, by the unit of their goals. Rows with a sum of zero are deleted. */
export const userAmounts = pgTable(
  'user_amounts',
  {
    user_id: partOf(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    action: text().notNull(),
    unit: text().notNull(),
    amount: doublePrecision().notNull()
  },
  table => [primaryKey({ columns: [table.user_id, table.day, table.action, table.unit] })]
)

/** Sums per goal and day, for its chart and its periods. */
export const goalDays = pgTable(
  'goal_days',
  {
    goal_id: partOf(() => goals.id),
    day: date({ mode: 'string' }).notNull(),
    ...done()
  },
  table => [primaryKey({ columns: [table.goal_id, table.day] })]
)
