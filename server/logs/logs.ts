/**
 * Operations on a person's logs: create, move through the states, change, delete. Each updates the totals that the log
 * counts for (`progress/`). Rows are locked in one order: session, goal, log, balance, days.
 */
import { randomUUID } from 'node:crypto'
import { mayLogOn } from '../../domain/goals/goal.ts'
import { type Day, dayOf } from '../../domain/lib/day.ts'
import { BUSY, invalid, JOIN_FIRST, type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { allow, deny, type Result } from '../../domain/lib/result.ts'
import type { GoalTotals, Log } from '../../domain/logs/api.ts'
import {
  advanceLog,
  createLateLog,
  dueAt,
  isOpenTimer,
  isSameTimer,
  isTimed,
  LogStatus,
  mayDelete
} from '../../domain/logs/log.ts'
import { keepsContent } from '../../domain/logs/log-change.ts'
import { dayOfLog } from '../../domain/logs/log-day.ts'
import { filledPress } from '../../domain/logs/press.ts'
import { countsOnBoth, sessionOf, templateOf } from '../../domain/session-goals/attach.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import {
  countsInSession,
  findTask,
  logTime,
  mayAdd,
  mayLog,
  totalKey,
  type Used
} from '../../domain/sessions/logging.ts'
import { canHost } from '../../domain/sessions/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Bucket } from '../../domain/tokens/tokens.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { findGoalRow, type GoalRow, lockGoal, NO_SUCH_GOAL } from '../goals/goal-rows.ts'
import { dateAt } from '../lib/clock.ts'
import { isSameCall, KEY_IS_USED, NO_KEY, once, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findPeriods } from '../progress/day-rows.ts'
import { lockCopies } from '../progress/lock-rows.ts'
import {
  findLog,
  findLogByKey,
  findLogsByKeys,
  insertLog,
  insertLogs,
  type LogRow,
  type LogWithNames,
  listOpenByGoals,
  listOpenInSession,
  lockLog,
  logColumns,
  logState,
  type NewLog,
  restoreLogRow,
  toWireLog,
  toWireTotals,
  updateLogRow
} from '../progress/log-rows.ts'
import { findParticipants, findPresent, findPresentUsers, findTotalKeys } from '../progress/participant-rows.ts'
import { type LogRule, moveLog } from '../progress/progress.ts'
import { applyChanges, taskOf } from '../progress/totals.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { charge, chargeRestored, giveBack, lockBalances, spend, takeUse } from '../tokens/ledger-rows.ts'
import { tellTimers } from './my-timer-rows.ts'

interface LogFields {
  amount?: number | null | undefined
  distance?: number | null | undefined
  duration?: number | null | undefined
  action?: string | null | undefined
  title?: string | null | undefined
  content?: string | null | undefined
  status?: LogStatus | undefined
  /** The day that it counts for; by default the day on which it was made. */
  day?: Day | undefined
  ql_button_uuid?: string | null | undefined
}

/** Details that come with a call that logs. */
interface Press {
  key: RequestKey | null
  /** When the person pressed, in ms since 1970, bounded. */
  doneAt: number
}

/** A retry must not bring back a log that was deleted meanwhile. */
const WAS_DELETED: Refusal = { kind: 'notFound', message: 'This log was deleted.' }

interface LogResponse {
  log: Log
  goal: GoalTotals | null
}

/**
 * Logs progress on a goal of mine: for me alone (LOG-28, LOG-30), or in the session that it is attached to (LOG-31,
 * D-138).
 * @param place where it was made: a session's id, or null for the session that the goal is attached to
 */
