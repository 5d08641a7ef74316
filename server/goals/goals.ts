/** Operations on personal goals. Creating a goal costs one use, whatever creates it (D-02). */
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Goal, GoalChange, GoalHistory } from '../../domain/goals/api.ts'
import { type Progress, stepOf } from '../../domain/goals/chart.ts'
import type { goalBody } from '../../domain/goals/fields.ts'
import { checkPeriod, GoalStatus } from '../../domain/goals/goal.ts'
import { checkLimit, cleanOf, isNone } from '../../domain/goals/limit.ts'
import { moved } from '../../domain/goals/order.ts'
import { paused, restingWith, resumed } from '../../domain/goals/pause.ts'
import { currentPeriod, metInARow, type PeriodDone, periodsOf } from '../../domain/goals/repeat.ts'
import { type Day, dayOf } from '../../domain/lib/day.ts'
import { roundMiles } from '../../domain/lib/distance.ts'
import { invalid, type Refusal, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf, given } from '../lib/given.ts'
import { readId } from '../lib/id.ts'
import { NO_KEY, once, type RequestKey } from '../lib/idempotency.ts'
import type { Slice } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { threeDecimals } from '../lib/three-decimals.ts'
import { deleteNotesOfGoal, restoreNotesOfGoal } from '../notes/note-rows.ts'
import { moveAmounts } from '../progress/day-rows.ts'
import { type GoalRow, lockGoal } from '../progress/goal-rows.ts'
import { findClean, findFirstDay, findPeriods, listGoalDays, listSteps } from '../progress/history-rows.ts'
import { lockDeletedGoal, lockGoalInAllRooms } from '../progress/lock-rows.ts'
import type { LogWithNames } from '../progress/log-rows.ts'
import { findOpenByGoals } from '../progress/open-log-rows.ts'
import { toWireLog, toWireTotals } from '../progress/wire-log.ts'
import type { RecordEvent } from '../realtime/room-rows.ts'
import { spend } from '../tokens/ledger-rows.ts'
import { recordEvents } from '../webhooks/event-rows.ts'
import { holdPauses } from './away-rows.ts'
import { changeUnit } from './goal-log-rows.ts'
import { deleteLogsOfGoal, finishLogsOfGoal, restoreLogsOfGoal } from './goal-logs.ts'
import {
  countGoals,
  findGoal,
  findGoalsByKeys,
  type GoalWithSession,
  insertGoals,
  listAttached,
  listGoals,
  listUnattached,
  lockPlaces,
  type NewGoal,
  placeGoals,
  updateGoalRow
} from './queries.ts'

type GoalFields = z.output<typeof goalBody>

interface Created {
  goals: Goal[]
  left: number | null
}

/** Creates goals, all or none. With a key, a second call returns the first result and charges nothing. */
export async function createGoals(
  deps: Dependencies,
  viewer: SignedIn,
  inputs: GoalFields[],
  key: RequestKey | null
): Promise<Created> {
  const { db, clock } = deps
  const nth = (requestKey: string, index: number): string => `${requestKey}.${index}`
  const find = async (known: string) => {
    const keys = inputs.map((_, index) => nth(known, index))
    const rows = await findGoalsByKeys(db, viewer.id, keys)
    return rows[0] ? { rows, request_digest: rows[0].goal.request_digest } : null
  }
  const show = async ({ rows }: { rows: GoalWithSession[] }): Promise<Created> => {
    // A retry must not bring back a goal that was deleted meanwhile.
    if (rows.some(({ goal }) => goal.deleted_at)) refuse({ kind: 'notFound', message: 'This goal was deleted.' })
    return { goals: await withOpenLogs(deps, viewer, rows), left: null }
  }
  const make = () =>
    db.transaction(async tx => {
      const wishes = inputs.map((input, index) => ({
        input,
        extra: key ? { ...key, request_key: nth(key.request_key, index) } : NO_KEY
      }))
      const { goals, left } = await addGoals(deps, tx, viewer, wishes)
      const now = clock.now()
      return {
        goals: goals.map(goal => toWireGoal({ goal, session: null }, [], now, nothingDone(goal, viewer, now))),
        left
      }
    })
  return once(key, 'goals_request', find, show, make)
}

