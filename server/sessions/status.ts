/**
 * Moves the status of a session through the rules of `domain/sessions/session.ts`, with its row locked, and leaves the
 * news in the room (SES-065..SES-075, D-82). Asked twice, or on two nodes, the second finds nothing to do.
 */
import { type Stay, stays } from '../../domain/activities/turns.ts'
import type { StayAnswer } from '../../domain/sessions/api.ts'
import { advance, type SessionState, SessionStatus } from '../../domain/sessions/session.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf } from '../lib/stored-date.ts'
import { haltLogsOfSession } from '../logs/finish-logs.ts'
import { type RecordEvent, withRoomEvents } from '../realtime/room-events.ts'
import { listStays } from './participants.ts'
import { updateSessionRow } from './queries.ts'
import { lockRoom, type SessionRow } from './room-totals.ts'

/** The row as it should be by now: what was due has happened when this returns. The caller holds the room's lock. */
export async function advanceIfLate(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  row: SessionRow
): Promise<SessionRow> {
  const now = deps.clock.now()
  // Who takes turns says how something begins, not whether: it is read when something is due.
  if (!isLate(row, now)) return row
  const { session } = advance(stateOf(row), now, await staysOf(tx, row))
  return saveStatus(deps, tx, record, row, session)
}

/** The same for a session by id, in a transaction of its own. */
export async function advanceSession(deps: Dependencies, id: number): Promise<void> {
  await withRoomEvents(deps, async (tx, record) => {
    await advanceIfLate(deps, tx, record, await lockRoom(tx, id))
  })
}

/** Whether a read has found a status that is late (D-82). */
export function isLate(row: SessionRow, now: number): boolean {
  return advance(stateOf(row), now).events.length > 0
}

/** Saves what a rule made of a session and tells the room. What still runs in it stops with it. */
export async function saveStatus(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  row: SessionRow,
  state: SessionState
): Promise<SessionRow> {
  const change = {
    status: state.status,
    started_at: dateOf(state.started_at),
    ended_at: dateOf(state.ended_at),
    is_manually_started: Boolean(state.is_manually_started),
    plan: { ...row.plan, ...state.plan },
    updated_at: dateAt(deps.clock)
  }
  // A start that stays where it was need not be told to everybody's list (D-55).
  const { started_at, ...others } = change
  const isMoved = started_at?.getTime() !== row.started_at?.getTime()
  await updateSessionRow(tx, row.id, isMoved ? change : others)
  if (state.status === SessionStatus.Ended) {
    // At its end, not when it was noticed: a timer adds no time after it.
    const at = change.ended_at?.getTime()
    await haltLogsOfSession(deps, tx, record, { sessionId: row.id, userId: null }, 'stop', at)
  }
  record(row.id, {
    type: 'update',
    data: { status: state.status, started_at: state.started_at, ended_at: state.ended_at, reload: true }
  })
  return { ...row, ...change }
}

/** A row as the rules see it. */
export function stateOf(row: SessionRow): SessionState {
  return {
    status: row.status,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    duration: row.duration,
    is_manually_started: row.is_manually_started,
    plan: row.plan
  }
}

/** Who came and went, read only where a part takes turns (D-93). */
export async function staysOf(tx: Database | Transaction, row: Pick<SessionRow, 'id' | 'plan'>): Promise<Stay[]> {
  return stays((await findStays(tx, row)) ?? [])
}

/** The same as it goes over the wire; null where no part takes turns. */
export async function findStays(
  tx: Database | Transaction,
  row: Pick<SessionRow, 'id' | 'plan'>
): Promise<StayAnswer[] | null> {
  const takesTurns = row.plan.parts.some(group => group.parts.some(part => part.per_participant))
  return takesTurns ? listStays(tx, row.id) : null
}
