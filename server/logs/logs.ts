/**
 * Logging progress: made, moved through its states, changed, deleted. Each change of a log changes the running totals
 * of its goal and, in a session, of its participant and room by the difference of `contribution` before and after.
 * Rows are locked in one order: session, goal, log, balance.
 */
import { randomUUID } from 'node:crypto'
import { LogStatus } from '../../domain/goals/goal.ts'
import {
  advanceLog,
  type Contribution,
  completeLog,
  contribution,
  createLog,
  dueAt,
  type LogState,
  resetLog,
  stopLog
} from '../../domain/goals/log.ts'
import { allow, conflict, deny, type Outcome } from '../../domain/lib/outcome.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { GoalTotals, Log } from '../../domain/logs/api.ts'
import { JOIN_FIRST } from '../../domain/sessions/chat.ts'
import { NO_LOGS_YET, SessionStatus } from '../../domain/sessions/session.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Database, Transaction } from '../db/database.ts'
import { lockGoalInRoom } from '../goals/attached.ts'
import { presentTotals } from '../goals/present.ts'
import { addProgress, findGoalRow, lockGoal } from '../goals/progress.ts'
import { dateAt } from '../lib/clock.ts'
import { once } from '../lib/once.ts'
import type { Slice } from '../lib/paging.ts'
import type { House } from '../parts.ts'
import { type RecordNews, withNews } from '../realtime/news.ts'
import { findMembership } from '../sessions/participants.ts'
import { addToRoom, lockRoom, recordProgress, type SessionRow } from '../sessions/totals.ts'
import { spend } from '../tokens/tokens.ts'
import { columnsOf, presentLog, stateOf } from './present.ts'
import {
  deleteLogsByGoal,
  findLog,
  findLogByKey,
  insertLog,
  listDueLogs,
  listInRoomsByGoal,
  listLogsByGoal,
  listLogsBySession,
  listLogsByUser,
  listNewestByGoals,
  listOpenByGoals,
  listOpenByTasks,
  listOpenIds,
  lockLog,
  updateLogRow
} from './queries.ts'
import type { LogRow, LogWithNames, NewLog } from './rows.ts'

