/**
 * The read of My Goals in two comparisons: with the statement of `server/db/compiled.ts` against drizzle's own prepared
 * statement, and prepared by name (`server/db/preparing-client.ts`) against parsed and planned each time. The ratios
 * are the reasons for these files.
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
    const { sql: text } = select().toSQL()
    const timed = async (read: (values: number[]) => Promise<unknown>): Promise<number> => {
      const before = performance.now()
      for (let done = 0; done < READS; done += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => read([personId, 11])))
      }
      return (READS / (performance.now() - before)) * 1000
    }
    const named = await compare(
      () => timed(values => db.$client.query({ text }, values)),
      () => timed(values => db.$client.query(text, values))
    )
    const what = `statements: the read of My Goals, ${found} goals`
    return [
      ratioRow(`${what}, against drizzle's prepared statement`, 'reads per second of CPU', compared, LEAST),
      ratioRow(`${what}, prepared by name, against parsed each time`, 'reads/s', named, LEAST)
    ]
  } finally {
    await db.$client.end()
  }
}