/** Creates and charges goals in the caller's transaction, with as many statements for twenty goals as for one. */
export async function addGoals(
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  tx: Transaction,
  viewer: SignedIn,
  wishes: { input: GoalFields; extra: Partial<NewGoal> }[]
): Promise<{ goals: GoalRow[]; left: number }> {
  wishes.forEach(({ input }, index) => {
    refuseUnclear(input, index)
  })
  const now = dateAt(clock)
  const pauses = restingWith(await holdPauses(tx, viewer.id), [], dayOf(now.getTime(), viewer))
  const inserted = insertGoals(
    tx,
    wishes.map(({ input, extra }) => ({
      ...goalColumns(input),
      pauses,
      uuid: randomUUID(),
      user_id: viewer.id,
      created_at: now,
      updated_at: now,
      ...extra
    }))
  )
  const ids = inserted.then(goals => goals.map(({ id }) => id))
  const left = await spend(tx, { config }, viewer.id, 'goal', { ids, inSession: false }, now)
  return { goals: await inserted, left }
}

/** My goals, with their open timers. */
export async function listMyGoals(deps: Dependencies, viewer: SignedIn, slice: Slice): Promise<Goal[]> {
  return withOpenLogs(deps, viewer, await listGoals(deps.db, viewer.id, slice))
}

/**
 * How many of my goals are open, and how many are completed.
 * @param all all of my goals, if they are read already
 */
export async function countMyGoals(
  { db }: Dependencies,
  viewer: SignedIn,
  all: Goal[] | null
): Promise<{ open: number; completed: number }> {
  const counts = all ? all.map(({ status }) => ({ status, count: 1 })) : await countGoals(db, viewer.id)
  const of = (wanted: GoalStatus): number =>
    counts.reduce((sum, { status, count }) => sum + (status === wanted ? count : 0), 0)
  return { open: of(GoalStatus.Open), completed: of(GoalStatus.Completed) }
}

