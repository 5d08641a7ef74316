/**
 * Removes everything that a person published, and undoes that (domain/reports/removal.ts). Each room is a transaction
 * of its own, and all things outside of rooms are one. A second run finds nothing left. A transaction locks the
 * series, the room, the removal, and then the cases.
 */

import type { Reason } from '../../domain/moderation/hidden.ts'
import { isFinished, isRepeated } from '../../domain/reports/removal.ts'
import { listPersons, lockPerson } from '../accounts/persons/person-rows.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { tellReporters } from '../reminders/case-news.ts'
import { lockSeriesOf } from '../series/series-rows.ts'
import { type InTransaction, putAllHidden } from './hiding.ts'
import {
  findRemoval,
  forgetRemoval,
  KINDS_IN_ROOMS,
  listLeft,
  listRoomsLeft,
  listUnfinished,
  lockRemoval,
  lockWaiting,
  OTHER_KINDS,
  putCases,
  putRemoval,
  type Removal
} from './removal-rows.ts'

interface Wish {
  userId: number
  reason: Reason
  by: { id: number }
}

/** Begins to remove everything of a person, whose account is locked. False when this press repeats the last one. */
export async function beginRemoval(tx: Transaction, { userId, reason, by }: Wish, now: Date): Promise<boolean> {
  const last = await lockRemoval(tx, userId)
  const isSame = last?.reason === reason && last.state !== 'restoring'
  if (isSame && isRepeated(last.removed_at.getTime(), now.getTime())) return false
  await putRemoval(tx, { user_id: userId, state: 'hiding', reason, admin_id: by.id, removed_at: now })
  return true
}

/** Begins to restore what a removal hid. False when there is nothing to restore. */
export async function beginRestoring(tx: Transaction, userId: number, by: { id: number }): Promise<boolean> {
  const removal = await lockRemoval(tx, userId)
  if (!removal || removal.state === 'restoring') return false
  await putRemoval(tx, { ...removal, state: 'restoring', admin_id: by.id })
  return true
}

/** Goes on with all removals that a crash stopped, or that are younger than a minute. */
export async function continueRemovals(deps: Dependencies, failed: (error: unknown) => void): Promise<void> {
  for (const { user_id } of await listUnfinished(deps.db)) await continueRemoval(deps, user_id).catch(failed)
}

/** Hides or restores what is left. Stops when someone pressed the other button meanwhile. */
export async function continueRemoval(deps: Dependencies, userId: number): Promise<void> {
  const { db, rooms, clock } = deps
  const removal = await findRemoval(db, userId)
  if (!removal || removal.state === 'hidden') return
  for (const room of [...(await listRoomsLeft(db, removal)), null]) {
    const told = await rooms.transact(room, async (tx, record) => {
      if (room !== null) {
        await lockSeriesOf(tx, room)
        await rooms.lock(tx, record, room)
      }
      return work({ tx, record }, deps, removal, room)
    })
    if (!told) return
    tellInboxes(deps, told)
  }
  await db.transaction(async tx => {
    const last = await lockRemoval(tx, userId)
    // Another press has its own run.
    if (last?.state !== removal.state || last.removed_at.getTime() !== removal.removed_at.getTime()) return
    if (last.state === 'restoring') await forgetRemoval(tx, last, dateAt(clock))
    else if (isFinished(last.removed_at.getTime(), clock.now())) await putRemoval(tx, { ...last, state: 'hidden' })
  })
}

/** Hides or restores what is left in one room, or outside of rooms. Returns whose inboxes to tell; null to stop. */
async function work(
  { tx, record }: InTransaction,
  deps: Dependencies,
  { user_id, state }: Removal,
  room: number | null
): Promise<string[] | null> {
  const removal = await lockRemoval(tx, user_id)
  if (removal?.state !== state) return null
  if (room === null) for (const { id } of await listPersons(tx, user_id)) await lockPerson(tx, id)
  const now = dateAt(deps.clock)
  const told: string[] = []
  for (const kind of room === null ? OTHER_KINDS : KINDS_IN_ROOMS) {
    const ids = await listLeft(tx, removal, kind, room)
    if (ids.length === 0) continue
    if (state === 'restoring') {
      await putAllHidden({ tx, record }, { kind, ids, room }, null, now)
    } else {
      const waiting = await lockWaiting(tx, kind, ids)
      const taken = await putCases(tx, removal, kind, ids, now)
      await putAllHidden({ tx, record }, { kind, ids: taken, room }, now, now)
      for (const found of waiting) told.push(...(await tellReporters(tx, deps, found)))
    }
  }
  return told
}
