/**
 * How a session repeats (D-150). A rule is RFC 5545 in the host's time zone, so 19:00 stays 19:00 when the clocks
 * change. Instants are milliseconds since 1970.
 */
import * as z from 'zod/mini'
import { addDays, clockAt, type Day, day, dayOf, startOfDay } from '../lib/day.ts'
import { dayText } from '../lib/day-text.ts'
import { plural } from '../lib/duration.ts'
import { whole } from '../lib/fields.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'

export const Repeats = {
  Daily: 'daily',
  Weekdays: 'weekdays',
  Weekly: 'weekly',
  /** On the same day of each month. */
  MonthlyDay: 'monthly_day',
  /** On the same weekday of each month, such as the first Tuesday. */
  MonthlyWeekday: 'monthly_weekday'
} as const
export type Repeats = (typeof Repeats)[keyof typeof Repeats]
export const ALL_REPEATS = Object.values(Repeats)

export const MOST_WEEKS = 12
export const MOST_DATES = 500

export interface Rule {
  repeats: Repeats
  /** The weeks from one date to the next; 1 unless the rule is weekly. */
  every: number
  /** The last day, in the zone; null without one. */
  until: Day | null
  /** The number of dates; null without a limit. */
  count: number | null
  /** The first date, which gives the weekday, the day of the month and the time. */
  startsAt: number
  zone: string
}

/** The rule in a request. The first date and the zone come from the session and its host. */
export const sentRule = {
  repeats: z.literal(ALL_REPEATS, `Give one of these: ${ALL_REPEATS.join(', ')}.`),
  every: z.optional(whole(1, MOST_WEEKS)),
  until: z.optional(z.nullable(day)),
  count: z.optional(z.nullable(whole(2, MOST_DATES)))
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY_CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'last']
/** The number of the last weekday of a month in a rule. A fifth one does not exist in each month. */
const LAST = -1
const SHORTEST_MONTH = 28

/** Returns why the rule cannot begin with its first date; null when it can. */
export function ruleError(rule: Rule): Refusal | null {
  const { repeats, until, count, startsAt, zone } = rule
  if (until !== null && count !== null) return invalid('count', 'Give the last day or the number of dates, not both.')
  if (until !== null && until < dayOf(startsAt, { time_zone: zone, day_start: 0 })) {
    return invalid('until', 'The last day is before the first date.')
  }
  const { weekday } = firstDay(rule)
  if (repeats === Repeats.Weekdays && (weekday === 0 || weekday === 6)) {
    return invalid('repeats', `The first date is a ${WEEKDAYS[weekday]}. Move it to a day from Monday to Friday first.`)
  }
  return null
}

/** Returns the rule as the lines DTSTART and RRULE. */
export function rruleOf(rule: Rule): { start: string; rule: string } {
  const { every, until, count, startsAt, zone } = rule
  const { date } = firstDay(rule)
  const seconds = new Date(startsAt).toISOString().slice(17, 19)
  const time = `${clockAt(startsAt, zone).replace(':', '')}${seconds}`
  const parts = [
    ...pattern(rule),
    ...(every > 1 ? [`INTERVAL=${every}`] : []),
    ...(until === null ? [] : [`UNTIL=${endOf(until, zone)}`]),
    ...(count === null ? [] : [`COUNT=${count}`])
  ]
  return { start: `DTSTART;TZID=${zone}:${date.replaceAll('-', '')}T${time}`, rule: `RRULE:${parts.join(';')}` }
}

/** The last second of a day in a zone, in UTC. */
function endOf(last: Day, zone: string): string {
  const at = startOfDay(addDays(last, 1), { time_zone: zone, day_start: 0 }) - 1000
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function pattern(rule: Rule): string[] {
  const { dayOfMonth, weekday, nth } = firstDay(rule)
  switch (rule.repeats) {
    case Repeats.Daily:
      return ['FREQ=DAILY']
    case Repeats.Weekdays:
      return ['FREQ=WEEKLY', 'BYDAY=MO,TU,WE,TH,FR']
    case Repeats.Weekly:
      return ['FREQ=WEEKLY', `BYDAY=${DAY_CODES[weekday]}`]
    case Repeats.MonthlyDay:
      return ['FREQ=MONTHLY', `BYMONTHDAY=${dayOfMonth}`]
    case Repeats.MonthlyWeekday:
      return ['FREQ=MONTHLY', `BYDAY=${nth}${DAY_CODES[weekday]}`]
  }
}

/** The first date in the zone: its day of the month, its weekday, and which of that weekday in its month it is. */
function firstDay({ startsAt, zone }: Pick<Rule, 'startsAt' | 'zone'>) {
  const date = dayOf(startsAt, { time_zone: zone, day_start: 0 })
  const dayOfMonth = Number(date.slice(8))
  const nth = Math.ceil(dayOfMonth / 7)
  return { date, dayOfMonth, weekday: new Date(date).getUTCDay(), nth: nth === ORDINALS.length ? LAST : nth }
}

/** Returns the rule in words: "Every Tuesday at 19:00 (Europe/Berlin), 12 times". */
export function wordsOfRule(rule: Rule): string {
  const { until, count, startsAt, zone } = rule
  const end = until === null ? (count === null ? '' : `, ${plural(count, 'time')}`) : `, until ${dayText(until, 'UTC')}`
  const isRare = rule.repeats === Repeats.MonthlyDay && firstDay(rule).dayOfMonth > SHORTEST_MONTH
  const months = isRare ? ', in months that have it' : ''
  return `${daysInWords(rule)} at ${clockAt(startsAt, zone)} (${zone})${months}${end}`
}

export function daysInWords(rule: Pick<Rule, 'repeats' | 'every' | 'startsAt' | 'zone'>): string {
  const { dayOfMonth, weekday, nth } = firstDay(rule)
  switch (rule.repeats) {
    case Repeats.Daily:
      return 'Every day'
    case Repeats.Weekdays:
      return 'Monday to Friday'
    case Repeats.Weekly:
      return rule.every === 1 ? `Every ${WEEKDAYS[weekday]}` : `Every ${rule.every} weeks on ${WEEKDAYS[weekday]}`
    case Repeats.MonthlyDay:
      return `Every month on day ${dayOfMonth}`
    case Repeats.MonthlyWeekday:
      return `Every month on the ${ORDINALS.at(nth === LAST ? LAST : nth - 1)} ${WEEKDAYS[weekday]}`
  }
}
