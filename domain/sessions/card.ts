import type { Card } from '../browse/api.ts'
import { endAt, SessionStatus, statusAt, storedTimes } from './status.ts'

/** A stored session with the other fields of its card. */
export interface ListedSession {
  id: number
  slug: string
  title: string
  status: 0 | 1 | 2
  is_preset: boolean
  needs_code: boolean
  is_manually_started: boolean
  participant_limit: number | null
  participants_count: number
  /** Places that offers hold for others than the viewer (D-151). */
  held_places: number
  started_at: Date | null
  ended_at: Date | null
  /** When the current pause of the session began; it delays the end. */
  paused_since: Date | null
  duration: number
  difficulty: number | null
  hut_slug: string | null
  hut_title: string | null
  is_joined: boolean
}

/** Returns the card of a session with its status at `now`, even if the sweep has not stored that yet (D-82). */
export function sessionCard(row: ListedSession, category: string | null, now: number): Card {
  const times = storedTimes(row)
  const status = statusAt(times, now)
  const end = endAt(times, now)
  const until = status === SessionStatus.NotStarted ? (row.started_at?.getTime() ?? null) : end
  return {
    kind: 'session',
    id: row.id,
    slug: row.slug,
    title: row.title,
    path: `/sessions/${row.slug}`,
    status,
    is_preset: row.is_preset ? 1 : 0,
    is_joined: row.is_joined ? 1 : 0,
    needs_code: row.needs_code ? 1 : 0,
    is_manually_started: row.is_manually_started ? 1 : 0,
    participant_limit: row.participant_limit,
    participants_count: row.participants_count + row.held_places,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    paused_since: row.paused_since?.toISOString() ?? null,
    duration: row.duration,
    difficulty: row.difficulty,
    category_name: category,
    hut_slug: row.hut_slug,
    hut_title: row.hut_title,
    remaining: until === null || status === SessionStatus.Ended ? null : Math.max(0, Math.ceil((until - now) / 1000))
  }
}
