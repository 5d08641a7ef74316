/** Changes a date of a series together with those that follow it (D-150). */
import { isAdmin, ownsOrAdmin } from '../../domain/accounts/user.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { keepTexts } from '../../domain/sessions/part-text.ts'
import { movedRule, ruleError } from '../../domain/sessions/repeats.ts'
import { scheduled } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { refuseFields } from '../activities/planned.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf } from '../lib/given.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { closeDeleted } from '../reminders/case-news.ts'
import { cancel } from '../sessions/cancel.ts'
import {
  notCancelled,
  recordOnSession,
  requireHost,
  ruleOf,
  sessionState,
  updateSessionRow
} from '../sessions/session-rows.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import { makeDates, templateOf } from './dates.ts'
import { HAS_ENDED, ONLY_HOST } from './series.ts'
import { listUnbegun, lockSeriesOf, updateSeriesRow } from './series-rows.ts'
import { countBefore, datesAfter } from './series-rule.ts'

/**
 * Gives the following dates the words, plan, settings and time of this one. The rule begins again with it, so a move
 * from Tuesday to Wednesday moves them all. Dates that people have joined move too, and their pages show it at once.
 */
export async function followDate(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<void> {
  const gone = await deps.rooms.transact(sessionId, async (tx, record) => {
    const { row, dates, rooms, session, startsAt } = await lockFrom(deps, tx, record, viewer, sessionId)
    const { series_at } = session
    if (!series_at) return refuse({ kind: 'conflict', message: 'The rule of the series no longer has this date.' })
    const count = row.count === null ? null : row.count - countBefore(ruleOf(row), series_at.getTime())
    const rule = movedRule({ ...ruleOf(row), count }, series_at.getTime(), startsAt.getTime())
    const error = ruleError(rule)
    if (error) refuse(error)

    // Only a site admin makes dates free, or stops that (D-15).
    const freeAs = (before: boolean): boolean => (isAdmin(viewer) ? session.is_free : before)
    const template = { ...templateOf(session), is_free: freeAs(row.is_free) }
    const later = dates.filter(date => date.series_at !== null && date.series_at > series_at && date.id !== sessionId)
    await updateSessionRow(tx, sessionId, { series_at: startsAt })
    let madeUntil = startsAt
    const gone: number[] = []
    const times = datesAfter(rule, rule.startsAt)
    for (const { id } of later) {
      const next = times.next()
      const at = next.done ? null : new Date(next.value)
      if (at) madeUntil = at
      const room = rooms.get(id)
      // A skipped date stays skipped, at its new time.
      if (!room || room.status !== SessionStatus.NotStarted) await updateSessionRow(tx, id, { series_at: at })
      else if (at) await changeDate(tx, deps, record, room, { ...template, is_free: freeAs(room.is_free) }, at)
      else {
        await cancel(deps, tx, record, room)
        gone.push(id)
      }
    }
    const { weekdays } = rule
    const change = {
      ...{ ...template, count, weekdays, starts_at: startsAt, made_until: madeUntil },
      updated_at: dateAt(deps.clock)
    }
    await updateSeriesRow(tx, row.id, change)
    await makeDates(tx, deps, [{ ...row, ...change }])
    if (row.user_id !== viewer.id) await recordOnSession(tx, viewer, 'change', sessionId, dateAt(deps.clock))
    return gone
  })
  for (const id of gone) await closeDeleted(deps, viewer, { kind: 'session', id })
}

/**
 * Locks the series of a date and the rooms of all dates that have not begun, for a host. The series comes before its
 * rooms in the order of locks, so that two such calls do not wait for each other.
 */
export async function lockFrom(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  viewer: SignedIn,
  sessionId: number
) {
  const row = await lockSeriesOf(tx, sessionId)
  if (!row) return refuse({ kind: 'conflict', message: 'This session doesn’t repeat.' })
  if (row.ended_at) refuse(HAS_ENDED)
  const dates = await listUnbegun(tx, row.id)
  const ids = dates.filter(({ cancelled_at }) => cancelled_at === null).map(({ id }) => id)
  const rooms = new Map<number, SessionRow>()
  for (const id of [...new Set([sessionId, ...ids])].sort((a, b) => a - b)) {
    rooms.set(id, await deps.rooms.lock(tx, record, id))
  }
  await requireHost(tx, viewer, sessionId)
  // Someone may host a single date because its host left it.
  if (!ownsOrAdmin(row, viewer)) refuse(ONLY_HOST)
  const session = notCancelled(rooms.get(sessionId))
  const startsAt = session.started_at ?? refuse({ kind: 'conflict', message: 'This date has no start.' })
  return { row, dates, rooms, session, startsAt }
}

async function changeDate(
  tx: Transaction,
  deps: Dependencies,
  record: RecordEvent,
  room: SessionRow,
  template: ReturnType<typeof templateOf>,
  at: Date
): Promise<void> {
  const { plan, duration } = template
  const kept = keepTexts(plan, room.plan)
  refuseFields(kept.fields)
  const state = scheduled({
    ...{ ...sessionState(room), duration, started_at: at.toISOString() },
    plan: { ...plan, ...kept.plan }
  })
  const columns = {
    ...template,
    // A date that a moderator hid is in no list (D-149).
    unlisted: template.unlisted || room.hidden_at !== null,
    plan: state.plan,
    started_at: at,
    ended_at: dateOf(state.ended_at),
    series_at: at,
    revision: room.revision + 1,
    updated_at: dateAt(deps.clock)
  }
  await updateSessionRow(tx, room.id, columns)
  await noteUses(tx, { session_id: room.id }, room.user_id, textsOf(columns), textsOf(room))
  const { status, started_at, ended_at } = state
  record(room.id, { type: 'update', data: { status, started_at, ended_at, content: columns.content, reload: true } })
}
