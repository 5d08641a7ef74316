/** The events of series that have not ended or paused (D-150). */

import { sql } from 'drizzle-orm'
import { type CalendarEvent, MOST_FEED_EVENTS, type SeriesDate, seriesEvents } from '../../domain/calendar/event.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { isSeriesHidden, type RuleColumns, ruleOf } from '../sessions/session-rows.ts'
import type { ListedEvent } from './queries.ts'

interface SeriesRow extends RuleColumns {
  id: number
  title: string
  slug: string
  content: string
  duration: number
  created_at: Date
  updated_at: Date
}

interface DateRow {
  id: number
  series_id: number
  series_at: Date
  started_at: Date
  ended_at: Date | null
  title: string
  slug: string
  content: string
  duration: number
  is_off: boolean
  updated_at: Date
}

/**
 * The series that a person hosts or comes to every time. A date without them is an exception.
 * @returns the events, and the ids of the series with the beginning of their rules
 */
export async function listSeriesEventsOf(db: Database, userId: number) {
  const rows = await selectRows<SeriesRow & Record<string, unknown>>(
    db,
    sql`select ${COLUMNS} from series s where s.ended_at is null and s.paused_at is null and (s.user_id = ${userId}
      or exists (select from series_regulars r where r.series_id = s.id and r.user_id = ${userId} and r.ended_at is null)
        and not ${isSeriesHidden('s')})
      order by s.id limit ${MOST_FEED_EVENTS}`
  )
  return eventsOf(db, rows, userId)
}

/** The events of one series for everyone; none when it has ended or paused, or does not exist. */
export async function findSeriesEvents(db: Database, slug: string): Promise<ListedEvent[]> {
  const rows = await selectRows<SeriesRow & Record<string, unknown>>(
    db,
    sql`select ${COLUMNS} from series s where s.slug = ${slug} and s.ended_at is null and s.paused_at is null
      and not ${isSeriesHidden('s')}`
  )
  return (await eventsOf(db, rows, null)).events
}

const COLUMNS = sql`s.id::int as id, s.title, s.slug, s.content, s.duration, s.repeats, s.every, s.weekdays, s.until, s.count,
  s.starts_at, s.zone, s.created_at, s.updated_at`

async function eventsOf(db: Database, series: readonly SeriesRow[], userId: number | null) {
  const begins = new Map(series.map(({ id, starts_at }) => [id, starts_at]))
  if (series.length === 0) return { events: [], begins }
  const isOff = sql`(d.cancelled_at is not null or d.hidden_at is not null)`
  // Strangers don't find the unlisted dates of a listed series (D-159).
  const isUnknown = sql`(${isOff} or d.unlisted and not s.unlisted)`
  const isAway = sql`not exists (select from participants p
    where p.session_id = d.id and p.user_id = ${userId} and p.left_at is null)`
  // A date that the person declined or came back to is a change of their calendar.
  const mine = sql`(select greatest(p.joined_at, p.left_at) from participants p
    where p.session_id = d.id and p.user_id = ${userId})`
  const dates = await selectRows<DateRow & Record<string, unknown>>(
    db,
    sql`select d.id::int as id, d.series_id::int as series_id, d.series_at, coalesce(d.started_at, d.series_at) as started_at,
        d.ended_at, d.title, d.slug, d.content, d.duration,
        ${userId === null ? sql`d.updated_at` : sql`greatest(d.updated_at, ${mine})`} as updated_at,
        ${userId === null ? isUnknown : sql`(${isOff} or ${isAway})`} as is_off
      from sessions d join series s on s.id = d.series_id and d.series_at >= s.starts_at
      where d.series_id = any(${sql.param(series.map(({ id }) => id))}::bigint[])
      order by d.series_at desc limit ${MOST_FEED_EVENTS}`
  )
  const events = series.flatMap(row => {
    const own = dates.filter(date => date.series_id === row.id)
    const contents = new Map(own.map(date => [`/sessions/${date.slug}`, date.content]))
    return seriesEvents(toSeries(row), own.map(toDate)).map(
      (event: CalendarEvent): ListedEvent => ({ ...event, content: contents.get(event.path) ?? row.content })
    )
  })
  return { events, begins }
}

function toSeries(row: SeriesRow) {
  const { id, title, slug, duration } = row
  const times = { createdAt: row.created_at.getTime(), updatedAt: row.updated_at.getTime() }
  return { id, title, slug, duration, ...times, rule: ruleOf(row) }
}

function toDate({ title, slug, duration, ...row }: DateRow): SeriesDate {
  return {
    ...{ title, slug, duration, isCancelled: row.is_off },
    plannedAt: row.series_at.getTime(),
    startsAt: row.started_at.getTime(),
    endsAt: row.ended_at?.getTime() ?? null,
    updatedAt: row.updated_at.getTime()
  }
}