export async function logGoal(
  deps: Dependencies,
  viewer: SignedIn,
  goalId: number,
  fields: LogFields,
  { key, doneAt }: Press,
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
  return once(key, 'logs_request', find, show, async () => {
    const found = place === 'alone' || place.session === null ? await findGoalRow(db, viewer.id, goalId) : null
    const madeIn =
      place === 'alone' ? sessionOf(found?.copied_from ?? null) : (place.session ?? found?.session_id ?? null)
    let isStarted = false
    const made = await deps.rooms.transact(madeIn, async (tx, record) => {
      const room = madeIn === null ? null : await deps.rooms.lock(tx, record, madeIn)
      const goal = (await lockGoal(tx, viewer.id, goalId)) ?? refuse(NO_SUCH_GOAL)
      const may = mayLogOn(goal)
      if (!may.ok) refuse(may.refusal)
      const now = deps.clock.now()
      const filled = filledPress(fields, goal.quick_log_buttons)
      if (!filled.ok) return refuse(filled.refusal)
      const said = { ...filled.value, action: fields.action ?? goal.action }
      const running = runningOf(await listOpenByGoals(tx, [goal.id]), said, now)
      if (running) return { ...(await toResponse(deps, tx, viewer, running)), left: null }
      const counted =
        place === 'alone'
          ? await countedOnTask(tx, viewer, room, goal, fields.day, doneAt)
          : await countedIn(tx, viewer, room, goal, doneAt)
      const about = { goal_id: goal.id, unit: goal.unit, ...counted }
      const end = room && about.session_id !== null ? endOf(room) : null
      const press = { by: viewer, key, madeAt: doneAt, now, end }
      const made = newLog(about, said, press)
      if (!made.ok) return refuse(made.refusal)
      const draft = made.value
      if (about.session_id !== null) {
        const used = await usedBy(tx, about.session_id, viewer.id, now)
        const fits = mayAdd(used, { isOpenTimer: isOpenTimer(logState(draft), now), total: totalOf(draft) })
        if (!fits.ok) refuse(fits.refusal)
      }
      const inserted = insertLog(tx, draft)
      // Charges before adding to totals: calls that log in rooms also lock the balances first.
      const ids = inserted.then(({ id }) => [id])
      const left = await spend(tx, deps, viewer.id, 'log', { ids, inSession: false }, new Date(now))
      const row = await inserted
      await applyChanges(tx, record, [{ log: row, was: null, is: logState(row) }])
      isStarted = isOpenTimer(logState(row), now)
      if (about.session_id !== null && isStarted) recordTimers(record, about.session_id, [viewer.username])
      return { ...(await toResponse(deps, tx, viewer, await getLogRow(tx, viewer.id, row.id))), left }
    })
    if (isStarted) tellTimers(deps, [viewer.username])
    return made
  })
}

/** The session in which a log on a goal of mine counts as well (D-138). */
async function countedIn(
  tx: Transaction,
  viewer: SignedIn,
  room: SessionRow | null,
  goal: GoalRow,
  doneAt: number
): Promise<Pick<LogRow, 'session_id' | 'task_uuid' | 'is_private'>> {
  const alone = { session_id: null, task_uuid: null, is_private: false }
  if (!room || room.cancelled_at !== null) return alone
  const counts = countsInSession(
    ruleOf(room),
    { isAttached: goal.session_id === room.id },
    await findPresent(tx, room.id, viewer.id),
    doneAt
  )
  if (!counts.ok) return refuse(counts.refusal)
  return counts.value ? { session_id: room.id, task_uuid: taskOf(room, goal), is_private: false } : alone
}

/** The plan's goal that a log on my copy counts for as well, wherever it was made (docs/decisions/0034). */
async function countedOnTask(
  tx: Transaction,
  viewer: SignedIn,
  room: SessionRow | null,
  goal: GoalRow,
  day: Day | undefined,
  doneAt: number
): Promise<Pick<LogRow, 'session_id' | 'task_uuid' | 'is_private'>> {
  const alone = { session_id: null, task_uuid: null, is_private: false }
  if (!room || room.cancelled_at !== null) return alone
  const task = taskOf(room, goal)
  if (task === null) return alone
  const isEarlier = day !== undefined && room.started_at !== null && day < dayOf(room.started_at.getTime(), viewer)
  const member = await findPresent(tx, room.id, viewer.id)
  const counts = countsOnBoth(ruleOf(room), goal, member, { at: doneAt, isEarlier })
  return counts ? { session_id: room.id, task_uuid: task, is_private: true } : alone
}

/** A log that a member makes in a session: on a goal of its plan, or freely. */
export interface LogWish extends Press {
  viewer: SignedIn
  taskUuid: string | null
  fields: LogFields
  /** Starts the timer of a goal (start-log). If that timer is open already, every such call returns it. */
  isStart?: boolean
}

export interface SessionLog {
  id: number
  log: Log
  challenge_user: Participant
  left: number | null
}

