/**
 * Reports about content (D-148). Enough reports hide it until a moderator looks at it.
 *
 * The rule that surprises: not every report counts towards hiding. New, suspended and deleted accounts, visitors and
 * the author can report too, and moderators read their reports. A moderator's decision ends hiding by reports for good.
 *
 * Units: instants are milliseconds.
 */
import { isAdmin, isModerator, type Viewer } from '../accounts/user.ts'
import type { Refusal } from '../lib/refusal.ts'

const DAY = 86_400_000

/** `kept` and `hidden` are what a moderator or the rule decided last; `deleted` means that it is gone. */
export const CASE_STATUSES = ['open', 'kept', 'hidden', 'deleted'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** The most reports of visitors that are stored for one thing. */
export const MOST_OF_VISITORS = 20

export interface Reporter {
  id: number
  created_at: number
  reported_at: number
  suspended_until: number | null
  is_erased: boolean
}

/** Returns how many of the reports count towards hiding. Each person has one report. */
export function countingReports(reporters: readonly Reporter[], authorId: number | null, now: number): number {
  return reporters.filter(
    ({ id, created_at, reported_at, suspended_until, is_erased }) =>
      id !== authorId && !is_erased && (suspended_until ?? 0) <= now && reported_at - created_at >= DAY
  ).length
}

/**
 * Whether reports hide it now: nobody decided about it yet, and it is nothing of a moderator or an admin.
 * @param needed the setting `hide_after`
 */
export function hidesItself(
  thing: { status: CaseStatus; wasDecided: boolean; author: { id: number; role_id: number } | null },
  counting: number,
  needed: number
): boolean {
  return thing.status === 'open' && !thing.wasDecided && !isModerator(thing.author) && counting >= needed
}

export const NOT_ONES_OWN = 'Someone else has to decide about what you made yourself.'

/**
 * Returns why the viewer may not decide about something, and null when they may. Moderators decide about everything but
 * their own. An admin also decides about their own, because there may be nobody else; the log then names them.
 * @param authorId null when nobody's account made it
 */
export function decideCheck(viewer: Viewer, authorId: number | null): Refusal | null {
  if (!viewer || !isModerator(viewer)) return { kind: 'forbidden' }
  return viewer.id === authorId && !isAdmin(viewer) ? { kind: 'forbidden', message: NOT_ONES_OWN } : null
}
