/** People who hear of each new date of a series. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { deleteRows, hasRow, insertIfNew } from '../db/rows.ts'
import { seriesWatchers } from '../db/schema/series.ts'

const isTheirs = (seriesId: number, userId: number) =>
  and(eq(seriesWatchers.series_id, seriesId), eq(seriesWatchers.user_id, userId))

export async function setWatching(
  db: Database,
  seriesId: number,
  userId: number,
  isOn: boolean,
  now: Date
): Promise<void> {
  if (isOn) await insertIfNew(db, seriesWatchers, { series_id: seriesId, user_id: userId, created_at: now })
  else await deleteRows(db, seriesWatchers, isTheirs(seriesId, userId))
}

export async function isWatching(db: Database, seriesId: number, userId: number | null): Promise<boolean> {
  return userId !== null && (await hasRow(db, seriesWatchers, isTheirs(seriesId, userId)))
}

/** Queues new dates for the news to those who want to hear of each date (server/reminders/news.ts). */
export async function noteDateNews(tx: Transaction, sessions: number[]): Promise<void> {
  await tx.execute(sql`
    insert into group_news (session_id, to_watchers) select s.id, true from sessions s
    where s.id = any(${sql.param(sessions)}::bigint[])
      and exists (select from series_watchers w where w.series_id = s.series_id)
    order by s.id`)
}
