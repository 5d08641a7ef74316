/** Imports parts of a file, and undoes whole imports. Rows are locked in one order: import, goals, logs, days. */
import { randomUUID } from 'node:crypto'
import { isOpenGoal } from '../../domain/goals/goal.ts'
import type { compareLogs as compareLogsCall, Import, importLogs as importLogsCall } from '../../domain/import/api.ts'
import { importedLog } from '../../domain/import/import.ts'
import { findKnown } from '../../domain/import/known.ts'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, type Refusal, refuse } from '../../domain/lib/refusal.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isSameCall, KEY_IS_USED, NO_KEY, once, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoals } from '../progress/goal-rows.ts'
import { findLogByKey, insertLogs, logColumns } from '../progress/log-rows.ts'
import { addToTotals } from '../progress/totals.ts'
import { logState } from '../progress/wire-log.ts'
import { deleteMade, deleteMovedItems } from './items/undo-rows.ts'
import {
  countImported,
  deleteMovedNotes,
  deleteUnusedGoals,
  findImport,
  listGoalsOf,
  listLogsOnDays,
  lockImport,
  lockImportById,
  markCreatedGoals,
  toWireImport,
  undoImportRows
} from './queries.ts'

type Part = ReceivedBy<typeof importLogsCall>['body']

/** Imports all logs of a part or none, free of charge. With a key, a second call returns the first result. */
export async function importLogs(
  deps: Dependencies,
  viewer: SignedIn,
  { uuid, file_name, logs, made_goals }: Part,
  key: RequestKey | null
): Promise<Import> {
  const { db, clock } = deps
  const nth = (requestKey: string, index: number): string => `${requestKey}.${index}`
  const find = async (known: string) => (await findLogByKey(db, viewer.id, nth(known, 0)))?.log ?? null
  const show = async () =>
    toWireImport((await findImport(db, viewer.id, uuid)) ?? refuse({ kind: 'notFound', message: 'It was undone.' }))
  const make = () =>
    db.transaction(async tx => {
      const now = dateAt(clock)
      const row = await lockImport(tx, { user_id: viewer.id, uuid, file_name, created_at: now })
      // The same call may have finished while this one waited for the lock.
      const earlier = key && (await findLogByKey(tx, viewer.id, nth(key.request_key, 0)))
      if (earlier) return isSameCall(earlier.log, key) ? toWireImport(row) : refuse(KEY_IS_USED)
      if (row.source) refuse(NOT_LOGS)
      if (row.undone_at) refuse({ kind: 'conflict', message: 'This import was undone. Start a new one.' })
      const goals = await checkGoals(tx, viewer, logs, made_goals)
      await markCreatedGoals(tx, viewer.id, made_goals, row.id)
      const rows = await insertLogs(
        tx,
        logs.map((log, index) => {
          const read = importedLog(log, now.getTime(), viewer)
          const { state, day } = read.ok ? read.value : refuse(below(index, read.refusal))
          return {
            ...logColumns(state, null),
            ...{
              goal_id: log.goal_id,
              session_id: null,
              import_id: row.id,
              task_uuid: null,
              ql_button_uuid: null,
              is_private: false
            },
            ...{ uuid: randomUUID(), user_id: viewer.id, day },
            ...{ title: log.title, content: log.content },
            action: log.action || (goals.get(log.goal_id)?.action ?? ''),
            unit: goals.get(log.goal_id)?.unit ?? '',
            ...(key ? { ...key, request_key: nth(key.request_key, index) } : NO_KEY),
            ...{ created_at: now, updated_at: now, deleted_at: null }
          }
        })
      )
      await addToTotals(
        tx,
        rows.map(log => ({ log, was: null, is: logState(log) }))
      )
      return toWireImport(await countImported(tx, row.id, { logs: rows.length }))
    })
  return once(key, 'logs_request', find, show, make)
}

const NOT_LOGS = { kind: 'conflict', message: 'This import restores an account. Start a new one.' } as const

/** Finds the logs of a file that exist already. */
export async function compareLogs(
  { db }: Dependencies,
  viewer: SignedIn,
  logs: ReceivedBy<typeof compareLogsCall>['body']['logs']
): Promise<{ known: number[] }> {
  const days = [...new Set(logs.map(({ day }) => day))]
  return { known: findKnown(logs, await listLogsOnDays(db, viewer.id, days)) }
}

/** Locks the goals before their logs, as everywhere. */
async function checkGoals(tx: Transaction, viewer: SignedIn, logs: Part['logs'], made: number[]) {
  const ids = new Set([...made, ...logs.flatMap(({ goal_id }) => (goal_id === null ? [] : [goal_id]))])
  const rows = ids.size === 0 ? [] : await lockGoals(tx, viewer.id, [...ids])
  const found = new Map<number | null, (typeof rows)[number]>(rows.map(goal => [goal.id, goal]))
  logs.forEach(({ goal_id }, index) => {
    if (goal_id === null) return
    const goal = found.get(goal_id)
    const field = `logs.${index}.goal_id`
    if (!goal) refuse(invalid(field, 'You no longer have this goal.'))
    if (!isOpenGoal(goal)) refuse(invalid(field, 'This goal is completed. Reopen it to log more.'))
  })
  return found
}

/** Names the fields of a log as they are in the body. */
function below(index: number, refusal: Refusal): Refusal {
  if (refusal.kind !== 'invalid') return refusal
  const fields = Object.entries(refusal.fields).map(([name, text]) => [`logs.${index}.${name}`, text])
  return { ...refusal, fields: Object.fromEntries(fields) }
}

/** Subtracts the import's logs, even corrected ones, and deletes what was made for it and is not used otherwise. */
export async function undoImport({ db, clock }: Dependencies, viewer: SignedIn, id: number): Promise<void> {
  await db.transaction(async tx => {
    const row = (await lockImportById(tx, viewer.id, id)) ?? refuse({ kind: 'notFound' })
    await lockGoals(tx, viewer.id, await listGoalsOf(tx, row.id))
    const gone = await undoImportRows(tx, row, dateAt(clock))
    await addToTotals(
      tx,
      gone.map(log => ({ log, was: logState(log), is: null }))
    )
    await deleteMovedNotes(tx, row.id, dateAt(clock))
    await deleteUnusedGoals(tx, row, dateAt(clock))
    await deleteMade(tx, row.id, dateAt(clock))
    await deleteMovedItems(tx, row.id)
  })
}
