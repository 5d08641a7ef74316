/** Formats days and times for invoices, mails and everything about money. Times are ISO 8601 or ms since 1970. */

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'long' }
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' }

/** Returns for example "2 March 2026", the day in that zone. */
export function dayText(at: string | number, timeZone: string): string {
  return written(at, DAY, timeZone)
}

/** Returns for example "2 March 2026 at 18:05", in that zone. */
export function momentText(at: string | number, timeZone: string): string {
  return written(at, MOMENT, timeZone)
}

function written(at: string | number, options: Intl.DateTimeFormatOptions, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  return format.format(new Date(at))
}
