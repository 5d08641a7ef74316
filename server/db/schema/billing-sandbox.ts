import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'

/**
 * What the payment sandbox keeps (billing/sandbox): every object of the provider's interface, and the events that it sends.
 * Times are whole seconds since 1970, as they are on its wire.
 */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** As it goes over the wire, with ids for what can be expanded. */
    data: jsonb().notNull(),
    /** What the sandbox has to know besides. */
    hidden: jsonb().notNull(),
    /** The test clock that it follows; null for the clock of the app. */
    clock: text().references((): AnyPgColumn => sandboxObjects.id, { onDelete: 'cascade' }),
    created: bigint({ mode: 'number' }).notNull(),
    /** When there is something to do for it. */
    due: bigint({ mode: 'number' })
  },
  table => [
    index('sandbox_objects_kind').on(table.kind, table.seq),
    index('sandbox_objects_data').using('gin', table.data.op('jsonb_path_ops')),
    index('sandbox_objects_clock').on(table.clock),
    index('sandbox_objects_due').on(table.due).where(sql`due is not null`)
  ]
)

/** Responses of the sandbox by `Idempotency-Key`. */
export const sandboxResponses = pgTable(
  'sandbox_responses',
  {
    key: text().primaryKey(),
    /** Hash of the call, to which the key belongs. */
    call: text().notNull(),
    status: smallint().notNull(),
    body: text().notNull(),
    created: bigint({ mode: 'number' }).notNull()
  },
  table => [index('sandbox_responses_created').on(table.created)]
)
