/** Texts for charts. */
import { shortDuration } from '../../../domain/lib/duration.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { dayTexts } from '../../lib/dates/date-texts.ts'

/** "Nov 22, 2026". */
export const useShortDay = dayTexts({ month: 'short', day: 'numeric', year: 'numeric' })

/** Numbers have no unit here; durations have theirs. */
export function tickText(value: number, kind: 'amount' | 'distance' | 'duration' | 'logs'): string {
  return kind === 'duration' ? shortDuration(value) : numberText(value)
}
