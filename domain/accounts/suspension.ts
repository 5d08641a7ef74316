/**
 * Suspending a person (D-148). A suspended person can sign in, read, export, cancel a subscription, remove a card and
 * delete the account. Every other call is refused. Times are milliseconds since 1970.
 */
import { momentText } from '../lib/day-text.ts'
import type { Refusal } from '../lib/refusal.ts'
import { isAdmin, isModerator, Role, type Viewer } from './user.ts'

const DAY_MS = 86_400_000

/** The longest suspension by a moderator, in days. An admin may suspend for any time. */
const MOST_DAYS_OF_MODERATOR = 7
/** A suspension until someone lifts it ends at this time. */
const FOREVER = Date.UTC(2100, 0, 1)

/** Until when a suspension lasts. @param days null until someone lifts it */
export function suspendedUntil(days: number | null, now: number): number {
  return days === null ? FOREVER : now + days * DAY_MS
}

/** Whether the suspension that ends at `until` still holds. */
export function isSuspended(until: number | null, now: number): boolean {
  return until !== null && now < until
}

/** The text for a suspended person, with the end in their time zone and the reason. @internal For tests too. */
export function suspensionText(until: number, reason: string, zone: string): string {
  const end = until === FOREVER ? 'until a moderator lifts it' : `until ${momentText(until, zone)} (${zone})`
  return `Your account is suspended ${end}. The reason: ${reason}`
}

/** The text for a person who is suspended now; null for everyone else. @param now in ms since 1970 */
export function suspensionOf(
  {
    suspended_until,
    suspended_reason,
    time_zone
  }: { suspended_until: Date | null; suspended_reason: string | null; time_zone: string },
  now: number
): string | null {
  const until = suspended_until?.getTime() ?? null
  return until !== null && isSuspended(until, now) ? suspensionText(until, suspended_reason ?? '', time_zone) : null
}

const ONLY_ADMIN: Refusal = { kind: 'forbidden', message: 'Only an admin can suspend a moderator.' }

/** Returns why a suspension may not be lifted, and null when it may. Only someone who may suspend a person may lift it. */
export function liftCheck(viewer: Viewer, person: { role_id: number }): Refusal | null {
  if (!viewer || !isModerator(viewer)) return { kind: 'forbidden' }
  return isAdmin(viewer) || person.role_id === Role.Member ? null : ONLY_ADMIN
}

/**
 * Returns why a person may not be suspended, and null when they may.
 * @param days null until someone lifts it
 */
export function suspendCheck(
  viewer: Viewer,
  person: { id: number; role_id: number },
  days: number | null
): Refusal | null {
  if (!viewer || !isModerator(viewer)) return { kind: 'forbidden' }
  if (person.id === viewer.id) return { kind: 'conflict', message: 'You can’t suspend yourself.' }
  if (person.role_id === Role.Admin) return { kind: 'conflict', message: 'Make this admin a member first.' }
  if (isAdmin(viewer)) return null
  if (person.role_id !== Role.Member) return ONLY_ADMIN
  if (days === null || days > MOST_DAYS_OF_MODERATOR) {
    return { kind: 'forbidden', message: `A moderator can suspend for up to ${MOST_DAYS_OF_MODERATOR} days.` }
  }
  return null
}
