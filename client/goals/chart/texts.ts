/** Words beside a chart. */
import type { Day } from '../../../domain/days/day.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import { numberText } from '../../../domain/lib/numbers.ts'

const SHORT = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** "Nov 22, 2026". */
export function shortDay(day: Day): string {
  return SHORT.format(Date.parse(day))
}

/** A number without its unit, times in their own. */
export function tickText(value: number, kind: 'amount' | 'distance' | 'duration' | 'logs'): string {
  return kind === 'duration' ? shortDuration(value) : numberText(value)
}
