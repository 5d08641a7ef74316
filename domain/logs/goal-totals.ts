/** The totals of a goal on the wire. */
import * as z from 'zod/mini'
import { responseFlag } from '../lib/fields.ts'

/** Totals from one day to another, in seconds, miles and the unit of the goal. */
export const period = z.object({
  from: z.string(),
  to: z.string(),
  logs: z.int(),
  amount: z.number(),
  distance: z.number(),
  duration: z.int()
})

/** The time without slips of a goal whose limit is none (D-153). */
export const clean = z.object({
  /** The day of the last slip, or the first day of the goal. */
  since: z.string(),
  has_slipped: responseFlag,
  /** The most days without a slip before that. */
  best: z.int()
})

export const goalTotals = z.object({
  id: z.int(),
  amount_elapsed: z.number(),
  duration_elapsed: z.int(),
  distance_elapsed: z.number(),
  amount_remaining: z.nullable(z.number()),
  distance_remaining: z.nullable(z.number()),
  /** The period of a goal that repeats. */
  period: z.nullable(period),
  /** Null for a goal whose limit is not none. */
  clean: z.nullable(clean)
})
export type GoalTotals = z.output<typeof goalTotals>
