/** Deletes and restores one of my logs. Rows are locked in one order: session, goal, log, balance, days. */
import { refuse } from '../../domain/lib/refusal.ts'
import { allow } from '../../domain/lib/result.ts'
import type { GoalTotals } from '../../domain/logs/goal-totals.ts'
import { advanceLog, mayDelete } from '../../domain/logs/log.ts'
import { mayAdd, totalKey } from '../../domain/logs/logging.ts'
import { tellReminded } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoal, NO_SUCH_GOAL } from '../progress/goal-rows.ts'
import { findLog, lockLog, restoreLogRow, updateLogRow } from '../progress/log-rows.ts'
import { applyChanges } from '../progress/totals.ts'
import { logState } from '../progress/wire-log.ts'
import { chargeRestored, giveBack } from '../tokens/undo-rows.ts'
import { getLogRow, type LogResponse, toResponse, totalsOf, usedBy } from './my-log.ts'

/**
 * Deletes a log that is not running. Its counts are subtracted. Its charge comes back only within 30 seconds (D-131);
 * `left` is null where it doesn't.
 */
export async function deleteLog(
  deps: Dependencies,
  viewer: SignedIn,
  id: number
): Promise<{ goal: GoalTotals | null; left: number | null }> {
  const { log } = await getLogRow(deps.db, viewer.id, id)
  const deleted = await deps.rooms.transact(log.session_id, async (tx, record) => {
    if (log.session_id) await deps.rooms.lock(tx, record, log.session_id)
    if (log.goal_id) await lockGoal(tx, viewer.id, log.goal_id)
    const row = (await lockLog(tx, id)) ?? refuse({ kind: 'notFound' })
    const state = advanceLog(logState(row), deps.clock.now())
    const may = mayDelete(state)
    if (!may.ok) refuse(may.refusal)
    const now = dateAt(deps.clock)
    const left = await giveBack(tx, deps, viewer.id, id, now)
    await applyChanges(tx, record, [{ log: row, was: logState(row), is: null }])
    await updateLogRow(tx, id, { deleted_at: now, updated_at: now, due_at: null })
    return { goal: log.goal_id === null ? null : await totalsOf(deps, tx, viewer, log.goal_id), left }
  })
  await tellReminded(deps, [log])
  return deleted
}

/** How long deleted logs are kept (D-47). */
const KEPT_MS = 30 * 86_400_000

/**
 * Restores a deleted log, which then counts again, and costs its use again where that was given back. A log that is not
 * deleted stays as it is.
 */
export async function restoreLog(
  deps: Dependencies,
  viewer: SignedIn,
  id: number
): Promise<LogResponse & { left: number | null }> {
  const { log } = (await findLog(deps.db, viewer.id, id, true)) ?? refuse({ kind: 'notFound' })
  const restored = await deps.rooms.transact(log.session_id, async (tx, record) => {
    const room = log.session_id ? await deps.rooms.lock(tx, record, log.session_id) : null
    // Logs are deleted and restored with their goal.
    if (log.goal_id && !(await lockGoal(tx, viewer.id, log.goal_id))) refuse(NO_SUCH_GOAL)
    const now = dateAt(deps.clock)
    const used = room && (await usedBy(tx, room.id, viewer.id, now.getTime()))
    let left: number | null = null
    const row = await restoreLogRow(tx, id, new Date(now.getTime() - KEPT_MS), now)
    if (row) {
      const fits = used ? mayAdd(used, { isOpenTimer: false, total: totalKey(row.task_uuid, row.action) }) : allow(true)
      if (!fits.ok) refuse(fits.refusal)
      left = await chargeRestored(tx, deps, viewer.id, id, now)
      await applyChanges(tx, record, [{ log: row, was: null, is: logState(row) }])
    }
    return { ...(await toResponse(deps, tx, viewer, await getLogRow(tx, viewer.id, id))), left }
  })
  await tellReminded(deps, [log])
  return restored
}
