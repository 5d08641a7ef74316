/** One of my logs, as calls return it: with the totals of its goal. */
import { dayOf } from '../../domain/lib/day.ts'
import { type Refusal, refuse } from '../../domain/lib/refusal.ts'
import type { Log } from '../../domain/logs/api.ts'
import type { GoalTotals } from '../../domain/logs/goal-totals.ts'
import { isOpenTimer } from '../../domain/logs/log.ts'
import type { Used } from '../../domain/logs/logging.ts'
import type { Handle, Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findGoalRow } from '../progress/goal-rows.ts'
import { findClean, findPeriods } from '../progress/history-rows.ts'
import { findLog, type LogWithNames } from '../progress/log-rows.ts'
import { listOpenByGoals, listOpenInSession } from '../progress/open-log-rows.ts'
import { findTotalKeys } from '../progress/participant-rows.ts'
import { logState, toWireLog, toWireTotals } from '../progress/wire-log.ts'

export interface LogResponse {
  log: Log
  goal: GoalTotals | null
}

/** A retry must not bring back a log that was deleted meanwhile. */
export const WAS_DELETED: Refusal = { kind: 'notFound', message: 'This log was deleted.' }

/** My log; 404 for someone else's and for a deleted one. */
export async function getLogRow(db: Handle, userId: number, id: number): Promise<LogWithNames> {
  return (await findLog(db, userId, id)) ?? refuse({ kind: 'notFound' })
}

/** Reads in the transaction of the change, so that the response shows that change. */
export async function toResponse(
  deps: Dependencies,
  db: Handle,
  viewer: SignedIn,
  row: LogWithNames
): Promise<LogResponse> {
  const goal = row.log.goal_id === null ? null : await totalsOf(deps, db, viewer, row.log.goal_id)
  return { log: toWireLog(row, deps.clock.now()), goal }
}

/** The totals of a goal of mine; null once it is deleted. */
export async function totalsOf(
  { clock }: Dependencies,
  db: Handle,
  viewer: SignedIn,
  goalId: number
): Promise<GoalTotals | null> {
  const goal = await findGoalRow(db, viewer.id, goalId)
  if (!goal) return null
  const now = clock.now()
  const periods = await findPeriods(db, [goal], dayOf(now, viewer))
  const clean = (await findClean(db, [goal], viewer)).get(goalId)
  return toWireTotals(goal, await listOpenByGoals(db, [goalId]), now, { period: periods.get(goalId), clean })
}

/** The open timers and totals that a person already has in a session. */
export async function usedBy(tx: Transaction, sessionId: number, userId: number, now: number): Promise<Used> {
  const [open, totals] = await Promise.all([
    listOpenInSession(tx, sessionId, [userId]),
    findTotalKeys(tx, sessionId, [userId])
  ])
  const timers = open.filter(({ log }) => isOpenTimer(logState(log), now)).length
  return { timers, totals: totals.get(userId) ?? new Set() }
}
