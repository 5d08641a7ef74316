/**
 * The CPU of this process for the read of My Goals, with the statement of `server/db/compiled.ts` and with drizzle's
 * own prepared statement. The ratio is the reason for that file.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { openDatabase } from '../server/db/database.ts'
import { prepared } from '../server/db/prepared.ts'
import { goals } from '../server/db/schema/goals.ts'
import { sessions } from '../server/db/schema/sessions.ts'
import { compare } from './lib/compare.ts'
import type { Ground } from './lib/ground.ts'
import { type Row, ratioRow } from './lib/row.ts'

const READS = 2000
const AT_ONCE = 16
const LEAST = 1.2

export async function statements({ databaseUrl, personId }: Ground): Promise<Row[]> {
  const db = openDatabase({ connectionString: databaseUrl }, console)
  const select = () =>
    db
      .select({ goal: goals, session: { id: sessions.id, title: sessions.title, slug: sessions.slug } })
      .from(goals)
      .leftJoin(sessions, eq(sessions.id, goals.session_id))
      .where(and(eq(goals.user_id, sql.placeholder('user')), isNull(goals.deleted_at)))
      .limit(sql.placeholder('limit'))
  const ours = prepared(select)(db)
  const drizzles = select().prepare('')
  let found = 0
  /** Reads of a second of CPU. The values differ, so that reads of the same turn are not shared. */
  const rateOf = async (read: (values: { user: number; limit: number }) => Promise<unknown[]>): Promise<number> => {
    const before = process.cpuUsage()
    for (let done = 0; done < READS; done += AT_ONCE) {
      const reads = Array.from({ length: AT_ONCE }, (_, index) => read({ user: personId, limit: 11 + index }))
      found = (await Promise.all(reads)).reduce((least, rows) => Math.min(least, rows.length), Number.POSITIVE_INFINITY)
    }
    const { user, system } = process.cpuUsage(before)
    return (READS / (user + system)) * 1_000_000
  }
  try {
    const compared = await compare(
      () => rateOf(values => ours.execute(values)),
      () => rateOf(values => drizzles.execute(values))
    )
    if (found === 0) throw new Error('no goals were read')
    const what = `statements: the read of My Goals, ${found} goals, against drizzle's prepared statement`
    return [ratioRow(what, 'reads per second of CPU', compared, LEAST)]
  } finally {
    await db.$client.end()
  }
}
