/** Dates as they are typed, in the person's own zone. */
import dayjs from 'dayjs'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'
const TYPED = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2}))?)?$/

/** What the field shows of an instant, ISO 8601. */
export function dateText(date: string | null): string {
  return date === null ? '' : dayjs(date).format(FORMAT)
}

/** The instant as ISO 8601, at noon without a time (BLD-40); null for an empty text, undefined for one that is no date. */
export function readDate(text: string): string | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const [, day, time = '12:00', seconds = '00'] = TYPED.exec(typed) ?? []
  if (!day) return undefined
  const written = `${day} ${time.padStart(5, '0')}:${seconds}`
  const date = dayjs(written)
  // The 31st of February is none.
  return date.isValid() && date.format(FORMAT) === written ? date.toISOString() : undefined
}

export const NO_DATE = 'Write the date as 2026-05-31 18:30.'
