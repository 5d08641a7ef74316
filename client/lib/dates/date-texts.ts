/** Formats dates in the person's zone and language. The server knows neither, so it renders UTC and says so. */
import { useHydrated } from '../hydrated.ts'

/**
 * A hook that returns a formatter for days. A day is no instant, so time zones must not shift it. The server renders
 * days in English, which is the same in all browsers.
 */
export function dayTexts(options: Intl.DateTimeFormatOptions): () => (day: string) => string {
  const [own, first] = [undefined, 'en-US'].map(language => formatter({ ...options, timeZone: 'UTC' }, language))
  return () => {
    const text = (useHydrated() ? own : first) as DateText
    return day => text(Date.parse(day))
  }
}

export type DateText = (at: number) => string

/**
 * A hook that returns a formatter for dates. The first formatted date takes a slow phone a tenth of a second, so a
 * closed panel passes `isShown` as false and keeps the server's text until it opens.
 */
export function dateTexts(options: Intl.DateTimeFormatOptions): (isShown?: boolean) => DateText {
  const { dateStyle, month, day, timeStyle, hour } = options
  const hasDate = dateStyle !== undefined || month !== undefined
  const hasDay = dateStyle !== undefined || day !== undefined
  const hasTime = timeStyle !== undefined || hour !== undefined
  const own = formatter(options)
  // Without `Intl`, whose words differ between browsers.
  const first: DateText = at => {
    const [date = '', time = ''] = new Date(at).toISOString().split('T')
    return [hasDate && date.slice(0, hasDay ? 10 : 7), hasTime && `${time.slice(0, 5)} UTC`].filter(Boolean).join(' ')
  }
  return (isShown = true) => (useHydrated() && isShown ? own : first)
}

/**
 * Returns a formatter for messages and dialogs, which are never rendered by the server. It creates `Intl` on first use,
 * because creating all formatters at once would delay a slow phone by 20 ms.
 */
export function formatter(options: Intl.DateTimeFormatOptions, language?: string): DateText {
  let format: Intl.DateTimeFormat | undefined
  return at => {
    format ??= new Intl.DateTimeFormat(language, options)
    return format.format(at)
  }
}

/** Formats days in the browser's language. */

/** "Sunday, November 22, 2026". */
export const useDayText = dayTexts({ dateStyle: 'full' })

/** "Nov". */
export const useShortMonthText = dayTexts({ month: 'short' })

/** "November 2026". */
export const useMonthText = dayTexts({ month: 'long', year: 'numeric' })
