/** A rule in words (D-150). */
import { weekdayName, weekdayNames } from '../days/streak.ts'
import { clockAt } from '../lib/day.ts'
import { dayText } from '../lib/day-text.ts'
import { plural } from '../lib/duration.ts'
import { type First, firstDay, Repeats, type Rule, weekdayAt, weekdaysOf } from './repeats.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth', 'last']
const SHORTEST_MONTH = 28

/** Returns the rule in words: "Every Tuesday at 19:00 (Europe/Berlin), 12 times". */
export function wordsOfRule(rule: Rule): string {
  const { until, count, startsAt, zone } = rule
  const end = until === null ? (count === null ? '' : `, ${plural(count, 'time')}`) : `, until ${dayText(until, 'UTC')}`
  const isRare = rule.repeats === Repeats.MonthlyDay && firstDay(rule).dayOfMonth > SHORTEST_MONTH
  const months = isRare ? ', in months that have it' : ''
  return `${daysInWords(rule)} at ${clockAt(startsAt, zone)} (${zone})${months}${end}`
}

export function daysInWords(rule: First & Pick<Rule, 'repeats' | 'every' | 'weekdays'>): string {
  const { dayOfMonth, nth } = firstDay(rule)
  const names = weekdayNames(weekdaysOf(rule))
  switch (rule.repeats) {
    case Repeats.Daily:
      return 'Every day'
    case Repeats.Weekdays:
      return 'Monday to Friday'
    case Repeats.Weekly:
      return rule.every === 1 ? `Every ${names}` : `Every ${rule.every} weeks on ${names}`
    case Repeats.MonthlyDay:
      return `Every month on day ${dayOfMonth}`
    case Repeats.MonthlyWeekday:
      return `Every month on the ${ORDINALS.at(nth < 0 ? nth : nth - 1)} ${weekdayName(weekdayAt(rule))}`
  }
}
