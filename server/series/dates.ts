/** Makes the dates of series (D-150). The rows of the series are locked, so that each date is made once. */
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
import { insertSessions, ruleOf } from '../sessions/session-rows.ts'
import { noteUses, textsOf } from '../uploads/upload-rows.ts'
import { admitRegulars } from './regular-rows.ts'
import type { SeriesRow } from './series-rows.ts'
import { datesAfter } from './series-rule.ts'
import {
  type Dates,
  findActivityTitles,
  findMadeDates,
  type Look,
  listHidden,
  listInGroup,
  updateLooks
} from './watch-rows.ts'
import { noteDateNews } from './watcher-rows.ts'

const DAY_MS = 86_400_000

interface Due {
  row: SeriesRow
  at: Date
}

/**
 * Makes all dates of these series that are due, and ends a series whose last date has begun. A hidden series gets no
 * dates (D-149). The number of statements does not depend on the number of series. The caller holds the locks of the rows.
 */
export async function makeDates(tx: Transaction, deps: Dependencies, rows: SeriesRow[]): Promise<void> {
  const now = deps.clock.now()
  const ids = rows.map(({ id }) => id)
  const [made, hidden] = await Promise.all([findMadeDates(tx, ids, new Date(now)), listHidden(tx, ids)])
  const plans = rows.map(row => planDates(row, made.get(row.id) ?? NONE, hidden.has(row.id), now))
  await insertDates(
    tx,
    deps,
    plans.flatMap(({ due }) => due)
  )
  await updateLooks(
    tx,
    plans.map(({ look }) => look)
  )
}

const NONE: Dates = { next: null, coming: 0, planned: new Set() }

/** Returns the dates of a series that are due, and when it is due again. */
function planDates(
  row: SeriesRow,
  { next, coming, planned }: Dates,
  isHidden: boolean,
  now: number
): { due: Due[]; look: Look } {
  const due: Due[] = []
  let madeUntil = row.made_until.getTime()
  let hasMore = false
  // After a pause, dates that have passed are not made, and skipped ones stay skipped.
  for (const at of datesAfter(ruleOf(row), Math.max(madeUntil, now))) {
    if (planned.has(at)) continue
    hasMore = isHidden || !isDateDue(at, coming + due.length, now)
    if (hasMore) break
    due.push({ row, at: new Date(at) })
    madeUntil = at
  }
  const first = next ?? due[0]?.at.getTime()
  return {
    due,
    look: {
      id: row.id,
      made_until: new Date(madeUntil),
      // Without a coming date the host has skipped all of them, and tomorrow one more may be due.
      look_at: new Date(first ?? now + DAY_MS),
      ended_at: hasMore || first !== undefined ? null : new Date(now)
    }
  }
}

async function insertDates(tx: Transaction, deps: Dependencies, dates: Due[]): Promise<void> {
  if (dates.length === 0) return
  const now = dateAt(deps.clock)
  const rows = [...new Set(dates.map(({ row }) => row))]
  const titles = await findActivityTitles(
    tx,
    rows.flatMap(({ activity_id }) => activity_id ?? [])
  )
  // A host who left the group keeps the series outside of it.
  const inGroup = await listInGroup(
    tx,
    rows.flatMap(({ id, group_id }) => (group_id === null ? [] : [id]))
  )
  const sessions = await insertSessions(
    tx,
    dates.map(({ row, at }) => ({
      ...sessionOf(row, at, now),
      activity_title: titles.get(row.activity_id ?? 0) ?? '',
      group_id: inGroup.has(row.id) ? row.group_id : null
    })),
    null
  )
  // Only texts with pictures need a statement.
  for (const session of sessions) await noteUses(tx, { session_id: session.id }, session.user_id, textsOf(session))
  const ids = sessions.map(({ id }) => id)
  await admitRegulars(tx, ids, null, now)
  await noteDateNews(tx, ids)
}

function sessionOf(row: SeriesRow, at: Date, now: Date) {
  const template = templateOf(row)
  const { status, started_at, ended_at, plan } = scheduled({
    status: SessionStatus.NotStarted,
    started_at: at.toISOString(),
    ended_at: null,
    duration: row.duration,
    is_manually_started: false,
    plan: template.plan
  })
  return {
    ...template,
    ...{ user_id: row.user_id, plan, status },
    series_id: row.id,
    series_at: at,
    slug: slugFor(row.title, true, 'session'),
    started_at: dateOf(started_at),
    ended_at: dateOf(ended_at),
    created_at: now,
    updated_at: now
  }
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
