/**
 * The rows that a log counts for: its goal, and in a session its participant and the room (D-85). lock-rows.ts lists
 * the order of their locks.
 */
import { and, eq, sql } from 'drizzle-orm'
import { findTask } from '../../domain/activities/find-task.ts'
import { type Hidden, hiddenFrom, participantSeen, summarySeen } from '../../domain/activities/hidden.ts'
import type { RecentLog } from '../../domain/cheers/api.ts'
import { MOST_RECENT } from '../../domain/cheers/cheer.ts'
import { own } from '../../domain/lib/own.ts'
import { type Contribution, contribution, counts, type LogState, LogStatus } from '../../domain/logs/log.ts'
import { templateOf } from '../../domain/session-goals/attach.ts'
import type { Participant } from '../../domain/sessions/api.ts'
import type { SessionUpdate } from '../../domain/socket/messages.ts'
import type { Transaction } from '../db/database.ts'
import { goals } from '../db/schema/goals.ts'
import { sessions } from '../db/schema/sessions.ts'
import { isOneOf } from '../lib/paging.ts'
import type { RecordEvent, SessionRow } from '../realtime/room-rows.ts'
import { addToDays, type Sum } from './day-rows.ts'
import { type GoalRow, LOCKED_ITEMS } from './goal-rows.ts'
import type { LogRow } from './log-rows.ts'
import { type FoundParticipant, findParticipants, toWireSummary } from './participant-rows.ts'

/** The plan's goal that a goal counts for in a session: a copy counts for its template. */
export function taskOf(session: Pick<SessionRow, 'id' | 'plan'>, goal: Pick<GoalRow, 'copied_from'>): string | null {
  const template = templateOf(goal.copied_from, session.id)
  return template === null ? null : (findTask(session.plan, template, true)?.uuid ?? null)
}

/**
 * Detaches goals when their person left or their session ended (D-73, D-138). Their totals in the session stay. The
 * caller has locked the room and its goals (`lockGoalsInRoom`).
 * @param userId null for the goals of everyone
 */
export async function detachGoals(
  tx: Transaction,
  sessionId: number,
  people: number[] | null,
  now: Date
): Promise<void> {
  const isMember = people === null ? undefined : isOneOf(sql`${goals.user_id}`, people)
  await tx
    .update(goals)
    .set({ session_id: null, task_uuid: null, updated_at: now })
    .where(and(eq(goals.session_id, sessionId), isMember))
}

/** A log that is added, changed or removed, with the keys of its totals. */
interface Change {
  log: Pick<
    LogRow,
    | 'id'
    | 'title'
    | 'created_at'
    | 'is_private'
    | 'goal_id'
    | 'session_id'
    | 'user_id'
    | 'task_uuid'
    | 'action'
    | 'unit'
    | 'day'
  >
  /** Null for a new log. */
  was: LogState | null
  /** Null for a removed log. */
  is: LogState | null
}

/** Adds to the totals that these logs count for, and records one event per room. Returns the participants. */
export async function applyChanges(
  tx: Transaction,
  record: RecordEvent,
  changes: Change[]
): Promise<FoundParticipant[]> {
  await addToTotals(tx, changes)
  return recordProgress(
    tx,
    record,
    changes.map(({ log }) => log),
    changes
  )
}

/**
 * Adds what logs count to their goals, participants, rooms and days, in as many statements for one log as for
 * thousands. The caller holds the locks of the rooms.
 */
export async function addToTotals(tx: Transaction, changes: Change[]): Promise<void> {
  const ofGoals = sumBy(changes, ({ log }) => (log.goal_id === null ? null : { id: log.goal_id }))
  if (ofGoals.length > 0) await tx.$client.query({ text: ADD_TO_GOALS }, [JSON.stringify(ofGoals)])
  await addToRooms(tx, changes)
  await addToDays(
    tx,
    sumBy(changes, ({ log: { user_id, day, action, unit } }) => ({ user_id, day, action, unit })),
    sumBy(changes, ({ log: { goal_id, day } }) => (goal_id === null ? null : { goal_id, day }))
  )
}

/** Recomputes the totals of a goal and of its days from its logs. */
export async function recountGoal(tx: Transaction, goalId: number): Promise<void> {
  const counted = sql`from logs where goal_id = ${goalId} and deleted_at is null and started_at is not null`
  const sums = sql`coalesce(sum(amount), 0) as amount, coalesce(sum(distance), 0) as distance,
    coalesce(sum(floor(elapsed_duration)), 0)::bigint as duration`
  await tx.execute(sql`
    update goals set amount_done = c.amount, distance_done = c.distance, duration_done = c.duration
    from (select ${sums} ${counted}) c where goals.id = ${goalId}`)
  await tx.execute(sql`delete from goal_days where goal_id = ${goalId}`)
  await tx.execute(sql`
    insert into goal_days (goal_id, day, logs, amount, distance, duration)
    select ${goalId}, day, count(*), ${sums} ${counted} group by day`)
}

