/** Days in the language of the browser. A day is no instant, so no zone may move it. */
import type { Day } from '../../domain/days/day.ts'

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "Sunday, November 22, 2026". */
export function dayText(day: Day): string {
  return DAY.format(Date.parse(day))
}

/** "November 2026". */
export function monthText(day: Day): string {
  return MONTH.format(Date.parse(day))
}
