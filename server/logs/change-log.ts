/** Changes one of my logs. Rows are locked in one order: session, goal, log, days. */
import { isOpenGoal } from '../../domain/goals/goal.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { allow } from '../../domain/lib/result.ts'
import { isOpenTimer, LogStatus } from '../../domain/logs/log.ts'
import { keepsContent } from '../../domain/logs/log-change.ts'
import { mayAdd, mayLog, mayLogOn, totalKey } from '../../domain/logs/logging.ts'
import { tellReminded } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoal } from '../progress/goal-rows.ts'
import type { LogWithNames, NewLog } from '../progress/log-rows.ts'
import { findPresent } from '../progress/participant-rows.ts'
import { type LogRule, moveLog } from '../progress/progress.ts'
import { logState } from '../progress/wire-log.ts'
import { timesOf } from '../realtime/room-rows.ts'
import { recordTimers } from './drafts.ts'
import { getLogRow, type LogResponse, toResponse, usedBy } from './my-log.ts'
import { tellTimers } from './my-timer-rows.ts'

/** Moves one of my logs through its states by a rule of the domain. Returns the log after the change. */
export async function changeMyLog(
  deps: Dependencies,
  viewer: SignedIn,
  id: number,
  rule: LogRule,
  change: Partial<NewLog> = {}
): Promise<LogResponse> {
  const { log } = await getLogRow(deps.db, viewer.id, id)
  let isMoved = false
  const response = await deps.rooms.transact(log.session_id, async (tx, record) => {
    const now = deps.clock.now()
    const room = log.session_id ? await deps.rooms.lock(tx, record, log.session_id) : null
    const goal = log.goal_id ? await lockGoal(tx, viewer.id, log.goal_id) : null
    // A timer may run only if its person may log on its goal and in its session.
    const onGoal = goal ? mayLogOn({ isOpen: isOpenGoal(goal) }) : allow(true as const)
    const runs = onGoal.ok && room ? mayLog(timesOf(room), await findPresent(tx, room.id, viewer.id)) : onGoal
    const inRoom: LogRule = (state, now) => {
      const outcome = rule(state, now)
      const starts = outcome.ok && outcome.value.status === LogStatus.Active && state.status !== LogStatus.Active
      return starts && !runs.ok ? runs : outcome
    }
    const used = room && (await usedBy(tx, room.id, viewer.id, now))
    const before = await getLogRow(tx, viewer.id, id)
    await moveLog(tx, record, id, inRoom, now, change)
    const after = await getLogRow(tx, viewer.id, id)
    const isOpen = ({ log }: LogWithNames): boolean => isOpenTimer(logState(log), now)
    const more = {
      isOpenTimer: isOpen(after) && !isOpen(before),
      total: totalKey(after.log.task_uuid, after.log.action)
    }
    const fits = used ? mayAdd(used, more) : allow(true)
    const says = keepsContent(before.log, after.log)
    if (!says.ok) refuse(says.refusal)
    isMoved = isOpen(before) || isOpen(after)
    if (room && isMoved) recordTimers(record, room.id, [viewer.username])
    return fits.ok ? toResponse(deps, tx, viewer, after) : refuse(fits.refusal)
  })
  if (isMoved && log.goal_id !== null) tellTimers(deps, [viewer.username])
  await tellReminded(deps, [log])
  return response
}
