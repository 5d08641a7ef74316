/** Days in the language of the browser. */
import { dayTexts } from '../lib/date-texts.ts'

/** "Sunday, November 22, 2026". */
export const useDayText = dayTexts({ dateStyle: 'full' })

/** "November 2026". */
export const useMonthText = dayTexts({ month: 'long', year: 'numeric' })
