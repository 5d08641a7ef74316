/** Completes the timers that have run out. A second run, or a second node, finds none left. */
import { allow } from '../../domain/lib/result.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { lockGoalsOfLogs, lockRoom } from '../progress/lock-rows.ts'
import type { LogRow } from '../progress/log-rows.ts'
import { listDueLogs, lockDueLogs } from '../progress/open-log-rows.ts'
import { moveLogs } from '../progress/progress.ts'

const MOST = 2000

/** Finishes all timers of a room, or of a goal outside rooms, in one transaction. */
export async function finishDueLogs(deps: Dependencies): Promise<void> {
  const failures: unknown[] = []
  const due = await listDueLogs(deps.db, dateAt(deps.clock), MOST)
  const groups = Map.groupBy(due, log => (log.session_id === null ? `goal ${log.goal_id}` : `room ${log.session_id}`))
  for (const group of groups.values()) {
    // A group that fails must not stop the others.
    await finishTogether(deps, group).catch(error => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `could not finish the timers of ${failures.length} rooms or goals`)
}

async function finishTogether(deps: Dependencies, group: LogRow[]): Promise<void> {
  const [first] = group
  if (!first) return
  await deps.rooms.transact(first.session_id, async (tx, record) => {
    if (first.session_id !== null) await lockRoom(tx, first.session_id)
    const ids = group.map(({ id }) => id)
    await lockGoalsOfLogs(tx, ids)
    const now = deps.clock.now()
    await moveLogs(tx, record, await lockDueLogs(tx, ids, new Date(now)), state => allow(state), now)
  })
}
