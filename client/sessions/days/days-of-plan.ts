/** The days of a session under the parts of its plan that they belong to. Pure. */
import { type Calendar, dayOf } from '../../../domain/days/day.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import type { PlanDay } from '../../../domain/sessions/days.ts'

export interface DaysOfPart {
  key: string
  /** Empty where the plan does not say, or where each day has a part of its own. */
  title: string
  days: PlanDay[]
}

/** A part of some days is a line of its own; parts that begin within one day are not told apart. */
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
  // A line for each day would be a list of days, which the list of events is already.
  return found.length * 2 > days.length ? [{ key: 'all', title: '', days: [...days] }] : found
}
