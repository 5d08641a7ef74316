/** Finds dates in English texts. Imported on demand, because the parser is large. */
import * as chrono from 'chrono-node/en'
import type { ReadDate } from '../../../domain/goals/sentence.ts'

/** @param today the day from which words such as "tomorrow" count */
export function readDateFrom(today: string): ReadDate {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const noon = new Date(year, month - 1, date, 12)
  return text => {
    const found = chrono.casual.parse(text, noon, { forwardDate: true }).find(({ index }) => index === 0)
    if (!found) return null
    const [y, m, d] = (['year', 'month', 'day'] as const).map(part => String(found.start.get(part)).padStart(2, '0'))
    return { day: `${y}-${m}-${d}`, length: found.text.length }
  }
}
