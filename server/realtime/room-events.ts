/** A transaction that may record events for rooms. They are sent after the commit, never before. */
import type { NewRoomEvent, RoomEvent } from '../../domain/sessions/live.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { insertRoomEvents } from './queries.ts'

/** Records an event of a room. The caller holds the room's lock; events are numbered at the end of the transaction. */
export type RecordEvent = (room: number, event: NewRoomEvent) => void

export async function withRoomEvents<Value>(
  { db, hub, clock }: Pick<Dependencies, 'db' | 'hub' | 'clock'>,
  work: (tx: Transaction, record: RecordEvent) => Promise<Value>
): Promise<Value> {
  const told: RoomEvent[][] = []
  const result = await db.transaction(async tx => {
    const rooms = new Map<number, NewRoomEvent[]>()
    const done = await work(tx, (room, event) => {
      rooms.set(room, [...(rooms.get(room) ?? []), event])
    })
    for (const [room, recorded] of rooms) told.push(await insertRoomEvents(tx, room, recorded, dateAt(clock)))
    return done
  })
  for (const events of told) hub.tell(events)
  return result
}
