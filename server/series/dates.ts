/** Makes the dates of series (D-150). The row of the series is locked, so that each date is made once. */
import { clearPlan } from '../../domain/activities/schedule.ts'
import { isDateDue } from '../../domain/series/series.ts'
import { scheduled } from '../../domain/sessions/session.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { dateOf } from '../lib/given.ts'
import { slugFor } from '../lib/slugs.ts'
import type { SessionRow } from '../realtime/room-rows.ts'
import { insertSession, ruleOf } from '../sessions/session-rows.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import { admitRegulars } from './regular-rows.ts'
import {
  type DateRow,
  findActivityTitle,
  isMember,
  listComing,
  listPlannedTimes,
  type SeriesRow,
  updateSeriesRow
} from './series-rows.ts'
import { datesAfter } from './series-rule.ts'
import { noteDateNews } from './watcher-rows.ts'

const DAY_MS = 86_400_000

/** Makes all dates that are due, and ends a series whose last date has begun. The caller holds the row's lock. */
export async function makeDates(tx: Transaction, deps: Dependencies, row: SeriesRow): Promise<void> {
  const now = deps.clock.now()
  // A date that begins at this moment may not have its status yet.
  const coming = (await listComing(tx, row.id)).filter(({ started_at }) => (started_at?.getTime() ?? 0) > now)
  let madeUntil = row.made_until.getTime()
  // After a pause, dates that have passed are not made, and skipped ones stay skipped.
  const from = Math.max(madeUntil, now)
  const planned = await listPlannedTimes(tx, row.id, new Date(from))
  let hasMore = false
  for (const at of datesAfter(ruleOf(row), from)) {
    if (planned.has(at)) continue
    hasMore = !isDateDue(at, coming.length, now)
    if (hasMore) break
    coming.push(await makeDate(tx, deps, row, new Date(at)))
    madeUntil = at
  }
  const next = coming[0]
  await updateSeriesRow(tx, row.id, {
    made_until: new Date(madeUntil),
    // Without a coming date the host has skipped all of them, and tomorrow one more may be due.
    look_at: next?.started_at ?? new Date(now + DAY_MS),
    ...(hasMore || next ? {} : { ended_at: dateAt(deps.clock) })
  })
}

async function makeDate(tx: Transaction, deps: Dependencies, row: SeriesRow, at: Date): Promise<DateRow> {
  const template = templateOf(row)
  const { status, started_at, ended_at, plan } = scheduled({
    status: SessionStatus.NotStarted,
    started_at: at.toISOString(),
    ended_at: null,
    duration: row.duration,
    is_manually_started: false,
    plan: template.plan
  })
  const now = dateAt(deps.clock)
  const session = await insertSession(
    tx,
    {
      ...template,
      ...{ user_id: row.user_id, plan, status },
      activity_title: await findActivityTitle(tx, row.activity_id),
      // A host who left the group keeps the series outside of it.
      group_id: row.group_id !== null && (await isMember(tx, row.group_id, row.user_id)) ? row.group_id : null,
      series_id: row.id,
      series_at: at,
      slug: slugFor(row.title, true, 'session'),
      started_at: dateOf(started_at),
      ended_at: dateOf(ended_at),
      created_at: now,
      updated_at: now
    },
    null
  )
  await noteUses(tx, { session_id: session.id }, row.user_id, textsOf({ content: row.content, plan }))
  await admitRegulars(tx, [session.id], null, now)
  await noteDateNews(tx, row.id, session.id)
  return session
}

/** Returns the words, plan and settings that a date hands on to the series, and the series to later dates. */
export function templateOf(row: SessionRow | SeriesRow) {
  const { title, activity_id, content, duration, participant_limit, difficulty, term_id, group_id } = row
  const { needs_code, join_code, donation_link, unlisted, is_free, guests, guests_chat } = row
  return {
    ...{ title, activity_id, content, duration, participant_limit, difficulty, term_id, group_id },
    ...{ needs_code, join_code, donation_link, unlisted, is_free, guests, guests_chat },
    plan: clearPlan(row.plan)
  }
}
