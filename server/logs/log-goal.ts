/** Logs on a goal of mine, alone or in a session. Rows are locked in one order: session, goal, balance, days. */
import { refuse } from '../../domain/lib/refusal.ts'
import { draftLog, type Wish } from '../../domain/logs/draft.ts'
import { isOver, type Room } from '../../domain/logs/logging.ts'
import { sessionOf } from '../../domain/session-goals/attach.ts'
import { tellReminded } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { once, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findGoalRow, lockGoal, NO_SUCH_GOAL } from '../progress/goal-rows.ts'
import { findLogByKey, insertLog, type LogWithNames } from '../progress/log-rows.ts'
import { listOpenByGoals, listOpenInSession } from '../progress/open-log-rows.ts'
import { findPresent, findTotalKeys } from '../progress/participant-rows.ts'
import { applyChanges, taskOf } from '../progress/totals.ts'
import { logState } from '../progress/wire-log.ts'
import { timesOf } from '../realtime/room-rows.ts'
import { lockBalance } from '../tokens/balance-rows.ts'
import { charge } from '../tokens/ledger-rows.ts'
import { recordEvents } from '../webhooks/event-rows.ts'
import { logEvent, recordTimers, toLogRow, toMember, toOwnGoal, toOwnTimer } from './drafts.ts'
import { getLogRow, type LogResponse, toResponse, WAS_DELETED } from './my-log.ts'
import { tellTimers } from './my-timer-rows.ts'

/**
 * Logs progress on a goal of mine: for me alone (LOG-28, LOG-30), or in the session that it is attached to (LOG-31,
 * D-138).
 * @param place where it was made: a session's id, or null for the session that the goal is attached to
 */
export async function logGoal(
  deps: Dependencies,
  viewer: SignedIn,
  goalId: number,
  wish: Wish & { key: RequestKey | null },
  place: 'alone' | { session: number | null } = 'alone'
): Promise<LogResponse & { left: number | null }> {
  const { db } = deps
  const find = async (known: string) => {
    const row = await findLogByKey(db, viewer.id, known)
    return row && { row, request_digest: row.log.request_digest }
  }
  const show = async ({ row }: { row: LogWithNames }) => {
    if (row.log.deleted_at) refuse(WAS_DELETED)
    return { ...(await toResponse(deps, db, viewer, row)), left: null as number | null }
  }
  return once(wish.key, 'logs_request', find, show, async () => {
    const found = place === 'alone' || place.session === null ? await findGoalRow(db, viewer.id, goalId) : null
    const madeIn =
      place === 'alone' ? sessionOf(found?.copied_from ?? null) : (place.session ?? found?.session_id ?? null)
    let startsTimer = false
    const made = await deps.rooms.transact(madeIn, async (tx, record) => {
      const session = madeIn === null ? null : await deps.rooms.lock(tx, record, madeIn)
      const goal = (await lockGoal(tx, viewer.id, goalId)) ?? refuse(NO_SUCH_GOAL)
      const times = session && session.cancelled_at === null ? timesOf(session) : null
      const room = times && !isOver(times, wish.doneAt) ? times : null
      const [ofGoal, inRoom, purse] = await Promise.all([
        listOpenByGoals(tx, [goal.id]),
        readRoom(tx, room, viewer.id),
        lockBalance(tx, viewer.id, deps)
      ])
      const now = deps.clock.now()
      const elsewhere = ofGoal.filter(({ log }) => log.session_id !== room?.id)
      const drafted = draftLog(
        {
          place: place === 'alone' ? 'alone' : 'attached',
          ...{ goal: toOwnGoal(goal), room, taskUuid: session && taskOf(session, goal) },
          ...{ member: inRoom.member, timers: [...elsewhere, ...inRoom.open].map(toOwnTimer), totals: inRoom.totals },
          ...{ purse, now, calendar: viewer }
        },
        wish
      )
      if (!drafted.ok) return refuse(drafted.refusal)
      const draft = drafted.value
      if (draft.running) return { ...(await toResponse(deps, tx, viewer, draft.running.found)), left: null }
      const row = await insertLog(tx, toLogRow(draft.log, { by: viewer, key: wish.key, now }))
      await charge(tx, 'log', [{ userId: viewer.id, bucket: draft.use.bucket, subjectId: row.id }], new Date(now))
      await applyChanges(tx, record, [{ log: row, was: null, is: logState(row) }])
      await recordEvents(tx, deps, [logEvent(row, goal)])
      startsTimer = draft.startsTimer
      if (row.session_id !== null && startsTimer) recordTimers(record, row.session_id, [viewer.username])
      return { ...(await toResponse(deps, tx, viewer, await getLogRow(tx, viewer.id, row.id))), left: draft.use.left }
    })
    if (startsTimer) tellTimers(deps, [viewer.username])
    await tellReminded(deps, [{ user_id: viewer.id, goal_id: goalId }])
    return made
  })
}

/** A person's membership, open timers and totals in a session. */
async function readRoom(tx: Transaction, room: Room | null, userId: number) {
  if (!room) return { member: null, open: [], totals: new Set<string>() }
  const [member, open, totals] = await Promise.all([
    findPresent(tx, room.id, userId),
    listOpenInSession(tx, room.id, [userId]),
    findTotalKeys(tx, room.id, [userId])
  ])
  return { member: toMember(member), open, totals: totals.get(userId) ?? new Set<string>() }
}
