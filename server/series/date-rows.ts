import { type SQL, sql } from 'drizzle-orm'
import type { SeriesDate } from '../../domain/series/api.ts'
import { DateState, MOST_PEOPLE_SHOWN, stateOfDate } from '../../domain/series/series.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { cut, type Slice } from '../lib/paging.ts'

interface Row {
  title: string
  slug: string
  /** Null for a date that the rule no longer has. */
  series_at: Date | null
  started_at: Date
  duration: number
  status: SessionStatus
  is_cancelled: boolean
  participants_count: number
  participant_limit: number | null
  people: string[]
  is_joined: boolean
  is_waiting: boolean
  logs: number
  my_seconds: number | null
  attendance: SeriesDate['attendance']
}

interface Of {
  seriesId: number
  viewerId: number | null
  /** The host sees how long everyone was there. */
  isHost: boolean
  now: Date
}

const MOST_ATTENDING = 500

const ATTENDANCE = sql`(select json_agg(json_build_object('username', here.username, 'seconds', here.seconds))
  from (select u.username::text as username, a.seconds from attendances a join users u on u.id = a.user_id
    where a.session_id = s.id order by a.seconds desc, u.username limit ${MOST_ATTENDING}) here)`

/** The time of a date in the list. */
const AT = sql`coalesce(s.series_at, s.started_at)`

/** On how many dates of a series a person was in the room. */
export async function countMyDates(db: Database, seriesId: number, viewerId: number | null): Promise<number> {
  if (viewerId === null) return 0
  const [row] = await selectRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from attendances a join sessions s on s.id = a.session_id
      where a.user_id = ${viewerId} and s.series_id = ${seriesId}`
  )
  return row?.count ?? 0
}

/** Unlisted dates of a listed series are for those who were in them, and for members of their group (D-159). */
const isFound = (viewerId: number | null): SQL => sql`(not s.unlisted
  or exists (select from series e where e.id = s.series_id and e.unlisted)
  or exists (select from participants p where p.session_id = s.id and p.user_id = ${viewerId} and p.removed_at is null)
  or exists (select from group_members m where m.group_id = s.group_id and m.user_id = ${viewerId}))`

/**
 * The dates of a series. A date that its host skipped is in the list until its time has passed, and then among the past
 * ones. Hidden dates are left out.
 * @param past which of the past dates, the newest first; null for all that run or come, the next one first
 */
export async function listDates(
  db: Database,
  { seriesId, viewerId, isHost, now }: Of,
  past: Slice | null
): Promise<SeriesDate[]> {
  const isPast = sql`(s.cancelled_at is null and s.status = ${SessionStatus.Ended} or s.cancelled_at is not null and s.series_at <= ${now})`
  const rows = await selectRows<Row & Record<string, unknown>>(
    db,
    sql`
    select s.title, s.slug, s.series_at, coalesce(s.started_at, s.series_at) as started_at, s.duration, s.status,
      s.cancelled_at is not null as is_cancelled, s.participants_count, s.participant_limit,
      (s.summary ->> 'logs')::int as logs,
      (select a.seconds from attendances a where a.session_id = s.id and a.user_id = ${viewerId}) as my_seconds,
      ${isHost && past ? ATTENDANCE : sql`null`} as attendance,
      exists (select from participants p where p.session_id = s.id and p.user_id = ${viewerId} and p.left_at is null)
        as is_joined,
      exists (select from waitlist_entries w where w.session_id = s.id and w.user_id = ${viewerId}) as is_waiting,
      array(select u.username::text from participants p join users u on u.id = p.user_id
        where p.session_id = s.id and p.left_at is null and u.guest_key is null order by p.joined_at, p.id
        limit ${MOST_PEOPLE_SHOWN}) as people
    from sessions s
    where s.series_id = ${seriesId} and (s.series_at is not null or s.cancelled_at is null) and s.hidden_at is null
      and ${isFound(viewerId)} and ${past ? isPast : sql`not ${isPast}`}
    order by ${past ? sql`${AT} desc` : AT} ${past ? cut(past) : sql``}`
  )
  return rows.map(toWireDate)
}

function toWireDate(row: Row): SeriesDate {
  const { title, duration, status, participants_count, participant_limit, people, logs, my_seconds, attendance } = row
  const state = stateOfDate({
    plannedAt: row.series_at?.getTime() ?? null,
    startsAt: row.started_at.getTime(),
    isCancelled: row.is_cancelled
  })
  return {
    ...{ title, duration, state, status, participants_count, participant_limit, people, logs, my_seconds, attendance },
    path: state === DateState.Skipped ? null : `/sessions/${row.slug}`,
    planned_at: (row.series_at ?? row.started_at).toISOString(),
    started_at: row.started_at.toISOString(),
    is_joined: row.is_joined ? 1 : 0,
    is_waiting: row.is_waiting ? 1 : 0
  }
}
