/** Restores rows of an export of another hut. A row's request key is the same in each try, so that it is added once. */
import { randomUUID } from 'node:crypto'
import { movedKey } from '../../domain/export/keys.ts'
import { type MovedGoal, movedState, readMoved } from '../../domain/import/moved-rows.ts'
import type { Moved, moveIn as moveInCall } from '../../domain/import/moving.ts'
import type { ReceivedBy, ResponseOf } from '../../domain/lib/endpoint.ts'
import { nextReminder } from '../../domain/reminders/goal-times.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { goalColumns } from '../goals/goals.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf } from '../lib/given.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoals } from '../progress/goal-rows.ts'
import { insertLogs, logColumns } from '../progress/log-rows.ts'
import { addToTotals } from '../progress/totals.ts'
import { logState } from '../progress/wire-log.ts'
import { openImport, ownSource } from './open-import.ts'
import {
  countImported,
  findMovedGoals,
  insertMovedGoals,
  insertMovedNotes,
  insertMovedReminders,
  listIdsHere,
  toWireImport
} from './queries.ts'

type Sent = ReceivedBy<typeof moveInCall>['body']
type Result = ResponseOf<typeof moveInCall>

/** The import that rows are restored for. */
interface Move {
  viewer: SignedIn
  source: string
  importId: number
  /** The export is of this account. Its rows may still be here. */
  isOwn: boolean
  now: Date
}

/** Restores the rows that can be read and are not there yet, free of charge. */
export async function moveIn(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  viewer: SignedIn,
  { uuid, file_name, account: source, section, rows }: Sent
): Promise<Result> {
  return db.transaction(async tx => {
    const now = dateAt(clock)
    const row = await openImport(tx, viewer, { uuid, file_name, source }, now)
    const move: Move = { viewer, source, importId: row.id, isOwn: source === ownSource(viewer), now }
    const { added, read, wrong } = await RESTORE[section](tx, move, rows)
    const counted = await countImported(tx, row.id, section === 'logs' ? { logs: added } : {})
    return { import: toWireImport(counted), added, existing: read - added, wrong }
  })
}

interface Restored {
  /** The number of rows that could be read. */
  read: number
  added: number
  wrong: Result['wrong']
}

const RESTORE: Record<Sent['section'], (tx: Transaction, move: Move, rows: Sent['rows']) => Promise<Restored>> = {
  goals: async (tx, move, sent) => {
    const { rows: read, wrong } = readAll(sent, row => readMoved('goals', row, move.now.getTime()))
    const rows = await missing(tx, move, 'goals', read)
    const added = await insertMovedGoals(
      tx,
      rows.map(goal => ({
        ...goalColumns(goal),
        ...{ status: goal.status, pauses: goal.pauses, completed_at: dateOf(goal.completed_at) },
        ...{ uuid: randomUUID(), import_id: move.importId },
        ...ownedBy(move, 'goals', goal)
      }))
    )
    await restoreReminders(tx, move, rows)
    return { read: read.length, added, wrong }
  },

  logs: async (tx, move, sent) => {
    const { rows: read, wrong } = readAll(sent, row => readMoved('logs', row, move.now.getTime()))
    const rows = await missing(tx, move, 'logs', read)
    const goalIds = await goalsOf(tx, move, rows)
    // Locks the goals before their logs, as everywhere.
    if (goalIds.size > 0) await lockGoals(tx, move.viewer.id, [...goalIds.values()])
    const made = await insertLogs(
      tx,
      rows.map(log => ({
        ...logColumns(movedState(log), null),
        ...{ goal_id: goalIds.get(keyOfGoal(move, log)) ?? null, session_id: null, import_id: move.importId },
        ...{ task_uuid: null, ql_button_uuid: log.ql_button_uuid, is_private: false },
        ...{ uuid: randomUUID(), day: log.day, deleted_at: null },
        ...{ title: log.title, content: log.content, action: log.action, unit: log.unit },
        ...ownedBy(move, 'logs', log)
      }))
    )
    await addToTotals(
      tx,
      made.map(log => ({ log, was: null, is: logState(log) }))
    )
    return { read: read.length, added: made.length, wrong }
  },

  notes: async (tx, move, sent) => {
    const { rows: read, wrong } = readAll(sent, row => readMoved('notes', row, move.now.getTime()))
    const rows = await missing(tx, move, 'notes', read)
    const goalIds = await goalsOf(tx, move, rows)
    const added = await insertMovedNotes(
      tx,
      rows.map(note => ({
        ...{ title: note.title, content: note.content, todo: note.todo, done: note.done },
        ...{ goal_id: goalIds.get(keyOfGoal(move, note)) ?? null, import_id: move.importId },
        ...ownedBy(move, 'notes', note)
      }))
    )
    return { read: read.length, added, wrong }
  }
}

