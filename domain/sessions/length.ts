/** The length of a session in seconds (SES-002, SES-003, D-84). */
import { MONTH, plural } from '../lib/duration.ts'

export const SHORTEST = 300
export const LONGEST = MONTH

/** The default length of a session or activity (SES-010). */
export const DEFAULT_DURATION = 3600

/**
 * Returns the default length of a session: that of its plan, within the limits; an hour when the plan has no length
 * (D-132).
 */
export function plannedLength(planSeconds: number): number {
  if (planSeconds <= 0) return DEFAULT_DURATION
  return Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(planSeconds)))
}

/** Returns the warning for a plan that is longer than any session may be; else null (D-84). */
export function cutOffText(planSeconds: number): string | null {
  if (planSeconds <= LONGEST) return null
  const days = Math.round((planSeconds / 86_400) * 10) / 10
  return `The plan lasts ${plural(days, 'day')}. A session lasts at most 30 days, so it ends before the plan does.`
}

/**
 * Returns the error message for a length; null for whole seconds from 5 minutes to a month (SES-002, SES-003, D-84).
 */
export function lengthError(duration: number): string | null {
  const fits = Number.isInteger(duration) && duration >= SHORTEST && duration <= LONGEST
  return fits ? null : 'The session must last between 5 minutes and 1 month.'
}
