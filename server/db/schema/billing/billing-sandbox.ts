import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'

/**
 * The objects and events of the payment sandbox (sandbox/). Times are whole seconds since 1970, as in the
 * provider's interface.
 */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** The object as the interface returns it, with ids in place of expandable objects. */
    data: jsonb().notNull(),
    /** Further fields that only the sandbox needs. */
    hidden: jsonb().notNull(),
    /** The test clock of an object from before 2026-11-25; null for other objects. */
    clock: text().references((): AnyPgColumn => sandboxObjects.id, { onDelete: 'cascade' }),
    created: bigint({ mode: 'number' }).notNull(),
    /** When the object next needs work. */
    due: bigint({ mode: 'number' })
  },
  table => [
    index('sandbox_objects_kind').on(table.kind, table.seq),
    index('sandbox_objects_data').using('gin', table.data.op('jsonb_path_ops')),
    index('sandbox_objects_clock').on(table.clock),
    index('sandbox_objects_due').on(table.due).where(sql`due is not null`)
  ]
)

/** Responses of the sandbox, by `Idempotency-Key`. */
export const sandboxResponses = pgTable(
  'sandbox_responses',
  {
    key: text().primaryKey(),
    /** A hash of the call that used the key first. */
    call: text().notNull(),
    status: smallint().notNull(),
    body: text().notNull(),
    created: bigint({ mode: 'number' }).notNull()
  },
  table => [index('sandbox_responses_created').on(table.created)]
)
