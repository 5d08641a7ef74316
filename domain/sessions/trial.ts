/**
 * Runs a plan alone, to try it. Nothing is stored: a trial is a session in the memory of the page, with a time of its
 * own that may run faster.
 *
 * The rule that surprises: groups that would wait for a host begin at once, because nobody else is there.
 *
 * Units: milliseconds.
 */
import type { Plan } from '../activities/plan.ts'
import { layOut } from '../activities/timeline.ts'
import type { Stay } from '../activities/turns.ts'
import type { Cue } from '../goals/timers.ts'
import { sessionCues } from './clock.ts'
import { DEFAULT_DURATION, LONGEST } from './length.ts'
import { begin, type SessionState } from './session.ts'

export const TRIAL_SPEEDS = [1, 5, 20] as const

/** From `since` on, the time of the trial goes on from `from`, `speed` times as fast. A speed of 0 is a pause. */
export interface TrialTime {
  since: number
  from: number
  speed: number
}

/** The username of the person who tries a plan. */
export const TRIAL_USER = 'you'
export const TRIAL_PEOPLE: readonly Stay[] = [
  { username: TRIAL_USER, joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
]

/** Returns the session of a trial that begins at `at`. It lasts as long as its parts. */
export function trialOf({ parts, timers }: Pick<Plan, 'parts' | 'timers'>, at: number): SessionState {
  const groups = parts.map(group => ({ ...group, auto_start: 1 as const }))
  const length = Math.min(LONGEST, Math.ceil(layOut({ parts: groups }, null, 0).total)) || DEFAULT_DURATION
  const plan = { parts: groups, timers }
  return begin(
    { status: 0, started_at: null, ended_at: null, duration: length, is_manually_started: 0, plan },
    at,
    TRIAL_PEOPLE
  )
}

/** Returns the time of the trial at the real time `now`. */
export function trialNow({ since, from, speed }: TrialTime, now: number): number {
  return from + (now - since) * speed
}

/** Returns the time of the trial with another speed from `now` on. */
export function withSpeed(time: TrialTime, speed: number, now: number): TrialTime {
  return { since: now, from: trialNow(time, now), speed }
}

/** Returns the sounds of a trial between two real times, at the real times when they sound. */
export function trialCues(trial: SessionState, time: TrialTime, from: number, to: number): Cue[] {
  if (time.speed === 0) return []
  const cues = sessionCues(trial, trialNow(time, from), trialNow(time, to), TRIAL_PEOPLE)
  return cues.map(cue => ({ ...cue, at: time.since + (cue.at - time.from) / time.speed }))
}