interface Draft extends LogWithNames {
  bucket: Bucket | null
  left: number
}

/**
 * Members log while the session runs or after it (D-86). Logs that arrive in one session at the same moment are stored
 * in one transaction with one event. Each log is refused on its own.
 */
export async function logTogether(
  deps: Dependencies,
  sessionId: number,
  wishes: LogWish[]
): Promise<Result<SessionLog>[]> {
  const startedOnGoals = new Set<string>()
  const outcomes = await deps.rooms.change(sessionId, async (tx, record, session) => {
    const people = [...new Set(wishes.map(({ viewer }) => viewer.id))]
    const keys = wishes.flatMap(({ viewer, key }) => (key ? [{ user_id: viewer.id, key: key.request_key }] : []))
    const tasks = new Set(wishes.flatMap(({ taskUuid }) => taskUuid ?? []))
    const [copies, members, totals, open, earlier, balances] = await Promise.all([
      lockCopies(tx, sessionId, people, [...tasks]),
      findPresentUsers(tx, sessionId, people),
      findTotalKeys(tx, sessionId, people),
      listOpenInSession(tx, sessionId, people),
      findLogsByKeys(tx, keys),
      lockBalances(tx, deps, people)
    ])
    const now = deps.clock.now()
    const drafts: Draft[] = []

    /** My copy of the goal, if the log counts for it as well (docs/decisions/0034). */
    const copyOf = ({ viewer, taskUuid, doneAt }: LogWish, member: object | null): GoalRow | null => {
      const copy = copies.find(
        goal => goal.user_id === viewer.id && templateOf(goal.copied_from, sessionId) === taskUuid
      )
      return copy && countsOnBoth(ruleOf(session), copy, member, { at: doneAt }) ? copy : null
    }

    /** The log for a wish: an existing log, a new draft, or a refusal. */
    const draftOf = (wish: LogWish): Result<LogWithNames> => {
      const { viewer, taskUuid, fields, key, doneAt, isStart } = wish
      const mine = ({ log }: LogWithNames): boolean => log.user_id === viewer.id
      const made = key && [...earlier, ...drafts].find(row => mine(row) && row.log.request_key === key.request_key)
      if (made && !isSameCall(made.log, key)) return deny(KEY_IS_USED)
      if (made) return made.log.deleted_at ? deny(WAS_DELETED) : allow(made)
      const member = members.get(viewer.id) ?? null
      const may = mayLog(session, member)
      if (!may.ok) return may
      const task = taskUuid === null ? null : findTask(session.plan, taskUuid, canHost(viewer, member))
      if (taskUuid !== null && !task) return deny(invalid('task_uuid', 'This goal is not part of the session.'))
      const timers = [...open, ...drafts].filter(row => mine(row) && isOpenTimer(logState(row.log), now))
      const filled = filledPress(fields, task?.quick_log_buttons ?? [])
      if (!filled.ok) return filled
      const said = { ...filled.value, action: fields.action ?? task?.action ?? '' }
      const ofTask = timers.filter(
        ({ log }) => log.task_uuid === taskUuid && (log.goal_id === null || log.task_uuid !== null)
      )
      const running = isStart ? ofTask.find(({ log }) => log.ql_button_uuid === null) : runningOf(ofTask, said, now)
      if (running) return allow(running)
      const [startedAt, joinedAt] = [session.started_at?.getTime() ?? 0, member?.joined_at.getTime() ?? 0]
      const madeAt = logTime({ startedAt }, { joinedAt }, doneAt)
      const goal = copyOf(wish, member)
      const created = newLog(
        {
          ...{ goal_id: goal?.id ?? null, session_id: sessionId, task_uuid: taskUuid, is_private: false },
          unit: (goal ?? task)?.unit ?? ''
        },
        said,
        { by: viewer, key, madeAt, now, end: endOf(session) }
      )
      if (!created.ok) return created
      const log = created.value
      const used = { timers: timers.length, totals: totals.get(viewer.id) ?? new Set<string>() }
      const fits = mayAdd(used, { isOpenTimer: isOpenTimer(logState(log), now), total: totalOf(log) })
      if (!fits.ok) return fits
      const balance = balances.get(viewer.id)
      if (!balance) throw new Error(`user ${viewer.id} has no balance`)
      const use = takeUse(balance, false)
      if (!use.ok) return use
      totals.set(viewer.id, used.totals.add(totalOf(log)))
      const draft = { log: { ...log, id: 0 }, username: viewer.username, goal, task, ...use.value }
      drafts.push(draft)
      return allow(draft)
    }
    const decided = wishes.map(draftOf)

    const rows = await insertLogs(
      tx,
      drafts.map(({ log }) => log)
    )
    const counted = await applyChanges(
      tx,
      record,
      rows.map(row => ({ log: row, was: null, is: logState(row) }))
    )
    const started = drafts.filter(({ log }) => isOpenTimer(logState(log), now))
    recordTimers(
      record,
      sessionId,
      started.map(({ username }) => username)
    )
    for (const { goal, username } of started) if (goal) startedOnGoals.add(username)
    const ids = new Map(rows.map(({ uuid, id }) => [uuid, id]))
    await charge(
      tx,
      'log',
      drafts.flatMap(({ log, bucket }) => {
        const subjectId = ids.get(log.uuid)
        return subjectId === undefined ? [] : [{ userId: log.user_id, bucket, subjectId }]
      }),
      new Date(now)
    )
    const others = people.filter(id => !counted.some(({ user_id }) => user_id === id))
    const found = [
      ...counted,
      ...(await findParticipants(
        tx,
        others.map(user_id => ({ session_id: sessionId, user_id }))
      ))
    ]

    return wishes.map((wish, index) => {
      const outcome = decided[index]
      if (!outcome?.ok) return outcome ?? deny(BUSY)
      const row = outcome.value
      const draft = drafts.find(({ log }) => log === row.log)
      const id = draft ? ids.get(row.log.uuid) : row.log.id
      // This key made a log elsewhere while this transaction ran.
      if (id === undefined) return deny(KEY_IS_USED)
      const challenge_user = found.find(({ user_id }) => user_id === wish.viewer.id)?.participant
      if (!challenge_user) return deny({ kind: 'forbidden', message: JOIN_FIRST })
      const log = toWireLog({ ...row, log: { ...row.log, id } }, now)
      return allow({ id, log, challenge_user, left: draft?.left ?? null })
    })
  })
  tellTimers(deps, [...startedOnGoals])
  return outcomes
}

