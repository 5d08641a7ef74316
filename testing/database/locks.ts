import { sql } from 'drizzle-orm'
import type { Database } from '../../server/db/database.ts'

/**
 * Returns once the given number of statements of this database wait for a lock (one by default).
 * @param db not the transaction that holds the lock: inside it, PostgreSQL keeps showing the waiting statements of the
 * first look
 */
export async function untilSomebodyWaits(db: Database, statements = 1): Promise<void> {
  const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (((await db.execute(waits)).rowCount ?? 0) < statements) await new Promise(resolve => setTimeout(resolve, 10))
}
