import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/**
 * Returns once a statement of this database waits for a lock, or as many as are asked for.
 * @param db not the transaction that holds the lock: within one, PostgreSQL shows who waited at the first look
 */
export async function untilSomebodyWaits(db: Database, statements = 1): Promise<void> {
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (((await db.execute(waits)).rowCount ?? 0) < statements) await new Promise(resolve => setTimeout(resolve, 10))
}
