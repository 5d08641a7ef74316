import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { checks, createdAt, id, isNotEmpty, isNotNegative, partOf, when } from './columns.ts'

/** Imported files of logs, and restored accounts. An undone import stays, because its deleted logs refer to it. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    user_id: partOf(() => users.id),
    uuid: uuid().notNull(),
    file_name: text().notNull(),
    /** The number of logs that it created. */
    logs: integer().notNull(),
    /** The number of items that it created. */
    items: integer().notNull().default(0),
    /**
     * Names the account of another hut that the import restored (domain/import/moving.ts), or is `markdown`. Null for a
     * file of logs.
     */
    source: text(),
    created_at: createdAt(),
    undone_at: when()
  },
  table => [
    uniqueIndex('imports_uuid').on(table.user_id, table.uuid),
    ...checks('imports', {
      file_name: isNotEmpty(table.file_name),
      logs: isNotNegative(table.logs),
      items: isNotNegative(table.items)
    })
  ]
)
