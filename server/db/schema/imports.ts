import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { checks, createdAt, id, isNotEmpty, isNotNegative, ref, when } from './columns.ts'

/** Files of logs that people have imported. One that was undone stays, since its deleted logs name it. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    uuid: uuid().notNull(),
    file_name: text().notNull(),
    /** Logs that it made. */
    logs: integer().notNull(),
    created_at: createdAt(),
    undone_at: when()
  },
  table => [
    uniqueIndex('imports_uuid').on(table.user_id, table.uuid),
    ...checks('imports', { file_name: isNotEmpty(table.file_name), logs: isNotNegative(table.logs) })
  ]
)
