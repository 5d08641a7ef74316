/** Groups the days of a session by the parts of its plan. Pure. */
import { type Calendar, dayOf } from '../../../domain/lib/day.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import type { PlanDay } from '../../../domain/sessions/days.ts'

export interface DaysOfPart {
  key: string
  /** Empty if no part has a known start, or if each day has its own part. */
  title: string
  days: PlanDay[]
}

/** Returns one line per part. If several parts begin on the same day, only the last of them gets a line. */
export function daysOfPlan(
  { parts }: Pick<Session, 'parts'>,
  clock: SessionClock,
  days: readonly PlanDay[],
  calendar: Calendar
): DaysOfPart[] {
  const titles = new Map(parts.flatMap(group => group.parts.map(({ uuid, title }) => [uuid, title])))
  const [group] = clock.groups
  const begins = (clock.groups.length === 1 ? (group?.parts ?? []) : []).flatMap(({ uuid, startsAt }) =>
    startsAt === null ? [] : [{ title: titles.get(uuid) ?? '', day: dayOf(startsAt, calendar) }]
  )
  const found: DaysOfPart[] = []
  for (const day of days) {
    const part = begins.findLast(one => one.day === day.day)
    const last = found.at(-1)
    if (last && !part) last.days.push(day)
    else found.push({ key: day.day, title: part?.title ?? '', days: [day] })
  }
  // With about one part per day, each line would hold one day. Return all days in a single line instead.
  return found.length * 2 > days.length ? [{ key: 'all', title: '', days: [...days] }] : found
}
