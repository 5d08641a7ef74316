/** Looks at the series that are due: makes their next dates, and asks a host who is away (D-150). */
import { NextStep, nextStep } from '../../domain/series/series.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { remind, tellInboxes } from '../reminders/reminder-rows.ts'
import { makeDates } from './dates.ts'
import { endRegulars } from './regulars.ts'
import { cancelStoppedDates, stop } from './series.ts'
import { claimSeries, findFirstDate, listDueSeries, listSeen, stateOfHost, updateSeriesRow } from './series-rows.ts'
import { warnOfTokens } from './token-warning.ts'

const MOST = 10_000
/** Thousands of series may have a date at nine o'clock, and requests still find a connection. */
const AT_ONCE = 4

/** Looks at each due series once, on whichever node is first. */
export async function watchSeries(deps: Dependencies): Promise<void> {
  const due = (await listDueSeries(deps.db, dateAt(deps.clock), MOST)).values()
  const failures: unknown[] = []
  const lane = async (): Promise<void> => {
    // A series that fails delays no other one.
    for (const id of due) await look(deps, id).catch(error => failures.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await cancelStoppedDates(deps)
  await endRegulars(deps)
  await warnOfTokens(deps)
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} series failed`)
}

async function look(deps: Dependencies, id: number): Promise<void> {
  const told = await deps.db.transaction(async tx => {
    const now = deps.clock.now()
    const row = await claimSeries(tx, id, new Date(now))
    if (!row) return []
    const host = await stateOfHost(tx, row.user_id, new Date(now))
    const step = nextStep(host, row.asked_at?.getTime() ?? null, await listSeen(tx, id), now)
    if (step === NextStep.End) return stop(tx, deps, row, { ended_at: new Date(now) })
    if (step === NextStep.Pause) return stop(tx, deps, row, { paused_at: new Date(now) })
    await makeDates(tx, deps, row)
    if (step === NextStep.GoOn) return []
    await updateSeriesRow(tx, id, { asked_at: new Date(now) })
    const sessionId = await findFirstDate(tx, id)
    return remind(tx, deps, { kind: 'series_asks', to: [row.user_id], sessionId, at: now })
  })
  tellInboxes(deps, told)
}