/**
 * The row of a new log.
 * @param made when the log was made, and when its session ended (ms since 1970); `end` is null without a session and
 * while it runs
 */
function newLog(
  about: Pick<LogRow, 'goal_id' | 'session_id' | 'task_uuid' | 'is_private' | 'unit'>,
  fields: LogFields,
  made: { by: SignedIn; key: RequestKey | null; madeAt: number; now: number; end: number | null }
): Result<Omit<LogRow, 'id'>> {
  const sent = { status: fields.status ?? LogStatus.Active, duration: fields.duration || null }
  const state = createLateLog(
    { ...sent, amount: fields.amount ?? null, distance: fields.distance ?? null },
    made.madeAt,
    made.now,
    made.end
  )
  const day = dayOfLog(sent, fields.day, made.madeAt, made.by)
  if (!day.ok) return day
  return allow({
    ...logColumns(state, dueAt(state)),
    ...about,
    day: day.value,
    uuid: randomUUID(),
    user_id: made.by.id,
    import_id: null,
    ql_button_uuid: fields.ql_button_uuid ?? null,
    title: fields.title ?? '',
    content: fields.content ?? '',
    action: fields.action ?? '',
    ...(made.key ?? NO_KEY),
    created_at: new Date(made.madeAt),
    updated_at: new Date(made.now),
    deleted_at: null
  })
}

/** The open timers and totals that a person already has in a session. */
async function usedBy(tx: Transaction, sessionId: number, userId: number, now: number): Promise<Used> {
  const [open, totals] = await Promise.all([
    listOpenInSession(tx, sessionId, [userId]),
    findTotalKeys(tx, sessionId, [userId])
  ])
  const timers = open.filter(({ log }) => isOpenTimer(logState(log), now)).length
  return { timers, totals: totals.get(userId) ?? new Set() }
}

function totalOf({ task_uuid, action }: Pick<LogRow, 'task_uuid' | 'action'>): string {
  return totalKey(task_uuid, action)
}

function ruleOf(session: SessionRow) {
  return { id: session.id, status: session.status, endedAt: endOf(session) }
}

