/** A line of a file as a log, or what is wrong with it. */
import { type Calendar, type Day, dayOf } from '../days/day.ts'
import { MONTH, spokenDuration } from '../lib/duration.ts'
import { MAX_QUANTITY } from '../lib/fields.ts'
import { numberText } from '../lib/numbers.ts'
import type { Field, Mapping } from './columns.ts'
import {
  type DateOrder,
  type DecimalMark,
  type DistanceUnit,
  type DurationUnit,
  parseAmount,
  parseDistance,
  parseSeconds,
  parseWhen,
  readText
} from './values.ts'

/** How the cells of a file are read. */
export interface Reading {
  mapping: Mapping
  order: DateOrder
  mark: DecimalMark
  durations: DurationUnit
  distances: DistanceUnit
}

export interface ReadLog {
  /** When it was done, ISO 8601; null where the file has the day alone. */
  at: string | null
  day: Day
  /** By its name; '' for none. */
  goal: string
  action: string
  unit: string
  amount: number | null
  distance: number | null
  /** Seconds. */
  duration: number | null
  title: string
  content: string
}

export type ReadLine = { ok: true; log: ReadLog } | { ok: false; problems: string[] }

const MEASURES = ['amount', 'distance', 'duration'] as const
const LONGEST = { goal: 255, action: 100, unit: 50, title: 255, content: 10_000 } as const

/**
 * What a line says (LOG-28). A file that only says when and what, as habit trackers write, counts each line once.
 * @param now in ms since 1970
 */
export function readLine(cells: readonly string[], reading: Reading, calendar: Calendar, now: number): ReadLine {
  const problems: string[] = []
  const raw = (field: Field): string => cells[reading.mapping.indexOf(field)] ?? ''
  const cell = (field: Field): string => raw(field).trim()
  const words = (field: keyof typeof LONGEST): string => {
    const text = readText(raw(field))
    if (text.length > LONGEST[field]) problems.push(`${LABELS[field]}: use at most ${LONGEST[field]} characters.`)
    return text
  }
  const number = (field: (typeof MEASURES)[number], value: number | null | undefined): number | null => {
    const most = field === 'duration' ? MONTH : MAX_QUANTITY
    const limit = field === 'duration' ? spokenDuration(most) : numberText(most)
    if (value === undefined) problems.push(`${LABELS[field]}: “${cell(field)}” cannot be read.`)
    else if (value !== null && value < 0) problems.push(`${LABELS[field]}: it cannot be negative.`)
    else if (value !== null && value > most) problems.push(`${LABELS[field]}: at most ${limit}.`)
    else return value
    return null
  }
  const when = whenOf(cell('date'), cell('day'), reading.order, calendar, now)
  if ('problem' in when) problems.push(when.problem)
  const log = {
    goal: words('goal').trim(),
    action: words('action').trim(),
    unit: words('unit').trim(),
    amount: number('amount', parseAmount(cell('amount'), reading.mark)),
    distance: number('distance', parseDistance(cell('distance'), reading.mark, reading.distances)),
    // Our own export writes 0 where no time was taken.
    duration: number('duration', parseSeconds(cell('duration'), reading.mark, reading.durations)) || null,
    title: words('title'),
    content: words('content')
  }
  if (problems.length > 0 || 'problem' in when) return { ok: false, problems }
  const isSaid =
    log.amount !== null || log.distance !== null || log.duration !== null || log.title.trim() || log.content.trim()
  const isHabit = !MEASURES.some(field => reading.mapping.includes(field))
  if (!isSaid && !isHabit) return { ok: false, problems: ['It has no amount, distance, time or text.'] }
  return { ok: true, log: { ...log, ...when, amount: isSaid ? log.amount : 1 } }
}

/** What the fields are called where people read of them. */
export const LABELS: Record<Field, string> = {
  date: 'Date',
  day: 'Day, where it is another',
  goal: 'Goal',
  action: 'Action',
  amount: 'Amount',
  unit: 'Unit',
  distance: 'Distance',
  duration: 'Duration',
  title: 'Title',
  content: 'Text'
}

type Found = { at: string | null; day: Day } | { problem: string }

/** @param dayCell the day that it counts for, where that is not the one of the date */
function whenOf(dateCell: string, dayCell: string, order: DateOrder, calendar: Calendar, now: number): Found {
  if (!dateCell) return { problem: 'Date: it is missing.' }
  const when = parseWhen(dateCell, order, calendar.time_zone)
  if (!when) return { problem: `Date: “${dateCell}” cannot be read.` }
  const named = dayCell ? parseWhen(dayCell, order, calendar.time_zone) : null
  if (dayCell && !(named && 'day' in named)) return { problem: `Day: “${dayCell}” cannot be read.` }
  const day = named && 'day' in named ? named.day : 'day' in when ? when.day : dayOf(when.at, calendar)
  if (day > dayOf(now, calendar) || ('at' in when && when.at > now)) return { problem: 'Date: it has not come yet.' }
  return { day, at: 'at' in when ? new Date(when.at).toISOString() : null }
}
