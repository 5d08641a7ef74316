/** Logs as they are read: mine, those of a goal, those of a session. */
import type { Log } from '../../domain/logs/api.ts'
import type { Database } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { Slice } from '../lib/paging.ts'
import {
  listLogsByGoal,
  listLogsBySession,
  listLogsByUser,
  listNewestByGoals,
  listOpenByGoals,
  listOpenByTasks
} from './queries.ts'
import type { LogWithNames } from './rows.ts'
import { toWireLog } from './to-wire.ts'

export async function listMyLogs({ db, clock }: Dependencies, userId: number, slice: Slice): Promise<Log[]> {
  return (await listLogsByUser(db, userId, slice)).map(row => toWireLog(row, clock.now()))
}

export async function listLogsOfGoal({ db, clock }: Dependencies, goalId: number, slice: Slice): Promise<Log[]> {
  return (await listLogsByGoal(db, goalId, slice)).map(row => toWireLog(row, clock.now()))
}

export async function listLogsOfSession(
  { db, clock }: Dependencies,
  sessionId: number,
  viewerId: number | null,
  slice: Slice
): Promise<Log[]> {
  return (await listLogsBySession(db, sessionId, viewerId, dateAt(clock), slice)).map(row =>
    toWireLog(row, clock.now())
  )
}

/** The newest logs of goals attached to a session; somebody else's only while they are active (D-103). */
export async function listLogsOfAttached(
  { db, clock }: Dependencies,
  where: { sessionId: number; goalIds: number[]; viewerId: number | null; each: number }
): Promise<Log[]> {
  const rows = await listNewestByGoals(db, { ...where, now: dateAt(clock) })
  return rows.map(row => toWireLog(row, clock.now()))
}

/** My running and paused logs on goals of a session's plan. */
export function listOpenLogsOfTasks(db: Database, sessionId: number, userId: number): Promise<LogWithNames[]> {
  return listOpenByTasks(db, sessionId, userId)
}

/** Running and paused logs by goal. */
export async function listOpenLogs(db: Database, goalIds: number[]): Promise<Map<number, LogWithNames[]>> {
  const byGoal = new Map<number, LogWithNames[]>()
  for (const row of await listOpenByGoals(db, goalIds)) {
    const goalId = row.log.goal_id as number
    byGoal.set(goalId, [...(byGoal.get(goalId) ?? []), row])
  }
  return byGoal
}