/** Adds to the totals of participants and rooms only. */
export async function addToRooms(tx: Transaction, changes: Change[]): Promise<void> {
  const inRooms = sumBy(changes, ({ log: { session_id, user_id, task_uuid, action } }) =>
    session_id === null ? null : { session_id, user_id, task_uuid: task_uuid ?? '', action }
  )
  if (inRooms.length === 0) return
  await tx.$client.query({ text: ADD_TO_PARTICIPANTS }, [JSON.stringify(inRooms)])
  await addToSummaries(tx, inRooms)
}

const ADD_TO_GOALS = `
  with item as (select * from jsonb_to_recordset($1::jsonb)
      as item(id bigint, amount float8, distance float8, duration bigint)),
    locked as (${LOCKED_ITEMS})
  update goals set amount_done = amount_done + item.amount, distance_done = distance_done + item.distance,
    duration_done = duration_done + item.duration
  from locked join item on item.id = locked.id where goals.id = locked.id`

const ADD_TO_PARTICIPANTS = `
  insert into participant_totals as total (session_id, user_id, task_uuid, action, amount, distance, duration)
  select session_id, user_id, task_uuid, action, amount, distance, duration
  from jsonb_to_recordset($1::jsonb) as item(session_id bigint, user_id bigint, task_uuid text, action text,
    amount float8, distance float8, duration bigint)
  on conflict (session_id, user_id, task_uuid, action) do update set amount = total.amount + excluded.amount,
    distance = total.distance + excluded.distance, duration = total.duration + excluded.duration`

const SAVE_SUMMARIES = `
  update sessions set summary = item.summary
  from jsonb_to_recordset($1::jsonb) as item(id bigint, summary jsonb) where sessions.id = item.id`

type RoomSum = Sum & { session_id: number; task_uuid: string }

async function addToSummaries(tx: Transaction, sums: RoomSum[]): Promise<void> {
  const ids = [...new Set(sums.map(({ session_id }) => session_id))]
  const rooms = await tx
    .select({ id: sessions.id, summary: sessions.summary })
    .from(sessions)
    .where(isOneOf(sql`${sessions.id}`, ids))
  const changed = rooms.map(({ id, summary }) => {
    const tasks = new Map(Object.entries(summary.tasks))
    let { logs } = summary
    for (const sum of sums) {
      if (sum.session_id !== id) continue
      const { amount, distance, duration } = tasks.get(sum.task_uuid) ?? NOTHING
      tasks.set(sum.task_uuid, {
        amount: amount + sum.amount,
        distance: distance + sum.distance,
        duration: duration + sum.duration
      })
      logs += sum.logs
    }
    return { id, summary: { ...summary, logs, tasks: Object.fromEntries(tasks) } }
  })
  await tx.$client.query({ text: SAVE_SUMMARIES }, [JSON.stringify(changed)])
}

const NOTHING: Contribution = { amount: 0, distance: 0, duration: 0 }

/** Sums the changes by key, and skips changes whose key is null. */
function sumBy<Key extends object>(changes: Change[], keyOf: (change: Change) => Key | null): (Key & Sum)[] {
  const sums = new Map<string, Key & Sum>()
  for (const change of changes) {
    const key = keyOf(change)
    if (key === null) continue
    const name = JSON.stringify(key)
    const sum = sums.get(name) ?? { ...key, ...NOTHING, logs: 0, counted: 0 }
    if (change.was) add(sum, change.was, -1)
    if (change.is) add(sum, change.is, 1)
    sums.set(name, sum)
  }
  return [...sums.values()]
}

function add(sum: Sum, state: LogState, times: 1 | -1): void {
  const { amount, distance, duration } = contribution(state)
  sum.amount += times * amount
  sum.distance += times * distance
  sum.duration += times * duration
  sum.logs += times
  sum.counted += times * Number(counts(state))
}

/** Deletes an action's empty totals, since people may change the action as often as they like. */
export async function deleteEmptyTotals(tx: Transaction, { session_id, user_id, task_uuid, action }: Change['log']) {
  if (session_id === null) return
  // Treats rounding residue as zero.
  await tx.execute(sql`
    delete from participant_totals where session_id = ${session_id} and user_id = ${user_id}
      and task_uuid = ${task_uuid ?? ''} and action = ${action}
      and abs(amount) < 1e-6 and abs(distance) < 1e-6 and duration = 0 and list_progress = '[]'`)
}

