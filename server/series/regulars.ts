/** Coming to each date of a series (D-150). */
import { refuse } from '../../domain/lib/refusal.ts'
import { regularCheck } from '../../domain/series/regulars.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findMembership } from '../progress/participant-rows.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { removeMember } from '../sessions/people/membership.ts'
import { takeOff } from '../sessions/people/waitlist.ts'
import {
  admitRegulars,
  deleteRegular,
  findStanding,
  insertRegular,
  listEndedRegulars,
  listUnpaidPlaces
} from './regular-rows.ts'
import { getVisibleSeries } from './series.ts'
import { getUsername, listComing, lockSeries } from './series-rows.ts'

/** A person comes to each date from now on, also to those that are made already. Twice changes nothing more. */
export async function comeEveryTime(deps: Dependencies, viewer: SignedIn, slugOrId: string): Promise<void> {
  const { id } = await getVisibleSeries(deps, slugOrId, viewer)
  await deps.rooms.transact(null, async (tx, record) => {
    const row = (await lockSeries(tx, id)) ?? refuse({ kind: 'notFound' })
    const person = { isHost: row.user_id === viewer.id, isGuest: viewer.guest_name !== null }
    const standing = await findStanding(tx, id, viewer.id)
    const refusal = regularCheck(
      { hasEnded: row.ended_at !== null, needsCode: row.needs_code },
      { ...person, ...standing }
    )
    if (refusal) refuse(refusal)
    const now = dateAt(deps.clock)
    if (!(await insertRegular(tx, id, viewer.id, now))) return
    const rooms = await lockComing(deps, tx, record, id)
    for (const date of await admitRegulars(tx, [...rooms.keys()], viewer.id, now)) {
      record(date, { type: 'update', data: { reload: true } })
    }
  })
}

/**
 * A person comes to each date no longer. They give up their places on the coming dates, except those that they have
 * paid for. Twice changes nothing more.
 */
export async function stopComing(deps: Dependencies, seriesId: number, userId: number): Promise<void> {
  await deps.rooms.transact(null, async (tx, record) => {
    await lockSeries(tx, seriesId)
    if (!(await deleteRegular(tx, seriesId, userId))) return
    const rooms = await lockComing(deps, tx, record, seriesId)
    const username = await getUsername(tx, userId)
    for (const date of await listUnpaidPlaces(tx, [...rooms.keys()], userId)) {
      const room = rooms.get(date)
      const member = await findMembership(tx, date, userId)
      if (!room) continue
      if (member?.left_at === null) await removeMember(deps, tx, record, room, member, { left: [username] })
      else await takeOff(tx, record, room, userId)
    }
  })
}

/** Locks the coming dates of a series, in the order of their ids. The caller has locked the series. */
async function lockComing(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  seriesId: number
): Promise<Map<number, SessionRow>> {
  const ids = (await listComing(tx, seriesId)).map(({ id }) => id).sort((a, b) => a - b)
  const rooms = new Map<number, SessionRow>()
  for (const id of ids) rooms.set(id, await deps.rooms.lock(tx, record, id))
  return rooms
}

const MOST_ENDED = 1000

/** Gives up the places of people who left the group of a series, or whom a host removed from a date. */
export async function endRegulars(deps: Dependencies): Promise<void> {
  for (const { series_id, user_id } of await listEndedRegulars(deps.db, MOST_ENDED)) {
    await stopComing(deps, series_id, user_id)
  }
}
