/**
 * How a session repeats (D-150). A rule is RFC 5545 in the host's time zone, so 19:00 stays 19:00 when the clocks
 * change. Instants are milliseconds since 1970.
 */
import * as z from 'zod/mini'
import { weekdayName } from '../days/streak.ts'
import { addDays, clockAt, type Day, dayOf, startOfDay, weekdayOf } from '../lib/day.ts'
import { day } from '../lib/day-fields.ts'
import { weekdays, whole } from '../lib/fields.ts'
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

export interface Pattern {
  repeats: Repeats
  /** The weeks from one date to the next; 1 unless the rule is weekly. */
  every: number
  /** Of a weekly rule, from 1 (Monday) to 7; empty for the weekday of the first date alone. */
  weekdays: number[]
  /** The last day, in the zone; null without one. */
  until: Day | null
  /** The number of dates; null without a limit. */
  count: number | null
}

export interface Rule extends Pattern {
  /** The first date, which gives the weekday, the day of the month and the time. */
  startsAt: number
  zone: string
}

/** The rule in a request. The first date and the zone come from the session and its host. */
export const sentRule = {
  repeats: z.literal(ALL_REPEATS, `Give one of these: ${ALL_REPEATS.join(', ')}.`),
  every: z.optional(whole(1, MOST_WEEKS)),
  weekdays: z.optional(weekdays),
  until: z.optional(z.nullable(day)),
  count: z.optional(z.nullable(whole(2, MOST_DATES)))
}

const DAY_CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FRIDAY = 5
/** The number of the last weekday of a month in a rule. A fifth one does not exist in each month. */
const LAST = -1
/** How many times each month has a weekday at least. */
const LEAST_TIMES = 4

/** A rule in a request. What it leaves out has its usual value. */
export type Wish = Pick<Pattern, 'repeats'> & Partial<Pattern>

/** Returns the rule that a request asks for. */
export function ruleFrom(
  { repeats, every = 1, weekdays = [], until = null, count = null }: Wish,
  startsAt: number,
  zone: string
): Rule {
  const first = weekdayAt({ startsAt, zone })
  const isOnlyFirst = weekdays.every(weekday => weekday === first)
  return { repeats, every, weekdays: isOnlyFirst ? [] : tidy(weekdays), until, count, startsAt, zone }
}

const tidy = (weekdays: readonly number[]) => [...new Set(weekdays)].sort()

/**
 * Returns the rule as it begins again with a date that was moved. A new weekday takes the place of the earlier one, so
 * "Tuesday and Thursday" becomes "Wednesday and Thursday".
 * @param planned the time that the rule gave the date
 */
export function movedRule(rule: Rule, planned: number, startsAt: number): Rule {
  const { weekdays, zone } = rule
  const [from, to] = [planned, startsAt].map(at => weekdayAt({ startsAt: at, zone })) as [number, number]
  const isChosen = weekdays.length === 0 || weekdays.includes(to)
  return {
    ...rule,
    startsAt,
    weekdays: isChosen ? weekdays : tidy(weekdays.map(weekday => (weekday === from ? to : weekday)))
  }
}

/** Returns why the rule cannot begin with its first date; null when it can. */
export function ruleError(rule: Rule): Refusal | null {
  const { repeats, every, weekdays, until, count, startsAt, zone } = rule
  if (until !== null && count !== null) return invalid('count', 'Give the last day or the number of dates, not both.')
  if (until !== null && until < dayOf(startsAt, { time_zone: zone, day_start: 0 })) {
    return invalid('until', 'The last day is before the first date.')
  }
  const weekday = weekdayAt(rule)
  const name = weekdayName(weekday)
  if (repeats === Repeats.Weekdays && weekday > FRIDAY) {
    return invalid('repeats', `The first date is a ${name}. Move it to a day from Monday to Friday first.`)
  }
  if (repeats !== Repeats.Weekly) {
    if (every > 1) return invalid('every', 'Give weeks only when it repeats weekly.')
    return weekdays.length > 0 ? invalid('weekdays', 'Give weekdays only when it repeats weekly.') : null
  }
  if (weekdays.length > 0 && !weekdays.includes(weekday)) {
    return invalid('weekdays', `The first date is a ${name}. Choose ${name} too, or move this date first.`)
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
  const { dayOfMonth, nth } = firstDay(rule)
  switch (rule.repeats) {
    case Repeats.Daily:
      return ['FREQ=DAILY']
    case Repeats.Weekdays:
      return ['FREQ=WEEKLY', 'BYDAY=MO,TU,WE,TH,FR']
    case Repeats.Weekly:
      return ['FREQ=WEEKLY', `BYDAY=${weekdaysOf(rule).map(codeOf).join(',')}`]
    case Repeats.MonthlyDay:
      return ['FREQ=MONTHLY', `BYMONTHDAY=${dayOfMonth}`]
    case Repeats.MonthlyWeekday:
      return ['FREQ=MONTHLY', `BYDAY=${nth}${codeOf(weekdayAt(rule))}`]
  }
}

const codeOf = (weekday: number) => DAY_CODES[weekday - 1]

export type First = Pick<Rule, 'startsAt' | 'zone'>

/** Returns the weekdays of a weekly rule, at least that of its first date. */
export function weekdaysOf(rule: First & Pick<Rule, 'weekdays'>): number[] {
  return rule.weekdays.length > 0 ? rule.weekdays : [weekdayAt(rule)]
}

/** The weekday of the first date in the zone, from 1 (Monday) to 7. */
export function weekdayAt(first: First): number {
  return weekdayOf(firstDay(first).date)
}

/**
 * The first date in the zone: its day, its day of the month, and which of its weekday in its month it is; -1 for the
 * last.
 */
export function firstDay({ startsAt, zone }: First) {
  const date = dayOf(startsAt, { time_zone: zone, day_start: 0 })
  const dayOfMonth = Number(date.slice(8))
  const nth = Math.ceil(dayOfMonth / 7)
  return { date, dayOfMonth, nth: nth > LEAST_TIMES ? LAST : nth }
}
