/** What ends logs besides their owner: their time, their goal, their session. */

import { LogStatus } from '../../domain/goals/goal.ts'
import { allow } from '../../domain/lib/result.ts'
import { advanceLog, type Contribution, completeLog, contribution, resetLog, stopLog } from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { lockGoal } from '../goals/progress.ts'
import { dateAt } from '../lib/clock.ts'
import { type RecordEvent, withRoomEvents } from '../realtime/room-events.ts'
import { addToRoom, lockRoom, recordProgress } from '../sessions/room-totals.ts'
import { deleteLogsByGoal, findLog, listDueLogs, listInRoomsByGoal, listOpenIds } from './queries.ts'
import type { LogRow } from './rows.ts'
import { stateOf } from './to-wire.ts'
import { move, negative } from './transition-log.ts'

/** Completes what still runs on a goal, whose row the caller has locked (D-50). */
export async function finishLogsOfGoal(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  goalId: number
): Promise<void> {
  for (const id of await listOpenIds(tx, { goalId })) await move(deps, tx, record, id, completeLog)
}

/**
 * Ends what still runs in a session that the caller has locked: for one person who leaves or is done, or for all.
 * @param at when it ended, for a session whose end is noticed late
 */
export async function haltLogsOfSession(
  deps: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  where: { sessionId: number; userId: number | null },
  how: 'complete' | 'stop' | 'reset',
  at = deps.clock.now()
): Promise<void> {
  const then = { clock: { ...deps.clock, now: () => at } }
  for (const id of await listOpenIds(tx, where)) {
    await move(then, tx, record, id, (state, now) => {
      if (state.status === LogStatus.Done || state.started_at === null) return allow(state)
      if (how === 'reset') return allow(resetLog(state))
      return how === 'complete' ? completeLog(state, now) : stopLog(state, now)
    })
  }
}

/** Deletes them all and takes what they counted out of their rooms, which the caller has locked, like the goal. */
export async function deleteLogsOfGoal(tx: Transaction, record: RecordEvent, goalId: number, now: Date): Promise<void> {
  const people = new Map<number, number>()
  for (const { log, logs, ...sum } of sumsInRooms(await listInRoomsByGoal(tx, goalId))) {
    await addToRoom(tx, { ...log, session_id: log.session_id as number }, negative(sum), -logs)
    people.set(log.session_id as number, log.user_id)
  }
  await deleteLogsByGoal(tx, goalId, now)
  for (const [room, userId] of people) await recordProgress(tx, record, room, userId)
}

/** What these logs counted, by room, goal of the plan and action; `log` is any of the group. */
function sumsInRooms(rows: LogRow[]): (Contribution & { log: LogRow; logs: number })[] {
  const sums = new Map<string, Contribution & { log: LogRow; logs: number }>()
  for (const log of rows) {
    const key = JSON.stringify([log.session_id, log.task_uuid, log.action])
    const sum = sums.get(key) ?? { log, logs: 0, amount: 0, distance: 0, duration: 0 }
    const { amount, distance, duration } = contribution(stateOf(log))
    sums.set(key, {
      log,
      logs: sum.logs + 1,
      amount: sum.amount + amount,
      distance: sum.distance + distance,
      duration: sum.duration + duration
    })
  }
  return [...sums.values()]
}

/** Completes the timers that have run out; a second run, or a second node, finds nothing left to do. */
export async function finishDueLogs(deps: Dependencies): Promise<void> {
  const failures: unknown[] = []
  for (const { id, user_id } of await listDueLogs(deps.db, dateAt(deps.clock), 200)) {
    // One that fails must not keep the others waiting.
    await finishLog(deps, user_id, id).catch(error => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} logs could not be finished`)
}

async function finishLog(deps: Dependencies, userId: number, id: number): Promise<void> {
  const found = await findLog(deps.db, userId, id)
  // Deleted meanwhile.
  if (!found) return
  const { log } = found
  await withRoomEvents(deps, async (tx, record) => {
    if (log.session_id) await lockRoom(tx, log.session_id)
    if (log.goal_id) await lockGoal(tx, userId, log.goal_id)
    await move(deps, tx, record, id, (state, now) => allow(advanceLog(state, now)))
  })
}
