/**
 * Turns a wish to log into a log, an open timer that runs already, or a refusal. Logs for a person alone and logs in
 * sessions follow the same rules in the same order: permission, goal of the plan, button, open timer, session that it
 * counts in, day, limits of the session, charge.
 *
 * The rule that surprises: one log may count for a goal of the plan and for the person's own copy of it
 * (docs/decisions/0034).
 *
 * Units: times are ms since 1970, durations seconds.
 */
import { type Calendar, type Day, dayOf } from '../lib/day.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import { type Purse, takeUse, type Use } from '../tokens/tokens.ts'
import { createLateLog, isOpenTimer, isSameTimer, isTimed, type LogState, LogStatus, type Timer } from './log.ts'
import type { LogContent } from './log-change.ts'
import { dayOfLog } from './log-day.ts'
import {
  countsInSession,
  countsOnBoth,
  logTime,
  mayAdd,
  mayLog,
  mayLogOn,
  type Room,
  totalKey,
  type Used
} from './logging.ts'
import { type Button, filledPress } from './press.ts'

/** What a person logs. */
export interface LogFields extends LogContent {
  action?: string | null | undefined
  status?: LogStatus | undefined
  /** The day that it counts for; by default the day on which it was made. */
  day?: Day | undefined
  ql_button_uuid?: string | null | undefined
}

export interface Wish {
  fields: LogFields
  /** When the person pressed. */
  doneAt: number
  /** Starts the timer of a goal of the plan. If it is open already, every such wish returns it. */
  isStart?: boolean | undefined
}

interface AnyGoal {
  unit: string
  action: string
  quick_log_buttons: readonly Button[]
}

/** A goal of the plan. */
export interface Task extends AnyGoal {
  uuid: string
}

/** A personal goal. */
export interface OwnGoal extends AnyGoal {
  id: number
  isOpen: boolean
  /** The session that it is attached to. */
  session_id: number | null
}

/** A timer that the person has. */
export interface OwnTimer extends Timer, LogState {
  goal_id: number | null
  session_id: number | null
  task_uuid: string | null
}

interface Known<T extends OwnTimer> {
  /** Null when the person is not in the session. */
  member: { joinedAt: number } | null
  /** The open timers of the person's goal, and all of theirs in the session. */
  timers: readonly T[]
  /** The keys (`totalKey`) of their totals in the session. */
  totals: ReadonlySet<string>
  purse: Purse
  now: number
  calendar: Calendar
}

/** A log on a personal goal. */
interface OnGoal<T extends OwnTimer> extends Known<T> {
  /** On the goal's own page it counts for the person alone; in the session that the goal is attached to, there too. */
  place: 'alone' | 'attached'
  goal: OwnGoal
  /** The session that it may count in. */
  room: Room | null
  /** The goal of the plan that the personal goal is a copy of. */
  taskUuid: string | null
}

/** A log in a session: on a goal of its plan, or freely. */
interface InRoom<T extends OwnTimer> extends Known<T> {
  place: 'room'
  /** My copy of that goal of the plan. */
  goal: OwnGoal | null
  room: Room
  taskUuid: string | null
  /** Null when the plan has no such goal, or the person may not see it. */
  task: Task | null
}

export type Logging<T extends OwnTimer> = OnGoal<T> | InRoom<T>

/** What a log counts for. */
interface Counted {
  goal_id: number | null
  session_id: number | null
  task_uuid: string | null
  /** Whether only its person sees it in the session. */
  is_private: boolean
}

/** A log to store. */
export interface DraftedLog extends LogState, Counted {
  day: Day
  unit: string
  action: string
  title: string
  content: string
  ql_button_uuid: string | null
  madeAt: number
}

export type Drafted<T> =
  /** This timer runs already, and costs nothing. */
  { running: T } | { running: null; log: DraftedLog; use: Use; startsTimer: boolean }

/**
 * Drafts a log. 403 and 409 for people who may not log, 422 for a goal, button or day that does not fit and for the
 * limits of the session, 402 without uses.
 */
export function draftLog<T extends OwnTimer>(state: Logging<T>, wish: Wish): Result<Drafted<T>> {
  const may = mayLogHere(state)
  if (!may.ok) return may
  const about = state.place === 'room' ? state.task : state.goal
  const filled = filledPress(wish.fields, about?.quick_log_buttons ?? [])
  if (!filled.ok) return filled
  const fields = { ...filled.value, action: filled.value.action ?? about?.action ?? '' }
  const running = runningTimer(state, fields, wish.isStart ?? false)
  if (running) return allow({ running })
  const counted = countedFor(state, wish)
  if (!counted.ok) return counted
  const log = newLog(state, counted.value, fields, wish.doneAt)
  if (!log.ok) return log
  const startsTimer = isOpenTimer(log.value, state.now)
  const fits = fitsIn(state, log.value, startsTimer)
  if (!fits.ok) return fits
  const use = takeUse(state.purse, false)
  return use.ok ? allow({ running: null, log: log.value, use: use.value, startsTimer }) : use
}