/** When a session ended, in ms since 1970; null while it runs. */
function endOf({ status, ended_at }: SessionRow): number | null {
  return status === SessionStatus.Ended ? (ended_at?.getTime() ?? null) : null
}

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
    const onGoal = goal ? mayLogOn(goal) : allow(true as const)
    const runs = onGoal.ok && room ? mayLog(room, await findPresent(tx, room.id, viewer.id)) : onGoal
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
    const more = { isOpenTimer: isOpen(after) && !isOpen(before), total: totalOf(after.log) }
    const fits = used ? mayAdd(used, more) : allow(true)
    const says = keepsContent(before.log, after.log)
    if (!says.ok) refuse(says.refusal)
    isMoved = isOpen(before) || isOpen(after)
    if (room && isMoved) recordTimers(record, room.id, [viewer.username])
    return fits.ok ? toResponse(deps, tx, viewer, after) : refuse(fits.refusal)
  })
  if (isMoved && log.goal_id !== null) tellTimers(deps, [viewer.username])
  return response
}

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
  return deps.rooms.transact(log.session_id, async (tx, record) => {
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
  return deps.rooms.transact(log.session_id, async (tx, record) => {
    const room = log.session_id ? await deps.rooms.lock(tx, record, log.session_id) : null
    // Logs are deleted and restored with their goal.
    if (log.goal_id && !(await lockGoal(tx, viewer.id, log.goal_id))) refuse(NO_SUCH_GOAL)
    const now = dateAt(deps.clock)
    const used = room && (await usedBy(tx, room.id, viewer.id, now.getTime()))
    let left: number | null = null
    const row = await restoreLogRow(tx, id, new Date(now.getTime() - KEPT_MS), now)
    if (row) {
      const fits = used ? mayAdd(used, { isOpenTimer: false, total: totalOf(row) }) : allow(true)
      if (!fits.ok) refuse(fits.refusal)
      left = await chargeRestored(tx, deps, viewer.id, id, now)
      await applyChanges(tx, record, [{ log: row, was: null, is: logState(row) }])
    }
    return { ...(await toResponse(deps, tx, viewer, await getLogRow(tx, viewer.id, id))), left }
  })
}

/** Timers appear only on a person's own pages, so the event names only the people whose timers changed. */
function recordTimers(record: RecordEvent, sessionId: number, usernames: string[]): void {
  if (usernames.length > 0) record(sessionId, { type: 'update', data: { timers: [...new Set(usernames)] } })
}

/** The open timer among these logs of one goal that equals the one to start (`isSameTimer`). */
function runningOf(open: LogWithNames[], fields: LogFields, now: number): LogWithNames | undefined {
  const { status = LogStatus.Active, ql_button_uuid = null, action, title, content } = fields
  const measures = {
    duration: fields.duration || null,
    amount: fields.amount ?? null,
    distance: fields.distance ?? null
  }
  if (status !== LogStatus.Active || !isTimed(measures)) return undefined
  const started = { ...measures, ql_button_uuid, action: action ?? '', title: title ?? '', content: content ?? '' }
  return open.find(({ log }) => isOpenTimer(logState(log), now) && isSameTimer(log, started))
}

async function getLogRow(db: Database | Transaction, userId: number, id: number): Promise<LogWithNames> {
  return (await findLog(db, userId, id)) ?? refuse({ kind: 'notFound' })
}

/** Reads in the transaction of the change, so that the response shows that change. */
async function toResponse(
  deps: Dependencies,
  db: Database | Transaction,
  viewer: SignedIn,
  row: LogWithNames
): Promise<LogResponse> {
  const goal = row.log.goal_id === null ? null : await totalsOf(deps, db, viewer, row.log.goal_id)
  return { log: toWireLog(row, deps.clock.now()), goal }
}

async function totalsOf(
  { clock }: Dependencies,
  db: Database | Transaction,
  viewer: SignedIn,
  goalId: number
): Promise<GoalTotals | null> {
  const goal = await findGoalRow(db, viewer.id, goalId)
  if (!goal) return null
  const now = clock.now()
  const periods = await findPeriods(db, [goal], dayOf(now, viewer))
  return toWireTotals(goal, await listOpenByGoals(db, [goalId]), now, periods.get(goalId) ?? null)
}
