/** The reminders of goals and the units of programmes for a person's calendar, if they chose them. */
import { sql } from 'drizzle-orm'
import { MOST_FEED_EVENTS } from '../../domain/calendar/event.ts'
import { goalEvent, unitEvents } from '../../domain/calendar/own-events.ts'
import type { Pause } from '../../domain/days/streak.ts'
import { type Calendar, dayOf } from '../../domain/lib/day.ts'
import { weeksOf } from '../../domain/programmes/weeks.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import { listActive } from '../programmes/follow-rows.ts'
import type { ListedEvent } from './queries.ts'

interface GoalRow {
  id: number
  title: string
  content: string
  at: string
  weekdays: number[]
  chosen_at: Date
  started_at: Date | null
  ended_at: Date | null
  pauses: Pause[]
  created_at: Date
  updated_at: Date
}

export async function listGoalEvents(
  db: Database,
  person: Calendar & { user_id: number },
  now: number
): Promise<ListedEvent[]> {
  const rows = await selectRows<GoalRow & Record<string, unknown>>(
    db,
    sql`select g.id::int, g.title, g.content, r.at, r.weekdays, r.created_at as chosen_at, g.started_at, g.ended_at,
        g.pauses, g.created_at, g.updated_at
      from goal_reminders r join goals g on g.id = r.goal_id
      where r.user_id = ${person.user_id} and g.status = 1 and g.deleted_at is null
      order by g.id limit ${sql.raw(String(MOST_FEED_EVENTS))}`
  )
  return rows.flatMap(({ content, ...row }) => {
    const event = goalEvent(
      {
        ...{ id: row.id, title: row.title, at: row.at, weekdays: row.weekdays, pauses: row.pauses },
        chosenAt: row.chosen_at.getTime(),
        startsAt: row.started_at?.getTime() ?? null,
        endsAt: row.ended_at?.getTime() ?? null,
        createdAt: row.created_at.getTime(),
        updatedAt: row.updated_at.getTime()
      },
      person,
      now
    )
    return event ? [{ ...event, content }] : []
  })
}

export async function listUnitEvents(
  db: Database,
  person: Calendar & { user_id: number },
  now: number
): Promise<ListedEvent[]> {
  const today = dayOf(now, person)
  return (await listActive(db, person.user_id)).flatMap(row => {
    const { id, title, stays, done, pauses } = row
    const programme = { id, title, stays, done, pauses, weeks: weeksOf(row.text), createdAt: row.created_at.getTime() }
    return unitEvents(programme, today).map(event => ({ ...event, content: '' }))
  })
}
