/** Goals in a session: copying templates, attaching own goals, ticking checklists (D-101, D-102, D-96). */

import { findTask } from '../../domain/activities/find-task.ts'
import type { Goal } from '../../domain/goals/api.ts'
import { invalid, JOIN_FIRST, refuse } from '../../domain/lib/refusal.ts'
import type { MemberGoal, Template } from '../../domain/session-goals/api.ts'
import { attachTo, copyKey } from '../../domain/session-goals/attach.ts'
import type { Session } from '../../domain/sessions/api.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { addGoals, getGoal } from '../goals/goals.ts'
import { dateAt } from '../lib/clock.ts'
import { readId } from '../lib/id.ts'
import type { Slice } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listLogsOfAttached } from '../logs/listed-rows.ts'
import { lockGoal } from '../progress/goal-rows.ts'
import { findOpenByGoals } from '../progress/open-log-rows.ts'
import { findPresent, type ParticipantRow } from '../progress/participant-rows.ts'
import { taskOf } from '../progress/totals.ts'
import { toWireTotals } from '../progress/wire-log.ts'
import { attachGoal, findCopies, listMemberGoals } from './queries.ts'

const LOGS_SHOWN = 5
export const NOT_IN_PLAN = 'This goal isn’t part of the session.'

/** The goals of the plan that the viewer may see, each with the viewer's open copy. */
export async function listTemplates(
  deps: Dependencies,
  viewer: SignedIn | null,
  session: Session
): Promise<Template[]> {
  const tasks = session.tasks.flatMap(group => group.parts)
  const copies = viewer ? await findCopies(deps.db, viewer.id, session.id) : null
  return tasks.map(task => ({ ...task, my_goal_id: copies?.get(task.uuid)?.id ?? null }))
}

/** Goals that members attached to the session, with their newest logs there. */
export async function listGoalsOfMembers(
  deps: Dependencies,
  viewer: SignedIn | null,
  { sessionId, isHost }: { sessionId: number; isHost: boolean },
  slice: Slice
): Promise<MemberGoal[]> {
  const rows = await listMemberGoals(deps.db, { sessionId, viewerId: viewer?.id ?? null, isHost }, slice)
  const goalIds = rows.map(({ goal }) => goal.id)
  const [open, logs] = await Promise.all([
    findOpenByGoals(deps.db, goalIds),
    listLogsOfAttached(deps, { sessionId, goalIds, viewerId: viewer?.id ?? null, each: LOGS_SHOWN })
  ])
  return rows.map(({ goal, username }) => {
    const totals = toWireTotals(goal, open.get(goal.id) ?? [], deps.clock.now())
    return {
      id: goal.id,
      uuid: goal.uuid,
      title: goal.title,
      username,
      status: goal.status,
      action: goal.action,
      unit: goal.unit,
      amount: goal.amount,
      distance: goal.distance,
      duration: goal.duration,
      amount_elapsed: totals.amount_elapsed,
      distance_elapsed: totals.distance_elapsed,
      duration_elapsed: totals.duration_elapsed,
      completed_at: goal.completed_at?.toISOString() ?? null,
      logs: logs.filter(log => log.goal_id === goal.id)
    }
  })
}

/**
 * Copies a template for one use. An open copy is returned again, and attached again for someone who rejoined (D-102).
 */
export async function copyTemplate(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  taskUuid: string
): Promise<{ goal: Goal; left: number | null }> {
  const { id, left } = await deps.rooms.change(sessionId, async (tx, _record, session) => {
    const member = await requireMember(tx, sessionId, viewer)
    const task = findTask(session.plan, taskUuid, canHost(viewer, member)) ?? refuse(invalid('goalUuid', NOT_IN_PLAN))
    const copy = (await findCopies(tx, viewer.id, sessionId)).get(taskUuid)
    // A session that has ended holds no goals (D-138).
    const isOver = session.status === SessionStatus.Ended
    if (copy) {
      if (copy.session_id === null && !isOver) await attachGoal(tx, copy.id, sessionId, taskUuid, dateAt(deps.clock))
      return { id: copy.id, left: null }
    }
    const list = task.list.map(item => ({ ...item, done: 0 as const }))
    const input = { ...task, list, started_at: null, ended_at: null, is_limit: 0 as const, repeats: null }
    const attached = isOver ? {} : { session_id: sessionId, task_uuid: taskUuid }
    const extra = { ...attached, copied_from: copyKey(sessionId, taskUuid) }
    const { goals, left } = await addGoals(deps, tx, viewer, [{ input, extra }])
    const [goal] = goals
    if (!goal) throw new Error('no goal was made')
    return { id: goal.id, left }
  })
  return { goal: await getGoal(deps, viewer, String(id)), left }
}

/** Attaches a goal of mine, which is free. Attaching it twice changes nothing (D-101). */
export async function attachMyGoal(deps: Dependencies, viewer: SignedIn, sessionId: number, id: string): Promise<Goal> {
  await deps.rooms.change(sessionId, async (tx, _record, session) => {
    await requireMember(tx, sessionId, viewer)
    const goal = (await lockGoal(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    const outcome = attachTo(session, goal)
    if (!outcome.ok) return refuse(outcome.refusal)
    if (outcome.value === 'already') return
    await attachGoal(tx, goal.id, sessionId, taskOf(session, goal), dateAt(deps.clock))
  })
  return getGoal(deps, viewer, id)
}

async function requireMember(tx: Transaction, sessionId: number, viewer: SignedIn): Promise<ParticipantRow> {
  return (await findPresent(tx, sessionId, viewer.id)) ?? refuse({ kind: 'forbidden', message: JOIN_FIRST })
}
