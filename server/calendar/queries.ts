import { and, desc, eq, gt, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { type CalendarEvent, calendarEvent, FEED_PAST, MOST_FEED_EVENTS } from '../../domain/calendar/event.ts'
import type { Database } from '../db/database.ts'
import { participants, sessions } from '../db/schema/sessions.ts'
import { readSlugOrId } from '../lib/id.ts'

/** An event with its description. */
export interface ListedEvent extends CalendarEvent {
  /** HTML. */
  content: string
}

const columns = {
  id: sessions.id,
  title: sessions.title,
  slug: sessions.slug,
  series_id: sessions.series_id,
  series_at: sessions.series_at,
  content: sessions.content,
  started_at: sessions.started_at,
  ended_at: sessions.ended_at,
  duration: sessions.duration,
  cancelled_at: sessions.cancelled_at,
  hidden_at: sessions.hidden_at,
  created_at: sessions.created_at,
  updated_at: sessions.updated_at
}
type Row = Pick<typeof sessions.$inferSelect, keyof typeof columns>

/**
 * The sessions with a start that a person is in: upcoming ones and those of the last months, the last first. Cancelled
 * ones are included and marked, so that calendars remove them.
 * @param series those that have an event of their own, by the beginning of their rules; their dates are left out
 */
export async function listEventsOf(
  db: Database,
  userId: number,
  now: number,
  series: ReadonlyMap<number, Date>
): Promise<ListedEvent[]> {
  const rows = await db
    .select(columns)
    .from(participants)
    .innerJoin(sessions, eq(sessions.id, participants.session_id))
    .where(
      and(
        eq(participants.user_id, userId),
        isNull(participants.left_at),
        isNotNull(participants.starts_at),
        not(sessions.is_preset),
        // Null is later than any date.
        gt(sql`coalesce(${sessions.ended_at}, 'infinity')`, new Date(now - FEED_PAST))
      )
    )
    .orderBy(desc(participants.starts_at), desc(participants.session_id))
    .limit(MOST_FEED_EVENTS)
  return rows.filter(row => !isOf(series, row)).flatMap(toEvent)
}

/** Whether a session is a date of one of these rules. Dates before a rule changed are not. */
function isOf(series: ReadonlyMap<number, Date>, { series_id, series_at }: Row): boolean {
  const begin = series_id === null ? undefined : series.get(series_id)
  return begin !== undefined && series_at !== null && series_at >= begin
}

/** The event of a session that has a start and was not cancelled; null otherwise. */
export async function findEvent(db: Database, slugOrId: string): Promise<ListedEvent | null> {
  const { slug, id } = readSlugOrId(slugOrId)
  const [row] = await db
    .select(columns)
    .from(sessions)
    .where(
      and(
        sql`(${sessions.slug} = ${slug} or ${sessions.id} = ${id} and not ${sessions.unlisted})`,
        isNull(sessions.cancelled_at),
        isNull(sessions.hidden_at)
      )
    )
  return (row && toEvent(row)[0]) ?? null
}

function toEvent(row: Row): ListedEvent[] {
  const { id, title, slug, content, duration } = row
  if (!row.started_at) return []
  const event = calendarEvent({
    ...{ id, title, slug, duration },
    startsAt: row.started_at.getTime(),
    endsAt: row.ended_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    // Calendars remove it.
    isCancelled: row.cancelled_at !== null || row.hidden_at !== null
  })
  return [{ ...event, ...(row.hidden_at ? { title: 'Removed' } : {}), content: row.hidden_at ? '' : content }]
}
