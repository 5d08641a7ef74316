/** A transaction that may leave news for rooms; they are told once it is committed, never before. */
import type { RoomEvent, RoomNews } from '../../domain/sessions/live.ts'
import type { Transaction } from '../db/database.ts'
import { dateAt } from '../lib/clock.ts'
import type { House } from '../parts.ts'
import { insertNews } from './queries.ts'

/** Leaves news in a room. The caller holds the room's lock; they are numbered at the end of the transaction. */
export type RecordNews = (room: number, news: RoomNews) => void

export async function withNews<Result>(
  { db, hub, clock }: Pick<House, 'db' | 'hub' | 'clock'>,
  work: (tx: Transaction, record: RecordNews) => Promise<Result>
): Promise<Result> {
  const told: RoomEvent[][] = []
  const result = await db.transaction(async tx => {
    const rooms = new Map<number, RoomNews[]>()
    const done = await work(tx, (room, news) => {
      rooms.set(room, [...(rooms.get(room) ?? []), news])
    })
    for (const [room, news] of rooms) told.push(await insertNews(tx, room, news, dateAt(clock)))
    return done
  })
  for (const events of told) hub.tell(events)
  return result
}
