/** Formats days in the browser's language. */
import { dayTexts } from '../lib/date-texts.ts'

/** "Sunday, November 22, 2026". */
export const useDayText = dayTexts({ dateStyle: 'full' })

/** "Nov". */
export const useShortMonthText = dayTexts({ month: 'short' })

/** "November 2026". */
export const useMonthText = dayTexts({ month: 'long', year: 'numeric' })