function mayLogHere<T extends OwnTimer>(state: Logging<T>): Result<true> {
  if (state.place !== 'room') return mayLogOn(state.goal)
  const may = mayLog(state.room, state.member)
  if (!may.ok) return may
  const isMissing = state.taskUuid !== null && state.task === null
  return isMissing ? deny(invalid('task_uuid', 'This goal isn’t part of the session.')) : allow(true)
}

/** The person's open timer of the same goal that equals the one to start (`isSameTimer`). */
function runningTimer<T extends OwnTimer>(
  state: Logging<T>,
  fields: LogFields & { action: string },
  isStart: boolean
): T | undefined {
  const open = openTimers(state).filter(timer => isOnSameGoal(state, timer))
  if (isStart) return open.find(timer => timer.ql_button_uuid === null)
  const { status = LogStatus.Active, ql_button_uuid = null, action, title, content } = fields
  const measures = measuresOf(fields)
  if (status !== LogStatus.Active || !isTimed(measures)) return undefined
  const started = { ...measures, ql_button_uuid, action, title: title ?? '', content: content ?? '' }
  return open.find(timer => isSameTimer(timer, started))
}

/** A timer on a personal goal without a goal of the plan is not one of the free timers of the session. */
function isOnSameGoal<T extends OwnTimer>(state: Logging<T>, timer: T): boolean {
  if (state.place !== 'room') return timer.goal_id === state.goal.id
  const isInRoom = timer.session_id === state.room.id && timer.task_uuid === state.taskUuid
  return isInRoom && (timer.goal_id === null || timer.task_uuid !== null)
}

function openTimers<T extends OwnTimer>({ timers, now }: Logging<T>): T[] {
  return timers.filter(timer => isOpenTimer(timer, now))
}

function countedFor<T extends OwnTimer>(state: Logging<T>, { fields, doneAt }: Wish): Result<Counted> {
  const { goal, room, member, taskUuid } = state
  const goal_id = goal?.id ?? null
  const alone = { goal_id, session_id: null, task_uuid: null, is_private: false }
  if (!room) return allow(alone)
  const inRoom = { goal_id, session_id: room.id, task_uuid: taskUuid, is_private: false }
  if (state.place === 'attached') {
    const counts = countsInSession(room, { isAttached: state.goal.session_id === room.id }, member, doneAt)
    return counts.ok ? allow(counts.value ? inRoom : alone) : counts
  }
  const { startedAt } = room
  const isEarlier = fields.day !== undefined && startedAt !== null && fields.day < dayOf(startedAt, state.calendar)
  const onBoth = goal !== null && taskUuid !== null && countsOnBoth(room, goal, member, { at: doneAt, isEarlier })
  if (state.place === 'alone') return allow(onBoth ? { ...inRoom, is_private: true } : alone)
  return allow(onBoth ? inRoom : { ...inRoom, goal_id: null })
}

function newLog<T extends OwnTimer>(
  state: Logging<T>,
  counted: Counted,
  fields: LogFields & { action: string },
  doneAt: number
): Result<DraftedLog> {
  const { room, member, now, calendar } = state
  const isInRoom = state.place === 'room' && member !== null
  const madeAt = isInRoom ? logTime({ startedAt: state.room.startedAt ?? 0 }, member, doneAt) : doneAt
  const sent = { status: fields.status ?? LogStatus.Active, ...measuresOf(fields) }
  const day = dayOfLog(sent, fields.day, madeAt, calendar)
  if (!day.ok) return day
  const about = counted.goal_id === null && state.place === 'room' ? state.task : state.goal
  return allow({
    ...createLateLog(sent, madeAt, now, counted.session_id === null ? null : (room?.endedAt ?? null)),
    ...counted,
    day: day.value,
    unit: about?.unit ?? '',
    action: fields.action,
    title: fields.title ?? '',
    content: fields.content ?? '',
    ql_button_uuid: fields.ql_button_uuid ?? null,
    madeAt
  })
}

function measuresOf({ amount, distance, duration }: LogContent): Pick<LogState, 'amount' | 'distance' | 'duration'> {
  return { amount: amount ?? null, distance: distance ?? null, duration: duration || null }
}

function fitsIn<T extends OwnTimer>(state: Logging<T>, log: DraftedLog, startsTimer: boolean): Result<true> {
  if (log.session_id === null) return allow(true)
  const timers = openTimers(state).filter(timer => timer.session_id === log.session_id).length
  const used: Used = { timers, totals: state.totals }
  return mayAdd(used, { isOpenTimer: startsTimer, total: totalKey(log.task_uuid, log.action) })
}
