/** A transaction that may leave news for rooms; they are told once it is committed, never before. */
import type { RoomEvent, RoomNews } from '../../domain/sessions/live.ts'
import type { Transaction } from '../db/database.ts'
import { dateAt } from '../lib/clock.ts'
import type { House } from '../parts.ts'
import { insertNews } from './queries.ts'

export type RecordNews = (room: number, news: RoomNews) => Promise<void>

export async function withNews<Result>(
  { db, hub, clock }: Pick<House, 'db' | 'hub' | 'clock'>,
  work: (tx: Transaction, record: RecordNews) => Promise<Result>
): Promise<Result> {
  const events: RoomEvent[] = []
  const result = await db.transaction(tx =>
    work(tx, async (room, news) => {
      events.push(await insertNews(tx, room, news, dateAt(clock)))
    })
  )
  for (const event of events) hub.tell(event)
  return result
}
