/** Dates in the person's own zone and language. The server knows neither, so what it renders is in UTC and says so. */
import { useHydrated } from './hydrated.ts'

/** A hook that returns how to write a day. It is no instant, so no zone may move it. */
export function dayTexts(options: Intl.DateTimeFormatOptions): () => (day: string) => string {
  const useText = dateTexts({ ...options, timeZone: 'UTC' })
  return () => {
    const text = useText()
    return day => text(Date.parse(day))
  }
}

export type DateText = (at: number) => string

/**
 * A hook that returns how to write a date. The first date takes a slow phone a tenth of a second: what a closed panel hides
 * is written once it is open (`isShown`), and until then as the server wrote it.
 */
export function dateTexts(options: Intl.DateTimeFormatOptions): (isShown?: boolean) => DateText {
  // Made when it is first used: all that a page loads would take a slow phone 20 ms before it shows anything.
  let format: Intl.DateTimeFormat | undefined
  const { dateStyle, month, day, timeStyle, hour } = options
  const hasDate = dateStyle !== undefined || month !== undefined
  const hasDay = dateStyle !== undefined || day !== undefined
  const hasTime = timeStyle !== undefined || hour !== undefined
  const own: DateText = at => {
    format ??= new Intl.DateTimeFormat(undefined, options)
    return format.format(at)
  }
  // Not by `Intl`, as its words differ between browsers.
  const first: DateText = at => {
    const [date = '', time = ''] = new Date(at).toISOString().split('T')
    return [hasDate && date.slice(0, hasDay ? 10 : 7), hasTime && `${time.slice(0, 5)} UTC`].filter(Boolean).join(' ')
  }
  return (isShown = true) => (useHydrated() && isShown ? own : first)
}
