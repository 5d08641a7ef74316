/**
 * The signed-in user, as the page sees them: never a password hash, card or another person's e-mail (D-28).
 * `all_remaining_tokens` counts uses, the unit of the ledger. The page shows it divided by 100 (D-01).
 */
import * as z from 'zod/mini'
import { distanceUnit, responseDate, responseFlag } from '../lib/fields.ts'
import { PLAN_KEYS } from '../tokens/plan-keys.ts'

/** A moderator hides content and suspends people for up to 7 days; an admin may do everything (D-148). */
export const Role = { Member: 1, Moderator: 5, Admin: 10 } as const
export type Role = (typeof Role)[keyof typeof Role]

/** Keys of the welcome and tour messages; each message is shown once (D-123). */
export const MESSAGE_KEYS = [
  'newCreateGoal',
  'newCreateLog',
  'startGoalTour',
  'logProgressButton',
  'additionalGoalFeatures',
  'finishTour'
] as const
export type MessageKey = (typeof MESSAGE_KEYS)[number]

export const subscription = z.object({
  id: z.int(),
  product: z.string(),
  product_key: z.literal(PLAN_KEYS),
  start_date: responseDate,
  end_date: z.nullable(responseDate),
  stripe_sub_status: z.string()
})

export const user = z.object({
  id: z.int(),
  username: z.string(),
  /** The display name of a guest; null for everyone else (D-152). */
  guest_name: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The address that the person has yet to confirm by the link sent to it; null when there is none. */
  new_email: z.nullable(z.string()),
  /** When the account will be deleted; null when no deletion is scheduled (D-131). */
  delete_at: z.nullable(responseDate),
  /** An admin scheduled the deletion, and only an admin can cancel it. */
  is_deletion_by_admin: responseFlag,
  role_id: z.int(),
  /** The email waits to be confirmed (D-145). */
  is_unconfirmed: responseFlag,
  /** An admin has yet to approve the account (D-146). */
  is_unapproved: responseFlag,
  /** Whether a password signs them in. */
  has_password: responseFlag,
  /** Whether they have connected the provider of single sign-on. */
  has_sign_on: responseFlag,
  client_uuid: z.string(),
  is_new: responseFlag,
  new_messages: z.record(z.literal(MESSAGE_KEYS), responseFlag),
  all_remaining_tokens: z.int(),
  subscription_id: z.nullable(z.int()),
  subscription: z.nullable(subscription),
  /** The text for a suspended person; null for everyone else (D-148). */
  suspension: z.nullable(z.string()),
  /** Usernames of the people this person has muted. */
  muted: z.array(z.string()),
  /** Those of them whom this person blocks (D-164). */
  blocked: z.array(z.string()),
  /** Number of unread reminders in their inbox, counted up to 100. */
  unread_reminders: z.int(),
  /** The author of the texts that they publish (D-36). A guest publishes nothing: the id is 0. */
  person: z.object({ id: z.int(), username: z.string() }),
  /** With `day_start`, decides where their days begin and end. */
  time_zone: z.string(),
  day_start: z.int(),
  /** Weekdays that break no streak, from 1 (Monday) to 7. */
  rest_days: z.array(z.int()),
  /** 0 when they have switched streaks off. */
  streaks: responseFlag,
  /** Whether their profile shows their streak and the public sessions they are in (D-163). */
  shows_streak: responseFlag,
  shows_sessions: responseFlag,
  /** The unit in which they read and type distances; null follows the browser's region (D-154). */
  distance_unit: z.nullable(distanceUnit),
  /** The profile's revision; a save of the profile sends it back (D-140). */
  revision: z.int()
})
export type User = z.output<typeof user>

/** The person who makes a request, as far as a rule needs to know; `null` is a visitor. */
export type Viewer = { id: number; role_id: number } | null

/** Whether the viewer is a site admin (role 10); false for a visitor. */
export function isAdmin(viewer: Viewer): boolean {
  return viewer?.role_id === Role.Admin
}

/** Whether the viewer moderates the site: a moderator (role 5) or an admin; false for a visitor. */
export function isModerator(viewer: Viewer): boolean {
  return viewer !== null && viewer.role_id >= Role.Moderator
}

/** Whether the thing is the viewer's own, or the viewer is a site admin. */
export function ownsOrAdmin(thing: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (thing.user_id === viewer.id || isAdmin(viewer))
}
