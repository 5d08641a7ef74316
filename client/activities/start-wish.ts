/** The wish for a session that the form of an activity describes. */
import { spokenLength } from '../browse/spoken-length.ts'
import { serverNow } from '../lib/dates/server-clock.ts'

export interface Wish {
  title: string
  duration: string
  /** Seconds from now. */
  offset: string
  /** Local date and time; empty when the offset applies. */
  at: string
  byHand: boolean
}

/** The session that the wish describes now, as the server takes it. */
export function challengeOf({ title, duration, offset, at, byHand }: Wish) {
  const seconds = Number(offset)
  const later = at ? isoOf(at) : seconds > 0 ? new Date(serverNow() + seconds * 1000).toISOString() : null
  const started_at = byHand ? null : later
  return {
    title: title.trim(),
    duration: Number(duration),
    started_at,
    status: byHand || started_at !== null ? 0 : 1,
    is_manually_started: byHand ? 1 : 0
  } as const
}

export function summary(duration: number, start: string, byHand: boolean): string {
  return `${spokenLength(duration)}, ${byHand ? 'when you press start' : `starting ${start}`}`
}

export function offsetText(offset: number): string {
  return offset > 0 ? `in ${spokenLength(offset)}` : 'now'
}

/** Converts a local date and time. */
export function isoOf(local: string): string {
  return new Date(local).toISOString()
}