/** Identifies one total of a participant. */
type Counted = Pick<Change['log'], 'session_id' | 'user_id' | 'task_uuid' | 'action'>

/**
 * Records one event per room with the changed totals of its participants and of the room. Totals that did not change
 * are not sent, since each page has them. Returns the participants with all of their totals.
 * @param changes logs that everyone may see now, or may no longer see (D-103)
 */
export async function recordProgress(
  tx: Transaction,
  record: RecordEvent,
  counted: Counted[],
  changes: Change[] = []
): Promise<FoundParticipant[]> {
  const byPerson = Map.groupBy(
    counted.filter(({ session_id }) => session_id !== null),
    ({ session_id, user_id }) => `${session_id} ${user_id}`
  )
  if (byPerson.size === 0) return []
  const people = [...byPerson.values()].flatMap(([first]) =>
    first ? [{ session_id: first.session_id as number, user_id: first.user_id }] : []
  )
  const [found, rooms] = await Promise.all([
    findParticipants(tx, people),
    tx
      .select({
        id: sessions.id,
        plan: sessions.plan,
        summary: sessions.summary,
        participants_count: sessions.participants_count
      })
      .from(sessions)
      .where(isOneOf(sql`${sessions.id}`, [...new Set(people.map(({ session_id }) => session_id))]))
  ])
  for (const room of rooms) {
    // An event reaches everyone, so for hidden goals it only says that something changed.
    const hidden = hiddenFrom(room.plan, false)
    const participants = found
      .filter(({ session_id }) => session_id === room.id)
      .map(({ user_id, participant }) => changedTotals(participant, byPerson.get(`${room.id} ${user_id}`) ?? []))
      .map(participant => participantSeen(participant, hidden))
    const summary = summarySeen(toWireSummary(room), hidden)
    const tasks = counted.filter(({ session_id }) => session_id === room.id).map(({ task_uuid }) => task_uuid ?? '')
    const ofRoom = changes.filter(({ log }) => log.session_id === room.id)
    const names = new Map(found.map(({ user_id, participant }) => [user_id, participant.username]))
    const data: SessionUpdate = {
      ...(participants.length > 0 ? { participants } : {}),
      summary: { ...summary, tasks: pick(summary.tasks, tasks) },
      ...seenChanges(ofRoom, names, hidden),
      ...(tasks.some(task => hidden.tasks.has(task)) ? { reload: true } : {})
    }
    record(room.id, { type: 'update', data })
  }
  return found
}

/** Logs that appear in the room's stream or leave it; of many at once, only the newest appear. */
function seenChanges(
  changes: Change[],
  names: ReadonlyMap<number, string>,
  hidden: Hidden
): Pick<SessionUpdate, 'recent_logs' | 'unseen_logs'> {
  const isSeen = ({ is_private }: Change['log'], state: LogState | null): boolean =>
    !is_private && state?.status === LogStatus.Active
  const recent = changes
    .filter(({ log, is }) => isSeen(log, is) && !hidden.tasks.has(log.task_uuid ?? ''))
    .slice(-MOST_RECENT)
    .flatMap(({ log, is }): RecentLog[] => {
      const username = names.get(log.user_id)
      if (!is || username === undefined) return []
      const { id, task_uuid, title, day, created_at } = log
      const { amount, distance, duration } = is
      const made = { id, username, task_uuid, title, day, created_at: created_at.toISOString() }
      return [{ ...made, amount, distance, duration, cheers: 0, cheered: 0 }]
    })
  const unseen = changes.filter(({ log, was, is }) => isSeen(log, was) && !isSeen(log, is)).map(({ log }) => log.id)
  return {
    ...(recent.length > 0 ? { recent_logs: recent } : {}),
    ...(unseen.length > 0 ? { unseen_logs: unseen } : {})
  }
}

function changedTotals(participant: Participant, counted: Counted[]): Participant {
  const { task_totals, task_action_totals } = participant
  const actions = counted.map(({ action }) => action)
  return {
    ...participant,
    task_totals: pick(
      task_totals,
      counted.map(({ task_uuid }) => task_uuid ?? '')
    ),
    // A total that was deleted is sent as zero.
    task_action_totals: {
      ...Object.fromEntries(actions.map(action => [action, NOTHING])),
      ...pick(task_action_totals, actions)
    }
  }
}

function pick<Value>(all: Record<string, Value>, keys: string[]): Record<string, Value> {
  return Object.fromEntries(keys.flatMap(key => (Object.hasOwn(all, key) ? [[key, own(all, key) as Value]] : [])))
}
