/** The values of a log's form: numbers as typed (empty is ''), the duration as text. */
import { addDays, type Calendar, clockAt, dayOf, instantOn } from '../../domain/lib/day.ts'
import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { durationError, durationText, secondsOf } from '../ui/forms/DurationInput.tsx'
import { numberError, numberOf, type Typed } from '../ui/forms/NumberField.tsx'

export interface LogValues {
  amount: Typed
  distance: Typed
  duration: string
  title: string
  content: string
  /** The day that the log counts for; '' for today. */
  day: string
  /** Start and end, such as "18:30"; '' if the form does not show them. */
  from: string
  to: string
}

const NO_TIMES = { from: '', to: '' }

export const EMPTY_LOG: LogValues = {
  amount: '',
  distance: '',
  duration: '',
  title: '',
  content: '',
  day: '',
  ...NO_TIMES
}

/** The duration of a done log is the elapsed time, not the planned one (D-51). */
export function valuesOf({
  amount,
  distance,
  duration,
  title,
  content,
  day,
  status,
  elapsed_duration
}: Log): LogValues {
  const seconds = duration && status === LogStatus.Done ? elapsed_duration : duration
  return {
    amount: amount ?? '',
    distance: distance ?? '',
    duration: durationText(seconds),
    title,
    content,
    day,
    ...NO_TIMES
  }
}

export function fieldsOf({ amount, distance, duration, title, content, day }: LogValues) {
  const measures = { amount: numberOf(amount), distance: numberOf(distance), duration: secondsOf(duration) }
  return { ...measures, title, content, ...(day ? { day } : {}) }
}

type Measures = Pick<LogValues, 'amount' | 'distance' | 'duration'>

/** Errors of values that the page cannot read, by field. */
export function unreadable({ amount, distance, duration }: Measures): Record<string, string> {
  const errors = { amount: numberError(amount), distance: numberError(distance), duration: durationError(duration) }
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** Start and end of a done log as clock times; '' for a log that was entered later for its day. */
export function clockOf(
  { status, started_at, ended_at, day }: Log,
  calendar: Calendar
): Pick<LogValues, 'from' | 'to'> {
  if (status !== LogStatus.Done || !started_at || !ended_at) return NO_TIMES
  const [start, end] = [Date.parse(started_at), Date.parse(ended_at)]
  if (dayOf(start, calendar) !== day) return NO_TIMES
  return { from: clockAt(start, calendar.time_zone), to: clockAt(end, calendar.time_zone) }
}

/** Requires start and end if the log had them. */
export function missingTimes({ from, to }: LogValues, before: LogValues): Partial<Record<'from' | 'to', string>> {
  const missing = 'Enter a time such as 18:30.'
  return { ...(before.from && !from ? { from: missing } : {}), ...(before.to && !to ? { to: missing } : {}) }
}

/** Start and end, if one of them was changed. The unchanged one keeps its seconds. */
export function changedTimes(log: Log, values: LogValues, before: LogValues, calendar: Calendar) {
  const { from, to, day } = values
  if (!from || !to || (from === before.from && to === before.to)) return {}
  const isSameDay = day === before.day
  const on = day || log.day
  const start = isSameDay && from === before.from ? Date.parse(log.started_at ?? '') : instantOn(on, from, calendar)
  const typed = isSameDay && to === before.to ? Date.parse(log.ended_at ?? '') : instantOn(on, to, calendar)
  // Not 24 hours later, because the clocks may change that night.
  const end = typed < start ? instantOn(addDays(on, 1), to, calendar) : typed
  return { started_at: new Date(start).toISOString(), ended_at: new Date(end).toISOString() }
}
