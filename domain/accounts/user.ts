/**
 * Who is signed in, as the page sees it: never a password hash, card or another person's e-mail (D-28).
 * `all_remaining_tokens` counts uses, the unit of the ledger; people read it divided by 100 (D-01).
 */
import * as z from 'zod/mini'
import { distanceUnit } from '../lib/distance.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'

export const Role = { Member: 1, Admin: 10 } as const

/** Keys of the welcome and tour messages, each shown once (D-123). */
export const MESSAGE_KEYS = [
  'newCreateGoal',
  'newCreateLog',
  'startGoalTour',
  'logProgressButton',
  'additionalGoalFeatures',
  'finishTour'
] as const
export type MessageKey = (typeof MESSAGE_KEYS)[number]

export const PLAN_KEYS = ['goals_sub', 'goals_sessions_sub'] as const
export type PlanKey = (typeof PLAN_KEYS)[number]

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
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Waits to be confirmed by a link that was sent there; null while none does. */
  new_email: z.nullable(z.string()),
  /** When the account goes; null while it stays (D-131). */
  delete_at: z.nullable(responseDate),
  role_id: z.int(),
  client_uuid: z.string(),
  is_new: responseFlag,
  new_messages: z.record(z.literal(MESSAGE_KEYS), responseFlag),
  all_remaining_tokens: z.int(),
  subscription_id: z.nullable(z.int()),
  subscription: z.nullable(subscription),
  /** Usernames of everybody whose words this person's pages hide. */
  muted: z.array(z.string()),
  /** What is unread in their inbox, counted up to 100. */
  unread_reminders: z.int(),
  /** Who they write as (D-36). */
  person: z.object({ id: z.int(), username: z.string() }),
  /** How their days are counted. */
  time_zone: z.string(),
  day_start: z.int(),
  /** Weekdays that break no streak, from 1 (Monday) to 7. */
  rest_days: z.array(z.int()),
  /** 0 for who does not want streaks. */
  streaks: responseFlag,
  /** How they read and type distances; null follows the region of the browser (D-154). */
  distance_unit: z.nullable(distanceUnit),
  /** Of the profile, sent back by a save of it (D-140). */
  revision: z.int()
})
export type User = z.output<typeof user>

/** Who asks, as far as a rule needs to know; `null` is a visitor. */
export type Viewer = { id: number; role_id: number } | null

/** Whether the viewer is a site admin (role 10); false for a visitor. */
export function isAdmin(viewer: Viewer): boolean {
  return viewer?.role_id === Role.Admin
}
