/** What a log's form holds: numbers as typed (empty is ''), the duration as text. */
import type { Log } from '../../domain/logs/api.ts'
import { durationError, durationText, secondsOf } from '../ui/DurationInput.tsx'

export interface LogValues {
  amount: number | string
  distance: number | string
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

export function unreadable({ duration }: LogValues): Record<string, string> {
  const error = durationError(duration)
  return error === null ? {} : { duration: error }
}

function numberOf(typed: number | string): number | null {
  return typed === '' ? null : Number(typed)
}
