/** What a log's form holds: numbers as typed (empty is ''), the duration as text. */
import type { Log } from '../../domain/logs/api.ts'
import { durationError, durationText, secondsOf } from '../ui/forms/DurationInput.tsx'
import { numberError, numberOf, type Typed } from '../ui/forms/NumberField.tsx'

export interface LogValues {
  amount: Typed
  distance: Typed
  duration: string
  title: string
  content: string
}

export const EMPTY_LOG: LogValues = { amount: '', distance: '', duration: '', title: '', content: '' }

export function valuesOf({ amount, distance, duration, title, content }: Log): LogValues {
  return { amount: amount ?? '', distance: distance ?? '', duration: durationText(duration), title, content }
}

export function fieldsOf({ amount, distance, duration, title, content }: LogValues) {
  return { amount: numberOf(amount), distance: numberOf(distance), duration: secondsOf(duration), title, content }
}

type Measures = Pick<LogValues, 'amount' | 'distance' | 'duration'>

/** What the page itself must read before it can send, by field. */
export function unreadable({ amount, distance, duration }: Measures): Record<string, string> {
  const errors = { amount: numberError(amount), distance: numberError(distance), duration: durationError(duration) }
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== null))
}