/** Moves an open goal this many places later, or earlier if negative (GOAL-02). */
export async function moveGoal({ db }: Dependencies, viewer: SignedIn, id: string, by: number): Promise<void> {
  await db.transaction(async tx => {
    const { goal } = (await findGoal(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    const places = await lockPlaces(tx, viewer.id)
    if (!places.some(one => one.id === goal.id)) refuse(COMPLETED)
    await placeGoals(tx, moved(places, goal.id, by))
  })
}

/** Pauses a goal: nothing is expected of it, but logs still count. Pausing twice changes nothing more. */
export async function pauseGoal(deps: Dependencies, viewer: SignedIn, id: string): Promise<Goal> {
  return changePauses(deps, viewer, id, paused)
}

/** Ends the pause of a goal. Resuming twice changes nothing more. */
export async function resumeGoal(deps: Dependencies, viewer: SignedIn, id: string): Promise<Goal> {
  return changePauses(deps, viewer, id, resumed)
}

async function changePauses(deps: Dependencies, viewer: SignedIn, id: string, change: typeof paused): Promise<Goal> {
  await deps.db.transaction(async tx => {
    const goal = (await lockGoal(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    if (goal.status === GoalStatus.Completed) refuse({ kind: 'conflict', message: 'This goal is completed.' })
    const now = dateAt(deps.clock)
    await updateGoalRow(tx, goal.id, { pauses: change(goal.pauses, dayOf(now.getTime(), viewer)), updated_at: now })
  })
  return getGoal(deps, viewer, id)
}

const COMPLETED: Refusal = { kind: 'conflict', message: 'This goal is completed. Reopen it to move it.' }

/** My goals that are attached to that session (SGL-01). */
export async function listMyGoalsIn(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<Goal[]> {
  return withOpenLogs(deps, viewer, await listAttached(deps.db, viewer.id, sessionId))
}

/** My open goals without a session, for the dropdown of a session (SGL-02, SGL-29). */
export async function listMyAvailableGoals(deps: Dependencies, viewer: SignedIn): Promise<Goal[]> {
  return withOpenLogs(deps, viewer, await listUnattached(deps.db, viewer.id))
}

/** Adds their open timers, and the totals of their periods. */
async function withOpenLogs({ db, clock }: Dependencies, viewer: SignedIn, rows: GoalWithSession[]): Promise<Goal[]> {
  const ids = rows.filter(({ has_open = true }) => has_open).map(row => row.goal.id)
  const now = clock.now()
  const goals = rows.map(({ goal }) => goal)
  const [open, periods, clean] = await Promise.all([
    findOpenByGoals(db, ids),
    findPeriods(db, goals, dayOf(now, viewer)),
    findClean(db, goals, viewer)
  ])
  return rows.map(row => {
    const { id } = row.goal
    return toWireGoal(row, open.get(id) ?? [], now, { period: periods.get(id), clean: clean.get(id) })
  })
}

/** My goal with its open timers. Refuses with 404. */
export async function getGoal(deps: Dependencies, viewer: SignedIn, id: string): Promise<Goal> {
  const row = await findGoal(deps.db, viewer.id, readId(id))
  const [goal] = row ? await withOpenLogs(deps, viewer, [row]) : []
  return goal ?? refuse({ kind: 'notFound' })
}

/** The periods of a goal that repeats; empty for other goals. */
export async function getHistory({ db, clock }: Dependencies, viewer: SignedIn, goal: Goal): Promise<GoalHistory> {
  const { repeats } = goal
  if (!repeats) return { periods: [], met_before: 0 }
  const days = await listGoalDays(db, goal.id)
  const made = madeOn(goal, viewer)
  const first = days[0] && days[0].day < made ? days[0].day : made
  const periods = periodsOf({ ...goal, repeats }, days, first, dayOf(clock.now(), viewer))
  return { periods: periods.slice(0, MOST_PERIODS).map(rounded), met_before: metInARow(periods.slice(1)) }
}

/** The data of a goal's chart; null for a goal that repeats. */
export async function getProgress({ db, clock }: Dependencies, viewer: SignedIn, goal: Goal): Promise<Progress | null> {
  if (goal.repeats) return null
  const today = dayOf(clock.now(), viewer)
  const logged = (await findFirstDay(db, goal.id)) ?? today
  const from = [logged, madeOn(goal, viewer), today].reduce((first, day) => (day < first ? day : first))
  const step = stepOf(from, today)
  return { from, step, points: await listSteps(db, goal.id, { from, step, today }) }
}

function nothingDone(goal: GoalRow, viewer: SignedIn, now: number): Pick<Goal, 'period' | 'clean'> {
  const { repeats } = goal
  const made = dayOf((goal.started_at ?? goal.created_at).getTime(), viewer)
  return {
    period: repeats && {
      ...currentPeriod(repeats, dayOf(now, viewer)),
      ...{ logs: 0, amount: 0, distance: 0, duration: 0 }
    },
    clean: isNone(goal) ? cleanOf([], made) : null
  }
}

function madeOn({ started_at, created_at }: Goal, viewer: SignedIn): Day {
  return dayOf(Date.parse(started_at ?? created_at), viewer)
}

/** The most past periods on a goal's page. */
const MOST_PERIODS = 60

function rounded(period: PeriodDone): PeriodDone {
  return { ...period, amount: threeDecimals(period.amount), distance: roundMiles(period.distance) }
}

/** Saves the sent fields; `status` 1 reopens a completed goal, 2 completes it (D-50). */
export async function updateGoal(deps: Dependencies, viewer: SignedIn, id: string, sent: GoalChange): Promise<Goal> {
  const isSaved = await deps.rooms.transact(null, async (tx, record) => {
    const completes = sent.status === GoalStatus.Completed
    // Going away locks the person before their goals too.
    const away = sent.status === GoalStatus.Open ? await holdPauses(tx, viewer.id) : []
    const goal = completes
      ? await lockGoalInAllRooms(tx, viewer.id, readId(id))
      : ((await lockGoal(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' }))
    if (isOld(sent.revision, goal.revision)) return false
    if (completes) await complete(deps, tx, record, goal)
    const { status, revision: _, uuid: __, is_interval, is_list, is_limit, started_at, ended_at, ...fields } = sent
    const period = {
      started_at: started_at === undefined ? (goal.started_at?.toISOString() ?? null) : started_at,
      ended_at: ended_at === undefined ? (goal.ended_at?.toISOString() ?? null) : ended_at
    }
    refuseUnclear({ ...goal, ...given(fields), ...period, is_limit: is_limit ?? (goal.is_limit ? 1 : 0) }, 0)
    const reopened = status === GoalStatus.Open && goal.status === GoalStatus.Completed
    const today = dayOf(deps.clock.now(), viewer)
    await updateGoalRow(tx, goal.id, {
      ...given(fields),
      ...periodColumns(period),
      ...(is_interval === undefined ? {} : { is_interval: is_interval === 1 }),
      ...(is_list === undefined ? {} : { is_list: is_list === 1 }),
      ...(is_limit === undefined ? {} : { is_limit: is_limit === 1 }),
      ...(reopened
        ? { status: GoalStatus.Open, completed_at: null, pauses: restingWith(away, goal.pauses, today) }
        : {}),
      revision: goal.revision + 1,
      updated_at: dateAt(deps.clock)
    })
    if (sent.unit !== undefined && sent.unit !== goal.unit) {
      await moveAmounts(tx, await changeUnit(tx, goal.id, sent.unit), sent.unit)
    }
    return true
  })
  const goal = await getGoal(deps, viewer, id)
  return isSaved ? goal : refuse(changedMeanwhile(goal))
}

/** Completes a goal, and finishes its running logs first. Completing it again changes nothing (D-50). */
export async function completeGoal(deps: Dependencies, viewer: SignedIn, id: string): Promise<Goal> {
  await deps.rooms.transact(null, async (tx, record) => {
    await complete(deps, tx, record, await lockGoalInAllRooms(tx, viewer.id, readId(id)))
  })
  return getGoal(deps, viewer, id)
}

async function complete(deps: Dependencies, tx: Transaction, record: RecordEvent, goal: GoalRow): Promise<void> {
  const { clock } = deps
  if (goal.status === GoalStatus.Completed) return
  await finishLogsOfGoal(tx, record, goal.id, clock.now())
  const now = dateAt(clock)
  await updateGoalRow(tx, goal.id, { status: GoalStatus.Completed, completed_at: now, updated_at: now })
  const data = { goal: { id: goal.id, title: goal.title } }
  const whom = { user: goal.user_id }
  await recordEvents(tx, deps, [{ type: 'goal.reached', data, whom, subject: `goal ${goal.id}` }])
}

/**
 * A soft delete, kept 30 days; its logs go with it, from its rooms' totals too, and its notes; no token comes back
 * (D-47). Those of a copy stay on the goal of the plan that they count on as well.
 */
export async function deleteGoal(deps: Dependencies, viewer: SignedIn, id: string): Promise<void> {
  await deps.rooms.transact(null, async (tx, record) => {
    const goal = await lockGoalInAllRooms(tx, viewer.id, readId(id))
    const now = dateAt(deps.clock)
    await deleteLogsOfGoal(tx, record, goal.id, now)
    await deleteNotesOfGoal(tx, goal.id, now)
    await updateGoalRow(tx, goal.id, { deleted_at: now, updated_at: now })
  })
}

/** How long deleted goals are kept (D-47). */
const KEPT_MS = 30 * 86_400_000

/** Restores a deleted goal with its logs and notes. A goal that is not deleted stays as it is. */
export async function restoreGoal(deps: Dependencies, viewer: SignedIn, id: string): Promise<Goal> {
  await deps.rooms.transact(null, async (tx, record) => {
    const now = dateAt(deps.clock)
    const goal = await lockDeletedGoal(tx, viewer.id, readId(id), new Date(now.getTime() - KEPT_MS))
    if (!goal) return
    await updateGoalRow(tx, goal.id, { deleted_at: null, updated_at: now })
    await restoreLogsOfGoal(tx, record, goal, now)
    await restoreNotesOfGoal(tx, goal.id, goal.deleted_at, now)
  })
  return getGoal(deps, viewer, id)
}

/** Refuses a goal that ends before it starts, and a limit without a clear meaning (D-153). */
function refuseUnclear(
  goal: Parameters<typeof checkPeriod>[0] & Parameters<typeof checkLimit>[0],
  index: number
): void {
  const [wrong] = Object.entries({ ...checkPeriod(goal), ...checkLimit(goal) })
  if (wrong) refuse(invalid(`challenge.tasks.${index}.${wrong[0]}`, wrong[1]))
}

function periodColumns({ started_at, ended_at }: Pick<GoalFields, 'started_at' | 'ended_at'>) {
  return { started_at: dateOf(started_at), ended_at: dateOf(ended_at) }
}

/** The columns of the fields that people edit. */
export function goalColumns(input: GoalFields) {
  return {
    ...periodColumns(input),
    title: input.title,
    link: input.link,
    content: input.content,
    action: input.action,
    action_duration: input.action_duration,
    duration: input.duration,
    amount: input.amount,
    amount_per_log: input.amount_per_log,
    distance: input.distance,
    unit: input.unit,
    sets: input.sets,
    is_interval: input.is_interval === 1,
    timers: input.timers,
    is_list: input.is_list === 1,
    list: input.list,
    quick_log_buttons: input.quick_log_buttons,
    completions_required: input.completions_required,
    is_limit: input.is_limit === 1,
    repeats: input.repeats
  }
}

/** @param open the goal's running and paused logs */
function toWireGoal(
  { goal, session }: GoalWithSession,
  openRows: LogWithNames[],
  now: number,
  counted: Partial<Pick<Goal, 'period' | 'clean'>>
): Goal {
  const open = openRows
    .map(row => toWireLog(row, now))
    .filter(log => log.status === LogStatus.Active || log.status === LogStatus.Paused)
  const active = open.find(log => log.ql_button_uuid === null) ?? open[0] ?? null
  return {
    ...toWireTotals(goal, openRows, now, counted),
    is_limit: goal.is_limit ? 1 : 0,
    repeats: goal.repeats,
    pauses: goal.pauses,
    uuid: goal.uuid,
    title: goal.title,
    link: goal.link,
    content: goal.content,
    status: goal.status,
    action: goal.action,
    action_duration: goal.action_duration,
    duration: goal.duration,
    amount: goal.amount,
    amount_per_log: goal.amount_per_log,
    distance: goal.distance,
    unit: goal.unit,
    sets: goal.sets,
    is_interval: goal.is_interval ? 1 : 0,
    timers: goal.timers,
    is_list: goal.is_list ? 1 : 0,
    list: goal.list,
    quick_log_buttons: goal.quick_log_buttons.map(button => {
      const running = open.find(log => log.ql_button_uuid === button.uuid) ?? null
      return { ...button, active_log_id: running?.id ?? null, activeLog: running }
    }),
    completions_required: goal.completions_required,
    active_log_id: active?.id ?? null,
    activeLog: active,
    started_at: goal.started_at?.toISOString() ?? null,
    ended_at: goal.ended_at?.toISOString() ?? null,
    completed_at: goal.completed_at?.toISOString() ?? null,
    created_at: goal.created_at.toISOString(),
    challenge_event: session ? { id: session.id, title: session.title, path: `/sessions/${session.slug}` } : null,
    revision: goal.revision
  }
}