/** Adds the reminders of the goals that this import has restored. One that is there already stays as it is. */
async function restoreReminders(
  tx: Transaction,
  { viewer, source, importId, now }: Move,
  goals: MovedGoal[]
): Promise<void> {
  const times = new Map(
    goals.flatMap(({ id, reminder }) => (reminder ? [[movedKey(source, 'goals', id), reminder] as const] : []))
  )
  const ids = await findMovedGoals(tx, viewer.id, [...times.keys()], importId)
  await insertMovedReminders(
    tx,
    [...times].flatMap(([key, { at, weekdays, at_night }]) => {
      const goal_id = ids.get(key)
      const due_at = new Date(nextReminder({ at, weekdays }, viewer, now.getTime()))
      const row = { user_id: viewer.id, at, weekdays, at_night: at_night === 1, due_at, created_at: now }
      return goal_id === undefined ? [] : [{ goal_id, ...row }]
    })
  )
}

/** Reads each row, and sorts out those that can't be restored. */
function readAll<Row>(
  sent: Sent['rows'],
  read: (row: Sent['rows'][number]) => { row: Row } | { reason: string }
): { rows: Row[]; wrong: Result['wrong'] } {
  const all = sent.map(row => ({ id: row.id, ...read(row) }))
  return {
    rows: all.flatMap(one => ('row' in one ? [one.row] : [])),
    wrong: all.flatMap(one => ('reason' in one ? [{ id: one.id, problem: one.reason }] : []))
  }
}

/** Leaves out the rows of an own export that are still here. */
async function missing<Row extends { id: number }>(
  tx: Transaction,
  { viewer, isOwn }: Move,
  section: Moved,
  rows: Row[]
): Promise<Row[]> {
  if (!isOwn) return rows
  const ids = rows.map(({ id }) => id)
  const here = await listIdsHere(tx, section, viewer.id, ids)
  return rows.filter(({ id }) => !here.has(id))
}

function ownedBy(
  { viewer, source, now }: Move,
  section: string,
  { id, created_at }: { id: number; created_at: string }
) {
  return {
    ...{ user_id: viewer.id, request_key: movedKey(source, section, id), request_digest: null },
    ...{ created_at: new Date(created_at), updated_at: now }
  }
}

function keyOfGoal({ source }: Move, { goal_id }: { goal_id: number | null }): string {
  return goal_id === null ? '' : movedKey(source, 'goals', goal_id)
}

/** The goals of logs or notes, by the key that they have or would have as restored ones. */
async function goalsOf(tx: Transaction, move: Move, rows: { goal_id: number | null }[]): Promise<Map<string, number>> {
  const { viewer, source, isOwn } = move
  const keys = new Set(rows.flatMap(row => keyOfGoal(move, row) || []))
  const restored = await findMovedGoals(tx, viewer.id, [...keys])
  const ids = isOwn ? rows.flatMap(({ goal_id }) => goal_id ?? []) : []
  const here = ids.length > 0 ? await listIdsHere(tx, 'goals', viewer.id, ids) : []
  return new Map([...restored, ...[...here].map(id => [movedKey(source, 'goals', id), id] as const)])
}
