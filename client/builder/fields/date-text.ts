/** Reads and writes dates as text, in the person's own time zone. */
import dayjs from 'dayjs'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'
const TYPED = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2}))?)?$/

/** The text that a field shows for an instant (ISO 8601). */
export function dateText(date: string | null): string {
  return date === null ? '' : dayjs(date).format(FORMAT)
}

/**
 * Returns the instant as ISO 8601, at noon if the text has no time (BLD-40). Returns null for an empty text, and undefined
 * for one that is not a date. Also reads dates as pages show them in the person's language, such as "12/25/2026, 7:15 PM".
 * @param language by default the browser's
 */
export function readDate(text: string, language?: string): string | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const written = inOwnFormat(typed) ?? inLanguage(typed, language)
  if (!written) return undefined
  const date = dayjs(written)
  // Rejects dates such as the 31st of February.
  return date.isValid() && date.format(FORMAT) === written ? date.toISOString() : undefined
}

function inOwnFormat(typed: string): string | null {
  const [, day, time = '12:00', seconds = '00'] = TYPED.exec(typed) ?? []
  return day ? `${day} ${time.padStart(5, '0')}:${seconds}` : null
}

/** Three numbers, then optionally a time, with or without "AM" and "PM". */
const NUMBERS =
  /^(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{1,4})\.?(?:,?\s+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?([ap])\.?m\.?)?)?$/i

function inLanguage(typed: string, language: string | undefined): string | null {
  const [, ...found] = NUMBERS.exec(typed) ?? []
  if (found.length === 0) return null
  const order = new Intl.DateTimeFormat(language).formatToParts().map(({ type }) => type)
  const at = (type: 'day' | 'month' | 'year'): string =>
    found[order.filter(one => one === 'day' || one === 'month' || one === 'year').indexOf(type)] ?? ''
  const [hour = '12', minute = '00', second = '00', half] = found.slice(3)
  const year = at('year').length === 2 ? `20${at('year')}` : at('year')
  if (half && !(Number(hour) >= 1 && Number(hour) <= 12)) return null
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const two = (number: string | number): string => String(number).padStart(2, '0')
  return `${year}-${two(at('month'))}-${two(at('day'))} ${two(hours)}:${minute}:${second}`
}

export const NO_DATE = 'Write the date as 2026-05-31 18:30.'
