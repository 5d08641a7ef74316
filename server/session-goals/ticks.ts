/** Ticks items of goals in sessions, for the person and for the room. */
import { findTask } from '../../domain/activities/find-task.ts'
import { isOpenGoal } from '../../domain/goals/goal.ts'
import { own } from '../../domain/lib/own.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { countsOnBoth, mayLog } from '../../domain/logs/logging.ts'
import { type Ticks, tickChanges, tickedOf } from '../../domain/session-goals/attach.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import { guestCheck } from '../../domain/sessions/people/guests.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findGoalRow, type GoalRow, lockGoal } from '../progress/goal-rows.ts'
import { lockCopies } from '../progress/lock-rows.ts'
import { findParticipant, findPresent } from '../progress/participant-rows.ts'
import { recordProgress, taskOf } from '../progress/totals.ts'
import { type RecordEvent, type SessionRow, timesOf } from '../realtime/room-rows.ts'
import { saveList, saveTicks } from './queries.ts'
import { NOT_IN_PLAN } from './session-goals.ts'

/** Ticks items of a goal of mine. Returns all ticked items. */
export async function tickGoal(deps: Dependencies, viewer: SignedIn, goalId: number, ticks: Ticks): Promise<string[]> {
  const attachedTo = (await findGoalRow(deps.db, viewer.id, goalId))?.session_id ?? null
  return deps.rooms.transact(attachedTo, async (tx, record) => {
    const room = attachedTo === null ? null : await deps.rooms.lock(tx, record, attachedTo)
    const goal = (await lockGoal(tx, viewer.id, goalId)) ?? refuse({ kind: 'notFound' })
    const { before, ticked } = await tickList(deps, tx, goal, ticks)
    const task = room && findTask(room.plan, taskOf(room, goal) ?? '', true)
    if (room && task && (await isOnBoth(deps, tx, room, goal))) {
      await tickForPerson(tx, record, { room, viewer, task }, { changes: tickChanges(before, ticked) })
    }
    return ticked
  })
}

async function tickList({ clock }: Dependencies, tx: Transaction, goal: GoalRow, ticks: Ticks) {
  const before = goal.list.filter(item => item.done).map(({ uuid }) => uuid)
  const ticked = tickedOf(goal.list, ticks, before)
  const list = goal.list.map(item => ({ ...item, done: ticked.includes(item.uuid) ? (1 as const) : (0 as const) }))
  if (list.some((item, index) => item.done !== goal.list[index]?.done)) {
    await saveList(tx, goal, list, dateAt(clock))
  }
  return { before, ticked }
}

/** Whether ticks on a copy and on its goal in the room apply to both (docs/decisions/0034). */
async function isOnBoth({ clock }: Dependencies, tx: Transaction, room: SessionRow, copy: GoalRow): Promise<boolean> {
  const member = await findPresent(tx, room.id, copy.user_id)
  const isOpen = isOpenGoal(copy)
  return room.cancelled_at === null && countsOnBoth(timesOf(room), { ...copy, isOpen }, member, { at: clock.now() })
}

/** Ticks items of a goal of the plan for one participant. Like logging, this needs a started session (D-86). */
export async function tickTask(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  taskUuid: string,
  ticks: Ticks
): Promise<{ items: string[]; challenge_user: Participant }> {
  return deps.rooms.change(sessionId, async (tx, record, session) => {
    const member = await findPresent(tx, sessionId, viewer.id)
    const may = mayLog(timesOf(session), member)
    if (!may.ok) refuse(may.refusal)
    const barred = guestCheck(session, deps.config.hut, viewer)
    if (barred) refuse(barred)
    const task = findTask(session.plan, taskUuid, canHost(viewer, member)) ?? refuse(invalid('goal_id', NOT_IN_PLAN))
    const [copy] = await lockCopies(tx, sessionId, [viewer.id], [taskUuid])
    const { before, items, challenge_user } = await tickForPerson(tx, record, { room: session, viewer, task }, ticks)
    if (copy && (await isOnBoth(deps, tx, session, copy))) {
      await tickList(deps, tx, copy, { changes: tickChanges(before, items) })
    }
    return { items, challenge_user }
  })
}

/** Ticks a goal of the plan for one participant. */
async function tickForPerson(
  tx: Transaction,
  record: RecordEvent,
  { room, viewer, task }: { room: SessionRow; viewer: SignedIn; task: PlannedTask },
  ticks: Ticks
) {
  const participant = await findParticipant(tx, room.id, viewer.id)
  if (!participant) throw new Error('the participant is gone')
  const before = own(participant.task_totals, task.uuid)?.list_progress ?? []
  const items = tickedOf(task.list, ticks, before)
  // Ticking the same items again changes nothing, so no event is recorded.
  if (JSON.stringify(before) === JSON.stringify(items)) return { before, items, challenge_user: participant }
  await saveTicks(tx, { sessionId: room.id, userId: viewer.id, task, items })
  const counted = { session_id: room.id, user_id: viewer.id, task_uuid: task.uuid, action: task.action }
  const [found] = await recordProgress(tx, record, [counted])
  return { before, items, challenge_user: found?.participant ?? participant }
}

type PlannedTask = SessionRow['plan']['tasks'][number]['parts'][number]