export interface LogFields {
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
export type Subject =
  | { goalId: number; sessionId: number | null; taskUuid: string | null }
  | { goalId: null; sessionId: number; taskUuid: string | null }

interface LogAnswer {
  log: Log
  goal: GoalTotals | null
}

/** Logs progress on a goal of mine (LOG-28, LOG-30). */
export async function logGoal(
  house: House,
  viewer: SignedIn,
  goalId: number,
  fields: LogFields,
  key: string | null
): Promise<LogAnswer & { left: number | null }> {
  const { log, left } = await addOnce(house, viewer, key, async (tx, record) => {
    const goal = await lockGoalInRoom(tx, viewer.id, goalId)
    if (goal.status === 2) refuse({ kind: 'conflict', message: 'This goal is completed. Reopen it to log more.' })
    const running = runningOf(house, await listOpenByGoals(tx, [goal.id]), fields.ql_button_uuid)
    if (running) return { id: running, left: null }
    const subject = { goalId: goal.id, sessionId: goal.session_id, taskUuid: goal.task_uuid }
    return addLog(house, tx, record, viewer, subject, { ...fields, action: fields.action ?? goal.action }, key)
  })
  return { ...(await answer(house, log)), left }
}

/** Runs `make` once for a key: a second call answers the log that the first one made. */
export async function addOnce(
  house: House,
  viewer: SignedIn,
  key: string | null,
  make: (tx: Transaction, record: RecordNews) => Promise<{ id: number; left: number | null }>
): Promise<{ log: LogWithNames; left: number | null }> {
  const find = async (known: string) => {
    const log = await findLogByKey(house.db, viewer.id, known)
    return log && { log, left: null }
  }
  return once(key, 'logs_request', find, async () => {
    const { id, left } = await withNews(house, make)
    return { log: await getLogRow(house.db, viewer.id, id), left }
  })
}

/** Inserts, counts and charges one log, inside the caller's transaction. */
export async function addLog(
  { clock }: House,
  tx: Transaction,
  record: RecordNews,
  viewer: SignedIn,
  subject: Subject,
  fields: LogFields,
  key: string | null
): Promise<{ id: number; left: number }> {
  const now = dateAt(clock)
  const state = createLog(
    {
      status: fields.status ?? LogStatus.Active,
      duration: fields.duration || null,
      amount: fields.amount ?? null,
      distance: fields.distance ?? null
    },
    clock.now()
  )
  const row = await insertLog(tx, {
    ...columnsOf(state, dueAt(state)),
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
    created_at: now,
    updated_at: now
  })
  await count(tx, record, row, contribution(state), 1)
  const left = await spend(tx, viewer.id, 'log', { id: row.id, inSession: false }, now)
  return { id: row.id, left }
}

/** Moves one of my logs through its states by a rule of the domain; the answer is how it stands then. */
export async function moveLog(
  house: House,
  viewer: SignedIn,
  id: number,
  rule: (state: LogState, now: number) => Outcome<LogState>,
  change: Partial<NewLog> = {}
): Promise<LogAnswer> {
  const { log } = await getLogRow(house.db, viewer.id, id)
  await withNews(house, async (tx, record) => {
    const room = log.session_id ? await lockRoom(tx, log.session_id) : null
    if (log.goal_id) await lockGoal(tx, viewer.id, log.goal_id)
    const runs = room ? await mayRun(house, tx, room, viewer) : allow(true)
    const inRoom: typeof rule = (state, now) => {
      const outcome = rule(state, now)
      const starts = outcome.ok && outcome.value.status === LogStatus.Active && state.status !== LogStatus.Active
      return starts && !runs.ok ? runs : outcome
    }
    await move(house, tx, record, id, inRoom, change)
  })
  return answer(house, await getLogRow(house.db, viewer.id, id))
}

/** A timer of a session runs for members from the start on, after the end too: the same as logging there (D-86). */
async function mayRun(
  { clock }: House,
  tx: Transaction,
  room: SessionRow,
  viewer: SignedIn
): Promise<Outcome<boolean>> {
  const waits =
    room.status === SessionStatus.NotStarted && (room.started_at === null || room.started_at > dateAt(clock))
  if (waits) return conflict(NO_LOGS_YET)
  const member = await findMembership(tx, room.id, viewer.id)
  return member && member.left_at === null ? allow(true) : deny({ kind: 'forbidden', message: JOIN_FIRST })
}

/** Only a log that is not running can be deleted; what it counted is taken back, its charge is not (D-131). */
export async function deleteLog(house: House, viewer: SignedIn, id: number): Promise<GoalTotals | null> {
  const { log } = await getLogRow(house.db, viewer.id, id)
  await withNews(house, async (tx, record) => {
    if (log.session_id) await lockRoom(tx, log.session_id)
    if (log.goal_id) await lockGoal(tx, viewer.id, log.goal_id)
    const row = (await lockLog(tx, id)) ?? refuse({ kind: 'notFound' })
    const state = advanceLog(stateOf(row), house.clock.now())
    if (state.status === LogStatus.Active && state.duration) {
      refuse({ kind: 'conflict', message: 'Stop this log before you delete it.' })
    }
    await count(tx, record, row, difference(NOTHING, contribution(stateOf(row))), -1)
    const now = dateAt(house.clock)
    await updateLogRow(tx, id, { deleted_at: now, updated_at: now, due_at: null })
  })
  return log.goal_id === null ? null : totalsOf(house, viewer.id, log.goal_id)
}

export async function listMyLogs({ db, clock }: House, userId: number, slice: Slice): Promise<Log[]> {
  return (await listLogsByUser(db, userId, slice)).map(row => presentLog(row, clock.now()))
}

export async function listLogsOfGoal({ db, clock }: House, goalId: number, slice: Slice): Promise<Log[]> {
  return (await listLogsByGoal(db, goalId, slice)).map(row => presentLog(row, clock.now()))
}

export async function listLogsOfSession(
  { db, clock }: House,
  sessionId: number,
  viewerId: number | null,
  slice: Slice
): Promise<Log[]> {
  return (await listLogsBySession(db, sessionId, viewerId, dateAt(clock), slice)).map(row =>
    presentLog(row, clock.now())
  )
}

/** My open timer of a button on a goal of a session's plan, in a room that the caller has locked. */
export async function findPressed(
  house: House,
  tx: Transaction,
  { sessionId, userId }: { sessionId: number; userId: number },
  buttonUuid: string | null | undefined
): Promise<number | null> {
  return buttonUuid ? runningOf(house, await listOpenByTasks(tx, sessionId, userId), buttonUuid) : null
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

/** Completes what still runs on a goal, whose row the caller has locked (D-50). */
export async function finishLogsOfGoal(
  house: House,
  tx: Transaction,
  record: RecordNews,
  goalId: number
): Promise<void> {
  for (const id of await listOpenIds(tx, { goalId })) await move(house, tx, record, id, completeLog)
}

/**
 * Ends what still runs in a session that the caller has locked: for one person who leaves or is done, or for all.
 * @param at when it ended, for a session whose end is noticed late
 */
export async function haltLogsOfSession(
  house: House,
  tx: Transaction,
  record: RecordNews,
  where: { sessionId: number; userId: number | null },
  how: 'complete' | 'stop' | 'reset',
  at = house.clock.now()
): Promise<void> {
  const then = { clock: { ...house.clock, now: () => at } }
  for (const id of await listOpenIds(tx, where)) {
    await move(then, tx, record, id, (state, now) => {
      if (state.status === LogStatus.Done || state.started_at === null) return allow(state)
      if (how === 'reset') return allow(resetLog(state))
      return how === 'complete' ? completeLog(state, now) : stopLog(state, now)
    })
  }
}

/** Deletes them all and takes what they counted out of their rooms, which the caller has locked, like the goal. */
export async function deleteLogsOfGoal(tx: Transaction, record: RecordNews, goalId: number, now: Date): Promise<void> {
  const people = new Map<number, number>()
  for (const { log, logs, ...sum } of sumsInRooms(await listInRoomsByGoal(tx, goalId))) {
    await addToRoom(tx, { ...log, session_id: log.session_id as number }, difference(NOTHING, sum), -logs)
    people.set(log.session_id as number, log.user_id)
  }
  await deleteLogsByGoal(tx, goalId, now)
  for (const [room, userId] of people) await recordProgress(tx, record, room, userId)
}

/** What these logs counted, by room, goal of the plan and action; `log` is any of the group. */
function sumsInRooms(rows: LogRow[]): (Contribution & { log: LogRow; logs: number })[] {
  const sums = new Map<string, Contribution & { log: LogRow; logs: number }>()
  for (const log of rows) {
    const key = JSON.stringify([log.session_id, log.task_uuid, log.action])
    const sum = sums.get(key) ?? { log, logs: 0, ...NOTHING }
    const { amount, distance, duration } = contribution(stateOf(log))
    sums.set(key, {
      log,
      logs: sum.logs + 1,
      amount: sum.amount + amount,
      distance: sum.distance + distance,
      duration: sum.duration + duration
    })
  }
  return [...sums.values()]
}

/** The newest logs of goals attached to a session; somebody else's only while they are active (D-103). */
export async function listLogsOfAttached(
  { db, clock }: House,
  where: { sessionId: number; goalIds: number[]; viewerId: number | null; each: number }
): Promise<Log[]> {
  const rows = await listNewestByGoals(db, { ...where, now: dateAt(clock) })
  return rows.map(row => presentLog(row, clock.now()))
}

/** Completes the timers that have run out; a second run, or a second node, finds nothing left to do. */
export async function finishDueLogs(house: House): Promise<void> {
  const failures: unknown[] = []
  for (const { id, user_id } of await listDueLogs(house.db, dateAt(house.clock), 200)) {
    // One that fails must not keep the others waiting.
    await finishLog(house, user_id, id).catch(error => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} logs could not be finished`)
}

async function finishLog(house: House, userId: number, id: number): Promise<void> {
  const found = await findLog(house.db, userId, id)
  // Deleted meanwhile.
  if (!found) return
  const { log } = found
  await withNews(house, async (tx, record) => {
    if (log.session_id) await lockRoom(tx, log.session_id)
    if (log.goal_id) await lockGoal(tx, userId, log.goal_id)
    await move(house, tx, record, id, (state, now) => allow(advanceLog(state, now)))
  })
}

async function move(
  { clock }: Pick<House, 'clock'>,
  tx: Transaction,
  record: RecordNews,
  id: number,
  rule: (state: LogState, now: number) => Outcome<LogState>,
  change: Partial<NewLog> = {}
): Promise<void> {
  const row = (await lockLog(tx, id)) ?? refuse({ kind: 'notFound' })
  const before = stateOf(row)
  const outcome = rule(advanceLog(before, clock.now()), clock.now())
  if (!outcome.ok) return refuse(outcome.refusal)
  const after = outcome.value
  if (after === before && Object.keys(change).length === 0) return
  const updated = await updateLogRow(tx, id, {
    ...columnsOf(after, dueAt(after)),
    ...change,
    updated_at: dateAt(clock)
  })
  const was = contribution(before)
  if (updated.action === row.action) {
    await count(tx, record, updated, difference(contribution(after), was), 0)
  } else {
    // Totals are kept by action too: what was counted under the old one moves to the new one.
    await count(tx, record, row, difference(NOTHING, was), 0)
    await count(tx, record, updated, contribution(after), 0)
  }
}

/** Adds to the totals that this log belongs to. */
async function count(
  tx: Transaction,
  record: RecordNews,
  row: LogRow,
  change: Contribution,
  logs: number
): Promise<void> {
  if (row.goal_id !== null) await addProgress(tx, row.goal_id, change)
  if (row.session_id === null) return
  await addToRoom(tx, { ...row, session_id: row.session_id }, change, logs)
  await recordProgress(tx, record, row.session_id, row.user_id)
}

/** The open timer of a button among these logs: pressing it in a second tab starts no second one. */
function runningOf({ clock }: House, open: LogWithNames[], buttonUuid: string | null | undefined): number | null {
  const pressed = open.find(
    ({ log }) => log.ql_button_uuid === buttonUuid && advanceLog(stateOf(log), clock.now()).status !== LogStatus.Done
  )
  return buttonUuid && pressed ? pressed.log.id : null
}

async function getLogRow(db: Database, userId: number, id: number): Promise<LogWithNames> {
  return (await findLog(db, userId, id)) ?? refuse({ kind: 'notFound' })
}

async function answer(house: House, row: LogWithNames): Promise<LogAnswer> {
  const goal = row.log.goal_id === null ? null : await totalsOf(house, row.log.user_id, row.log.goal_id)
  return { log: presentLog(row, house.clock.now()), goal }
}

async function totalsOf({ db, clock }: House, userId: number, goalId: number): Promise<GoalTotals | null> {
  const goal = await findGoalRow(db, userId, goalId)
  return goal ? presentTotals(goal, await listOpenByGoals(db, [goalId]), clock.now()) : null
}

const NOTHING: Contribution = { amount: 0, distance: 0, duration: 0 }

function difference(after: Contribution, before: Contribution): Contribution {
  return {
    amount: after.amount - before.amount,
    distance: after.distance - before.distance,
    duration: after.duration - before.duration
  }
}
