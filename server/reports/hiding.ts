/** Hides things and shows them again, in the transaction that has locked them (D-149). */

import type { HiddenKind } from '../../domain/moderation/hidden.ts'
import { lockPerson } from '../accounts/persons/person-rows.ts'
import { hideMessages } from '../chat/chat.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { hidePosts } from '../posts/posts.ts'
import { lockDatesOf } from '../progress/lock-rows.ts'
import { findItem } from '../publishing/item-rows.ts'
import { liftItems, takeDownItem, takeDownItems } from '../publishing/takedown-rows.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import { hideSeriesOf, listDatesToHide, listDatesToShow, lockSeriesOf } from '../series/series-rows.ts'
import { type FoundSubject, findSubject, setHidden, showPictures } from './subject-rows.ts'

export interface InTransaction {
  tx: Transaction
  record: RecordEvent
}
interface Locked extends InTransaction {
  /** The thing as it is under the lock; null when it is gone. */
  subject: FoundSubject | null
}

/**
 * Runs `work` with the lock of the thing: the room of a message or post, all dates of the series of a session, and the
 * person of an item.
 */
export async function withLock<Value>(
  deps: Dependencies,
  { kind, id, room }: FoundSubject,
  work: (locked: Locked) => Promise<Value>
): Promise<Value> {
  const { rooms } = deps
  return rooms.transact(room, async (tx, record) => {
    // The series comes before its rooms in the order of locks.
    const series = kind === 'session' ? await lockSeriesOf(tx, id) : null
    if (series) await lockDatesOf(tx, series.id)
    if (room !== null) await rooms.lock(tx, record, room)
    if (kind === 'item') {
      const item = await findItem(tx, id, null)
      if (item) await lockPerson(tx, item.person_id)
    }
    return work({ tx, record, subject: await findSubject(tx, kind, id) })
  })
}

/** Things of one kind, and of one room if they are in a room. */
interface Things {
  kind: HiddenKind
  ids: number[]
  room: number | null
}

/**
 * Hides one thing, or shows it again. Everything in a book goes with it, and so do the dates of a series that repeat the
 * words of a hidden date.
 */
export async function putHidden(
  { tx, record }: InTransaction,
  { kind, id, room }: FoundSubject,
  hiddenAt: Date | null,
  now: Date
): Promise<void> {
  if (kind === 'item' && hiddenAt) return takeDownItem(tx, id, hiddenAt)
  const dates = hiddenAt ? listDatesToHide : listDatesToShow
  const ids = kind === 'session' ? await dates(tx, id) : [id]
  return putAllHidden({ tx, record }, { kind, ids, room }, hiddenAt, now)
}

/** Hides things, or shows them again when `hiddenAt` is null. An item is hidden and shown by itself. */
export async function putAllHidden(
  { tx, record }: InTransaction,
  { kind, ids, room }: Things,
  hiddenAt: Date | null,
  now: Date
): Promise<void> {
  if (kind === 'item') return hiddenAt ? takeDownItems(tx, ids, hiddenAt) : liftItems(tx, ids, now)
  if (kind === 'message' && room !== null) return hideMessages(tx, record, { ids, room }, hiddenAt)
  if (kind === 'post' && room !== null) await hidePosts(tx, record, { ids, room }, hiddenAt)
  else await setHidden(tx, kind, ids, hiddenAt)
  await showPictures(tx, kind, ids, hiddenAt === null)
  if (kind !== 'session') return
  await hideSeriesOf(tx, ids, hiddenAt)
  for (const id of ids) record(id, { type: 'update', data: { is_hidden: hiddenAt ? 1 : 0, reload: true } })
}
