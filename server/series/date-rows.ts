import { sql } from 'drizzle-orm'
import type { SeriesDate } from '../../domain/series/api.ts'
import { DateState, MOST_PEOPLE_SHOWN, stateOfDate } from '../../domain/series/series.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { cut, type Slice } from '../lib/paging.ts'

interface Row {
  title: string
  slug: string
  series_at: Date
  started_at: Date
  duration: number
  status: SessionStatus
  is_cancelled: boolean
  participants_count: number
  participant_limit: number | null
  people: string[]
  is_joined: boolean
  logs: number
}

interface Of {
  seriesId: number
  viewerId: number | null
  now: Date
}

/**
 * The dates of a series. A date that its host skipped is in the list until its time has passed, and then among the past
 * ones. Hidden dates are left out.
 * @param past which of the past dates, the newest first; null for all that run or come, the next one first
 */
export async function listDates(
  db: Database,
  { seriesId, viewerId, now }: Of,
  past: Slice | null
): Promise<SeriesDate[]> {
  const isPast = sql`(s.cancelled_at is null and s.status = ${SessionStatus.Ended} or s.cancelled_at is not null and s.series_at <= ${now})`
  const rows = await selectRows<Row & Record<string, unknown>>(
    db,
    sql`
    select s.title, s.slug, s.series_at, coalesce(s.started_at, s.series_at) as started_at, s.duration, s.status,
      s.cancelled_at is not null as is_cancelled, s.participants_count, s.participant_limit,
      (s.summary ->> 'logs')::int as logs,
      exists (select from participants p where p.session_id = s.id and p.user_id = ${viewerId} and p.left_at is null)
        as is_joined,
      array(select u.username::text from participants p join users u on u.id = p.user_id
        where p.session_id = s.id and p.left_at is null and u.guest_key is null order by p.joined_at, p.id
        limit ${MOST_PEOPLE_SHOWN}) as people
    from sessions s
    where s.series_id = ${seriesId} and s.series_at is not null and s.hidden_at is null
      and ${past ? isPast : sql`not ${isPast}`}
    order by ${past ? sql`s.series_at desc` : sql`s.series_at`} ${past ? cut(past) : sql``}`
  )
  return rows.map(toWireDate)
}

function toWireDate(row: Row): SeriesDate {
  const { title, duration, status, participants_count, participant_limit, people, logs } = row
  const state = stateOfDate({
    plannedAt: row.series_at.getTime(),
    startsAt: row.started_at.getTime(),
    isCancelled: row.is_cancelled
  })
  return {
    ...{ title, duration, state, status, participants_count, participant_limit, people, logs },
    path: state === DateState.Skipped ? null : `/sessions/${row.slug}`,
    planned_at: row.series_at.toISOString(),
    started_at: row.started_at.toISOString(),
    is_joined: row.is_joined ? 1 : 0
  }
}
