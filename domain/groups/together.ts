import * as z from 'zod/mini'
import { card } from '../browse/api.ts'
import { sharedGoal } from '../goals/sharing-api.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'

/** How many faces of members a group shows. */
export const MOST_FACES_SHOWN = 8

/** The days over which a group's logs are summed. */
export const WEEK_DAYS = 7

/** What the members of a group do together. */
export const together = z.object({
  /** Usernames of members; at most `MOST_FACES_SHOWN`. */
  members: z.array(z.string()),
  /** The session that runs, or the one that begins next; null for none. */
  next_session: z.nullable(card),
  /** Logs in sessions of the group in the last seven days, without those on hidden goals (D-98). */
  week_logs: z.int(),
  week_people: z.int(),
  /** Goals that members share with the group (D-163); empty unless the viewer is a member. */
  shared_goals: z.array(sharedGoal),
  /** Its series that go on, the next date first; at most ten. */
  series: z.array(
    z.object({
      title: z.string(),
      path: z.string(),
      /** The rule in words. */
      rule: z.string(),
      /** When the date that runs or comes begins; null without one. */
      next_at: z.nullable(responseDate),
      /** Usernames of the first people who come every time. */
      people: z.array(z.string()),
      regulars_count: z.int()
    })
  ),
  /** Programmes that members follow together; empty unless the viewer is a member. */
  programmes: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      path: z.string(),
      /** My page of it; null when I don't follow it. */
      my_path: z.nullable(z.string()),
      /** Of the group, from 1. */
      week: z.int(),
      weeks_count: z.int(),
      people_count: z.int(),
      /** How many did all units of their week. */
      done_count: z.int(),
      /** Usernames of the first of them. */
      people: z.array(z.string())
    })
  ),
  /** 0 until the first session of the group is planned. */
  has_sessions: responseFlag
})
export type Together = z.output<typeof together>
