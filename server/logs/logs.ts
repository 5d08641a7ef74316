/**
 * What a person does with their logs: create, move through the states, change, delete. Each changes the totals that the
 * log counts for (`progress/`). Rows are locked in one order: session, goal, log, balance.
 */
import { randomUUID } from 'node:crypto'
import { JOIN_FIRST } from '../../domain/chat/chat.ts'
import { mayLogOn } from '../../domain/goals/goal.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { allow } from '../../domain/lib/result.ts'
import type { GoalTotals, Log } from '../../domain/logs/api.ts'
import { advanceLog, contribution, createLateLog, dueAt, LogStatus, mayDelete } from '../../domain/logs/log.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import { findTask, logTime, mayLog } from '../../domain/sessions/logging.ts'
import { canHost } from '../../domain/sessions/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { once } from '../lib/idempotency.ts'
import {
  findLog,
  findLogByKey,
  insertLog,
  type LogWithNames,
  listOpenByGoals,
  listOpenByTasks,
  lockLog,
  logColumns,
  logState,
  type NewLog,
  toWireLog,
  updateLogRow
} from '../progress/log-rows.ts'
import { findParticipant, findPresent } from '../progress/participant-rows.ts'
import type { LogRule } from '../progress/progress.ts'
import { count, moveLog, negative } from '../progress/progress.ts'
import { findGoalRow, lockGoal, lockGoalInRoom, toWireTotals } from '../progress/totals.ts'
import { lockRoom, type RecordEvent, type SessionRow, withRoomEvents } from '../realtime/room-rows.ts'
import { advanceIfLate } from '../sessions/session-rows.ts'
import { spend } from '../tokens/ledger-rows.ts'

interface LogFields {
  amount?: number | null | undefined
  distance?: number | null | undefined
  duration?: number | null | undefined
  action?: string | null | undefined
  title?: string | null | undefined
  content?: string | null | undefined
  status?: LogStatus | undefined
  ql_button_uuid?: string | null | undefined
}

/** What a log is about: a goal of mine, or a goal of a session's plan. */
type Subject =
  | { goalId: number; sessionId: number | null; taskUuid: string | null }
  | { goalId: null; sessionId: number; taskUuid: string | null }

/** What came with the call that logs. */
interface Press {
  key: string | null
  /** When the person pressed, in ms since 1970, bounded. */
  doneAt: number
}

interface LogResponse {
  log: Log
  goal: GoalTotals | null
}

/** Logs progress on a goal of mine (LOG-28, LOG-30). */
export async function logGoal(
  deps: Dependencies,
  viewer: SignedIn,
  goalId: number,
  fields: LogFields,
  { key, doneAt }: Press
): Promise<LogResponse & { left: number | null }> {
  const { log, left } = await addOnce(deps, viewer, key, async (tx, record) => {
    const goal = await lockGoalInRoom(tx, viewer.id, goalId)
    const may = mayLogOn(goal)
    if (!may.ok) refuse(may.refusal)
    const running = runningOf(deps, await listOpenByGoals(tx, [goal.id]), fields.ql_button_uuid)
    if (running) return { id: running, left: null }
    const subject = { goalId: goal.id, sessionId: goal.session_id, taskUuid: goal.task_uuid }
    const isLate = goal.session_id !== null && doneAt < deps.clock.now()
    const room = isLate ? await advanceIfLate(deps, tx, record, await lockRoom(tx, goal.session_id as number)) : null
    const made = { key, madeAt: doneAt, end: room ? endOf(room) : null }
    return addLog(deps, tx, record, viewer, subject, { ...fields, action: fields.action ?? goal.action }, made)
  })
  return { ...(await toResponse(deps, log)), left }
}

interface SessionLog {
  id: number
  log: Log
  challenge_user: Participant
  left: number | null
}

/** A member logs, on a goal of the plan or freely, while the session runs or after it (D-86). */
export async function logInSession(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  taskUuid: string | null,
  fields: LogFields,
  { key, doneAt }: Press
): Promise<SessionLog> {
  const { log, left } = await addOnce(deps, viewer, key, async (tx, record) => {
    const session = await advanceIfLate(deps, tx, record, await lockRoom(tx, sessionId))
    const member = await findPresent(tx, sessionId, viewer.id)
    const may = mayLog(session, member)
    if (!may.ok) return refuse(may.refusal)
    const [startedAt, joinedAt] = [session.started_at?.getTime() ?? 0, member?.joined_at.getTime() ?? 0]
    const madeAt = logTime({ startedAt }, { joinedAt }, doneAt)
    const task = taskUuid === null ? null : findTask(session.plan, taskUuid, canHost(viewer, member))
    if (taskUuid !== null && !task) refuse(invalid('task_uuid', 'This goal is not part of the session.'))
    const open = fields.ql_button_uuid ? await listOpenByTasks(tx, sessionId, viewer.id) : []
    const running = runningOf(deps, open, fields.ql_button_uuid)
    if (running) return { id: running, left: null }
    return addLog(
      deps,
      tx,
      record,
      viewer,
      { goalId: null, sessionId, taskUuid },
      { ...fields, action: fields.action ?? task?.action ?? '' },
      { key, madeAt, end: endOf(session) }
    )
  })
  const challenge_user = await findParticipant(deps.db, sessionId, viewer.id)
  if (!challenge_user) return refuse({ kind: 'forbidden', message: JOIN_FIRST })
  return { id: log.log.id, log: toWireLog(log, deps.clock.now()), challenge_user, left }
}

