/**
 * Sharing a goal with chosen people, a group or everyone, and cheers for it (D-163). They see its title, target,
 * progress and streak, never its notes, logs or the words of its checklist.
 */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseFlag, sentBody, title } from '../lib/fields.ts'
import { goal, sharing } from './api.ts'

/** How many people and groups a goal is shared with at most. */
export const MOST_SHARES = 50

/** How many goals of others a page shows at most. */
export const MOST_SHARED_SHOWN = 12

export const OWN_GOAL = 'This is your own goal.'

export const sharedGoal = z.object({
  id: z.int(),
  /** The owner. */
  username: z.string(),
  title: z.string(),
  /** 1 open, 2 completed. */
  status: z.int(),
  unit: z.string(),
  amount: goal.shape.amount,
  amount_per_log: goal.shape.amount_per_log,
  completions_required: goal.shape.completions_required,
  distance: goal.shape.distance,
  duration: goal.shape.duration,
  is_limit: goal.shape.is_limit,
  repeats: goal.shape.repeats,
  /** In the current period, or in all if the goal does not repeat. */
  done: z.object({ amount: z.number(), distance: z.number(), duration: z.int() }),
  /** The items of its checklist, and how many of them are ticked. */
  items_count: z.int(),
  items_ticked: z.int(),
  /** How many periods in a row were met; 0 for a goal that does not repeat. */
  met_in_a_row: z.int(),
  /** How many people cheered on this day of the owner. */
  cheers: z.int(),
  /** Whether I am one of them. */
  cheered: responseFlag
})
export type SharedGoal = z.output<typeof sharedGoal>

const answer = {
  response: z.object({ sharing, ...noError }),
  refusals: ['unauthenticated', 'notFound']
} as const

export const getSharing = endpoint('GET', '/api/goals/:goal/sharing', {
  summary: 'With whom I share a goal, and with which of my groups I can', // D-163
  ...answer
})

/** One of these. */
const whom = {
  everyone: z.optional(z.literal(1, 'Give 1.')),
  username: z.optional(title(255, 'Type a username.')),
  group_id: z.optional(z.int('Give the id of a group.'))
}
/** Whom a goal is shared with. */
export type Whom = z.output<z.ZodMiniObject<typeof whom>>

export const shareGoal = endpoint('POST', '/api/goals/:goal/share', {
  summary: 'Share a goal with a person, a group that I am in, or everyone; again changes nothing', // D-163
  body: sentBody(whom),
  ...answer
})

export const unshareGoal = endpoint('POST', '/api/goals/:goal/unshare', {
  summary: 'Share a goal no longer with a person, a group or everyone; without any of these with nobody', // D-163
  body: sentBody(whom),
  ...answer
})

/** One cheer per person, goal and day. Sending the same twice changes nothing. */
export const cheerGoal = endpoint('POST', '/api/goals/:goal/cheer', {
  summary: 'Cheer for a goal that someone shares with me, or take it back with cheered 0', // D-163
  body: z.optional(z.nullable(z.object({ cheered: z.optional(flag) }))),
  response: z.object({ cheers: z.int(), cheered: responseFlag, ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
