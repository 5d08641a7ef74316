/** Logs that members make in a session, on a goal of its plan or freely (D-86). */
import { findTask } from '../../domain/activities/find-task.ts'
import { allow, deny, type Result } from '../../domain/lib/result.ts'
import type { Log } from '../../domain/logs/api.ts'
import { draftLog, type Wish } from '../../domain/logs/draft.ts'
import { totalKey } from '../../domain/logs/logging.ts'
import { templateOf } from '../../domain/session-goals/attach.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import { guestCheck } from '../../domain/sessions/people/guests.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import { tellReminded } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { ownKey, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockCopies } from '../progress/lock-rows.ts'
import { findLogsByKeys, insertLogs, type LogRow, type LogWithNames } from '../progress/log-rows.ts'
import { listOpenInSession } from '../progress/open-log-rows.ts'
import { findParticipants, findPresentUsers, findTotalKeys } from '../progress/participant-rows.ts'
import { applyChanges } from '../progress/totals.ts'
import { logState, toWireLog } from '../progress/wire-log.ts'
import { timesOf } from '../realtime/room-rows.ts'
import { type Decision, type Draft, together } from '../realtime/together.ts'
import { recordEvents } from '../webhooks/event-rows.ts'
import { logEvent, recordTimers, toLogRow, toMember, toOwnGoal, toOwnTimer } from './drafts.ts'
import { WAS_DELETED } from './my-log.ts'
import { tellTimers } from './my-timer-rows.ts'

/** A log that a member makes in a session: on a goal of its plan, or freely. */
export interface RoomWish extends Wish {
  viewer: SignedIn
  taskUuid: string | null
  key: RequestKey | null
}

export interface SessionLog {
  id: number
  log: Log
  challenge_user: Participant | null
  left: number | null
}

/** A log with its names that is not stored yet. */
interface NewLog extends Omit<LogWithNames, 'log'> {
  log: Omit<LogRow, 'id'>
  startsTimer: boolean
}

interface StoredLog extends LogWithNames {
  id: number
}

/**
 * Members log while the session runs or after it (D-86). Logs that arrive in one session at the same moment are stored
 * in one transaction with one event. Each log is refused on its own.
 */
export async function logTogether(
  deps: Dependencies,
  sessionId: number,
  wishes: RoomWish[]
): Promise<Result<SessionLog>[]> {
  /** The people who started a timer on a goal of their own. */
  const started = new Set<string>()
  let logged: readonly LogRow[] = []
  const outcomes = await together(deps, sessionId, wishes, async ({ tx, record, session, people }) => {
    const keys = wishes.flatMap(({ viewer, key }) => (key ? [{ user_id: viewer.id, key: key.request_key }] : []))
    const tasks = new Set(wishes.flatMap(({ taskUuid }) => taskUuid ?? []))
    const [copies, members, totals, open, earlier] = await Promise.all([
      lockCopies(tx, sessionId, people, [...tasks]),
      findPresentUsers(tx, sessionId, people),
      findTotalKeys(tx, sessionId, people),
      listOpenInSession(tx, sessionId, people),
      findLogsByKeys(tx, keys)
    ])
    const now = deps.clock.now()
    let drafted: NewLog[] = []

    return {
      action: 'log',
      earlier: new Map(earlier.map(row => [ownKey(row.log.user_id, keyOf(row.log)), { row: stored(row), ...row.log }])),

      decide(wish: RoomWish, purse, drafts: readonly Draft<NewLog>[]): Result<Decision<NewLog, StoredLog>> {
        const { viewer, taskUuid } = wish
        const barred = guestCheck(session, deps.config.hut, viewer)
        if (barred) return deny(barred)
        const member = members.get(viewer.id) ?? null
        const mine = drafts.filter(({ user_id }) => user_id === viewer.id)
        const task = taskUuid === null ? null : findTask(session.plan, taskUuid, canHost(viewer, member))
        const copy = copies.find(
          goal => goal.user_id === viewer.id && templateOf(goal.copied_from, sessionId) === taskUuid
        )
        const timers = [
          ...open
            .filter(({ log }) => log.user_id === viewer.id)
            .map(row => ({ log: row.log, as: { stored: stored(row) } })),
          ...mine.map(draft => ({ log: draft.row.log, as: draft }))
        ]
        const used = mine.map(({ row: { log } }) => totalKey(log.task_uuid, log.action))
        const outcome = draftLog(
          {
            place: 'room',
            ...{ room: timesOf(session), taskUuid, task, goal: copy ? toOwnGoal(copy) : null },
            ...{ member: toMember(member), timers: timers.map(toOwnTimer) },
            ...{ totals: new Set([...(totals.get(viewer.id) ?? []), ...used]), purse, now, calendar: viewer }
          },
          wish
        )
        if (!outcome.ok) return outcome
        if (outcome.value.running) return allow(outcome.value.running.found.as)
        const { log, use, startsTimer } = outcome.value
        const row = toLogRow(log, { by: viewer, key: wish.key, now })
        const goal = copy && log.goal_id !== null ? copy : null
        return allow({ user_id: viewer.id, row: { log: row, username: viewer.username, goal, task, startsTimer }, use })
      },

      async insert(rows: NewLog[]) {
        drafted = rows
        const inserted = await insertLogs(
          tx,
          rows.map(({ log }) => log)
        )
        const made = new Map(inserted.map(log => [log.uuid, log]))
        return rows.map(row => {
          const log = made.get(row.log.uuid)
          return log ? stored({ ...row, log }) : null
        })
      },

      async finish(made: StoredLog[]) {
        logged = made.map(({ log }) => log)
        const counted = await applyChanges(
          tx,
          record,
          made.map(({ log }) => ({ log, was: null, is: logState(log) }))
        )
        await recordEvents(
          tx,
          deps,
          made.map(({ log, goal }) => logEvent(log, goal))
        )
        const timers = drafted.filter(({ startsTimer }) => startsTimer)
        recordTimers(
          record,
          sessionId,
          timers.map(({ username }) => username)
        )
        for (const { goal, username } of timers) if (goal) started.add(username)
        const others = people.filter(id => !counted.some(({ user_id }) => user_id === id))
        const rest = await findParticipants(
          tx,
          others.map(user_id => ({ session_id: sessionId, user_id }))
        )
        const found = new Map([...counted, ...rest].map(({ user_id, participant }) => [user_id, participant]))
        return ({ viewer }: RoomWish, row: StoredLog, left: number | null) => {
          if (row.log.deleted_at) return deny(WAS_DELETED)
          // A repeated call returns its log even after the person has left.
          const challenge_user = found.get(viewer.id) ?? null
          return allow({ id: row.id, log: toWireLog(row, now), challenge_user, left })
        }
      }
    }
  })
  if (started.size > 0) tellTimers(deps, [...started])
  await tellReminded(deps, logged)
  return outcomes
}

function stored(row: LogWithNames): StoredLog {
  return { ...row, id: row.log.id }
}

function keyOf({ request_key }: LogRow): { request_key: string } {
  return { request_key: request_key ?? '' }
}
