/** Looks at the series that are due: makes their next dates, and asks a host who is away (D-150). */

import { Host, NextStep, nextStep } from '../../domain/series/series.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { remind } from '../reminders/reminder-rows.ts'
import { makeDates } from './dates.ts'
import { endRegulars } from './regulars.ts'
import { cancelStoppedDates, stop } from './series.ts'
import { findFirstDate, type SeriesRow, updateSeriesRow } from './series-rows.ts'
import { warnOfTokens } from './token-warning.ts'
import { claimSeries, findStandings, listDueSeries } from './watch-rows.ts'

const MOST = 10_000
/** Series that share a transaction. */
const TOGETHER = 50
/** Thousands of series may have a date at nine o'clock, and requests still find a connection. */
const AT_ONCE = 4

/** Looks at each due series once, on whichever node is first. */
export async function watchSeries(deps: Dependencies): Promise<void> {
  const due = await listDueSeries(deps.db, dateAt(deps.clock), MOST)
  const batches = Array.from({ length: Math.ceil(due.length / TOGETHER) }, (_, nth) =>
    due.slice(nth * TOGETHER, (nth + 1) * TOGETHER)
  ).values()
  const failures: unknown[] = []
  const lane = async (): Promise<void> => {
    for (const ids of batches) failures.push(...(await look(deps, ids)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await cancelStoppedDates(deps)
  await endRegulars(deps)
  await warnOfTokens(deps)
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} series failed`)
}

/** Returns why series failed. Each one gets a transaction of its own then, so that it delays no other one. */
async function look(deps: Dependencies, ids: number[]): Promise<unknown[]> {
  try {
    tellInboxes(deps, await deps.db.transaction(tx => lookAt(tx, deps, ids)))
    return []
  } catch (error) {
    if (ids.length === 1) return [error]
    const failures: unknown[] = []
    for (const id of ids) failures.push(...(await look(deps, [id])))
    return failures
  }
}

/** Returns the usernames whose inboxes changed. */
async function lookAt(tx: Transaction, deps: Dependencies, ids: number[]): Promise<string[]> {
  const now = deps.clock.now()
  const at = new Date(now)
  const rows = await claimSeries(tx, ids, at)
  if (rows.length === 0) return []
  const standings = await findStandings(
    tx,
    rows.map(({ id }) => id),
    at
  )
  const steps = Map.groupBy(rows, ({ id, asked_at }) => {
    const { host, seen } = standings.get(id) ?? { host: Host.Gone, seen: [] }
    return nextStep(host, asked_at?.getTime() ?? null, seen, now)
  })
  const rowsTo = (step: NextStep): SeriesRow[] => steps.get(step) ?? []
  const told: string[] = []
  await makeDates(tx, deps, [...rowsTo(NextStep.GoOn), ...rowsTo(NextStep.Ask)])
  // These are few: a series asks once, and stops once.
  for (const row of rowsTo(NextStep.End)) told.push(...(await stop(tx, deps, row, { ended_at: at })))
  for (const row of rowsTo(NextStep.Pause)) told.push(...(await stop(tx, deps, row, { paused_at: at })))
  for (const row of rowsTo(NextStep.Ask)) told.push(...(await ask(tx, deps, row)))
  return told
}

async function ask(tx: Transaction, deps: Dependencies, { id, user_id }: SeriesRow): Promise<string[]> {
  const now = deps.clock.now()
  await updateSeriesRow(tx, id, { asked_at: new Date(now) })
  return remind(tx, deps, { kind: 'series_asks', to: [user_id], sessionId: await findFirstDate(tx, id), at: now })
}