/** Runs `make` once for a key: a second call returns the log that the first one made. */
async function addOnce(
  deps: Dependencies,
  viewer: SignedIn,
  key: string | null,
  make: (tx: Transaction, record: RecordEvent) => Promise<{ id: number; left: number | null }>
): Promise<{ log: LogWithNames; left: number | null }> {
  const find = async (known: string) => {
    const log = await findLogByKey(deps.db, viewer.id, known)
    return log && { log, left: null }
  }
  return once(key, 'logs_request', find, async () => {
    const { id, left } = await withRoomEvents(deps, make)
    return { log: await getLogRow(deps.db, viewer.id, id), left }
  })
}

/**
 * Inserts, counts and charges one log, inside the caller's transaction.
 * @param made when it was made, and when its session ended (ms since 1970); null while that runs and without one
 */
async function addLog(
  { clock }: Dependencies,
  tx: Transaction,
  record: RecordEvent,
  viewer: SignedIn,
  subject: Subject,
  fields: LogFields,
  { key, madeAt, end }: { key: string | null; madeAt: number; end: number | null }
): Promise<{ id: number; left: number }> {
  const now = dateAt(clock)
  const state = createLateLog(
    {
      status: fields.status ?? LogStatus.Active,
      duration: fields.duration || null,
      amount: fields.amount ?? null,
      distance: fields.distance ?? null
    },
    madeAt,
    clock.now(),
    end
  )
  const row = await insertLog(tx, {
    ...logColumns(state, dueAt(state)),
    uuid: randomUUID(),
    user_id: viewer.id,
    goal_id: subject.goalId,
    session_id: subject.sessionId,
    task_uuid: subject.taskUuid,
    ql_button_uuid: fields.ql_button_uuid ?? null,
    title: fields.title ?? '',
    content: fields.content ?? '',
    action: fields.action ?? '',
    request_key: key,
    created_at: new Date(madeAt),
    updated_at: now
  })
  await count(tx, record, [{ log: row, by: contribution(state), logs: 1 }])
  const left = await spend(tx, viewer.id, 'log', { ids: [row.id], inSession: false }, now)
  return { id: row.id, left }
}

/** When a session ended, in ms since 1970; null while it runs. */
function endOf({ status, ended_at }: SessionRow): number | null {
  return status === SessionStatus.Ended ? (ended_at?.getTime() ?? null) : null
}

/** Moves one of my logs through its states by a rule of the domain; the response is how it stands then. */
export async function changeMyLog(
  deps: Dependencies,
  viewer: SignedIn,
  id: number,
  rule: LogRule,
  change: Partial<NewLog> = {}
): Promise<LogResponse> {
  const { log } = await getLogRow(deps.db, viewer.id, id)
  await withRoomEvents(deps, async (tx, record) => {
    const room = log.session_id ? await advanceIfLate(deps, tx, record, await lockRoom(tx, log.session_id)) : null
    if (log.goal_id) await lockGoal(tx, viewer.id, log.goal_id)
    // A timer of a session runs as one may log there.
    const runs = room ? mayLog(room, await findPresent(tx, room.id, viewer.id)) : allow(true)
    const inRoom: LogRule = (state, now) => {
      const outcome = rule(state, now)
      const starts = outcome.ok && outcome.value.status === LogStatus.Active && state.status !== LogStatus.Active
      return starts && !runs.ok ? runs : outcome
    }
    await moveLog(tx, record, id, inRoom, deps.clock.now(), change)
  })
  return toResponse(deps, await getLogRow(deps.db, viewer.id, id))
}

/** Only a log that is not running can be deleted; what it counted is taken back, its charge is not (D-131). */
export async function deleteLog(deps: Dependencies, viewer: SignedIn, id: number): Promise<GoalTotals | null> {
  const { log } = await getLogRow(deps.db, viewer.id, id)
  await withRoomEvents(deps, async (tx, record) => {
    if (log.session_id) await lockRoom(tx, log.session_id)
    if (log.goal_id) await lockGoal(tx, viewer.id, log.goal_id)
    const row = (await lockLog(tx, id)) ?? refuse({ kind: 'notFound' })
    const state = advanceLog(logState(row), deps.clock.now())
    const may = mayDelete(state)
    if (!may.ok) refuse(may.refusal)
    await count(tx, record, [{ log: row, by: negative(contribution(logState(row))), logs: -1 }])
    const now = dateAt(deps.clock)
    await updateLogRow(tx, id, { deleted_at: now, updated_at: now, due_at: null })
  })
  return log.goal_id === null ? null : totalsOf(deps, viewer.id, log.goal_id)
}

/** The open timer of a button among these logs: pressing it in a second tab starts no second one. */
function runningOf(
  { clock }: Dependencies,
  open: LogWithNames[],
  buttonUuid: string | null | undefined
): number | null {
  const pressed = open.find(
    ({ log }) => log.ql_button_uuid === buttonUuid && advanceLog(logState(log), clock.now()).status !== LogStatus.Done
  )
  return buttonUuid && pressed ? pressed.log.id : null
}

async function getLogRow(db: Database, userId: number, id: number): Promise<LogWithNames> {
  return (await findLog(db, userId, id)) ?? refuse({ kind: 'notFound' })
}

async function toResponse(deps: Dependencies, row: LogWithNames): Promise<LogResponse> {
  const goal = row.log.goal_id === null ? null : await totalsOf(deps, row.log.user_id, row.log.goal_id)
  return { log: toWireLog(row, deps.clock.now()), goal }
}

async function totalsOf({ db, clock }: Dependencies, userId: number, goalId: number): Promise<GoalTotals | null> {
  const goal = await findGoalRow(db, userId, goalId)
  return goal ? toWireTotals(goal, await listOpenByGoals(db, [goalId]), clock.now()) : null
}
