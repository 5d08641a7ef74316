/** What a log's form holds: numbers as typed (empty is ''), the duration as text. */
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
  /** The day that it counts for; '' for today. */
  day: string
}

export const EMPTY_LOG: LogValues = { amount: '', distance: '', duration: '', title: '', content: '', day: '' }

/** The time of a log that is done is what it took, not what was planned (D-51). */
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
  return { amount: amount ?? '', distance: distance ?? '', duration: durationText(seconds), title, content, day }
}

export function fieldsOf({ amount, distance, duration, title, content, day }: LogValues) {
  const measures = { amount: numberOf(amount), distance: numberOf(distance), duration: secondsOf(duration) }
  return { ...measures, title, content, ...(day ? { day } : {}) }
}

type Measures = Pick<LogValues, 'amount' | 'distance' | 'duration'>

/** What the page itself must read before it can send, by field. */
export function unreadable({ amount, distance, duration }: Measures): Record<string, string> {
  const errors = { amount: numberError(amount), distance: numberError(distance), duration: durationError(duration) }
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== null))
}
