import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, createdAt, id, partOf, when } from './columns.ts'
import { goals } from './goals.ts'

/** Secret addresses that each press one button of a goal. Only the SHA-256 of the secret is stored. */
export const pressAddresses = pgTable(
  'press_addresses',
  {
    id: id(),
    user_id: partOf(() => users.id),
    goal_id: partOf(() => goals.id),
    /** The button; null for the usual press of a goal without buttons. */
    button_uuid: text(),
    secret_hash: bytea().notNull(),
    created_at: createdAt(),
    /** When it was last pressed; null before the first time. */
    used_at: when(),
    /** When the last log without a key was made. Another press shortly afterwards is the same one. */
    pressed_at: when()
  },
  table => [
    uniqueIndex('press_addresses_secret').on(table.secret_hash),
    index('press_addresses_user').on(table.user_id),
    index('press_addresses_goal').on(table.goal_id)
  ]
)
