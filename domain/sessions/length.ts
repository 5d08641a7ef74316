/** How long a session may last (SES-002, SES-003, D-84). Seconds. */
import { MONTH, plural } from '../lib/duration.ts'

export const SHORTEST = 300
export const LONGEST = MONTH

/** The length of a session or activity when none was given (SES-010). */
export const DEFAULT_DURATION = 3600

/**
 * How long a session of a plan lasts unless somebody chooses otherwise: as long as the plan, within the bounds of a
 * session; an hour where the plan has no length (D-132).
 */
export function plannedLength(planSeconds: number): number {
  if (planSeconds <= 0) return DEFAULT_DURATION
  return Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(planSeconds)))
}

/** What to say of a plan that no session can hold (D-84); null of one that fits. */
export function cutOffText(planSeconds: number): string | null {
  if (planSeconds <= LONGEST) return null
  const days = Math.round((planSeconds / 86_400) * 10) / 10
  return `The plan lasts ${plural(days, 'day')}. A session lasts at most 30 days, so it ends before the plan does.`
}

/**
 * The text to show under the duration field, or null for whole seconds between 5 minutes and a month (SES-002, SES-003,
 * D-84).
 */
export function lengthError(duration: number): string | null {
  const fits = Number.isInteger(duration) && duration >= SHORTEST && duration <= LONGEST
  return fits ? null : 'The session must last between 5 minutes and 1 month.'
}
