/**
 * A programme: weeks of units that a person follows for longer than a session lasts. A unit has a plan (plan text), an
 * amount such as "20 pages", or neither; then it is only ticked.
 *
 * The rule that surprises: a programme is stored as the text that its author typed (`read-text.ts`). Someone who follows
 * it has a copy of that text, so later changes never move the units that they did.
 */
import { ownsOrAdmin, type Viewer } from '../accounts/user.ts'

export interface Unit {
  title: string
  /** What to do, in plain words; it may be empty. */
  text: string
  /** Plan text (docs/plan-text.md); null without a plan. */
  plan: string | null
  /** An amount as it was typed, such as "20 pages"; null without one. */
  amount: string | null
}

export interface Week {
  title: string
  text: string
  units: Unit[]
}

export const MOST_WEEKS = 52
/** One for each day, so that nobody is asked twice on a day. */
export const MOST_UNITS = 7
/** How many programmes someone follows at a time, and a group. */
export const MOST_FOLLOWED = 10
export const MOST_IN_GROUP = 5
export const LONGEST_TEXT = 20_000
export const LONGEST_TITLE = 100
export const LONGEST_NOTE = 1000

/** A programme that comes with the product (`ready/ready.ts`). */
export interface ReadyProgramme {
  slug: string
  title: string
  about: string
  /** Where its facts come from. The address may be empty. */
  source: { name: string; url: string }
  /** For `readProgramme`. */
  text: string
}

/** Who finds a programme: everyone, those who have its address (D-159), or only its author. */
export const VISIBILITIES = ['public', 'unlisted', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export function countUnits(weeks: readonly Week[]): number {
  return weeks.reduce((sum, { units }) => sum + units.length, 0)
}

/** Whether the viewer may open it. A private one opens for its author and site admins. */
export function mayOpen(programme: { visibility: Visibility; user_id: number }, viewer: Viewer): boolean {
  return programme.visibility !== 'private' || ownsOrAdmin(programme, viewer)
}

/** Whether the viewer may change it: its author or a site admin. */
export function canEditProgramme(programme: { user_id: number }, viewer: Viewer): boolean {
  return ownsOrAdmin(programme, viewer)
}
