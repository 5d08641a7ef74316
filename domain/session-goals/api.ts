/**
 * Goals in a session (SGL-01..SGL-30): the goals of its plan, my goals attached to it, and those of other members. A
 * personal goal is attached to at most one session (D-101). Leaving or being removed detaches it.
 */
import * as z from 'zod/mini'
import { goal } from '../goals/api.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, uuid } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { log } from '../logs/api.ts'
import { participant, sessionData, sessionTask } from '../sessions/api.ts'

export const template = z.object({
  ...sessionTask.shape,
  /** My open copy of it; adding the goal again returns this copy (D-102). */
  my_goal_id: z.nullable(z.int())
})
export type Template = z.output<typeof template>

export const sessionGoalsPage = page('/sessions/:event/goals', {
  aliases: ['/activities/:challenge/events/:event/goals'],
  data: z.object({
    ...sessionData.shape,
    /** My goals that are attached to this session, the newest first. */
    my_goals: z.array(goal),
    /** The goals of the plan in its order, without hidden groups. */
    goals: z.array(template)
  }),
  head: data => ({ title: `${data.challengeEvent.title} · Goals` })
})

export const memberGoal = z.object({
  id: z.int(),
  uuid: z.string(),
  title: z.string(),
  username: z.string(),
  status: z.int(),
  action: z.string(),
  unit: z.string(),
  amount: z.nullable(z.number()),
  distance: z.nullable(z.number()),
  duration: z.int(),
  amount_elapsed: z.number(),
  distance_elapsed: z.number(),
  duration_elapsed: z.int(),
  completed_at: z.nullable(responseDate),
  /** The newest five; of other people only active logs (D-103). */
  logs: z.array(log)
})
export type MemberGoal = z.output<typeof memberGoal>

export const sessionMemberGoalsPage = page('/sessions/:event/member-goals', {
  aliases: ['/activities/:challenge/events/:event/member-goals'],
  query: ['page'],
  data: z.object({
    ...sessionData.shape,
    /** The newest first; one more than `per_page` when there are more. */
    member_goals: z.array(memberGoal)
  }),
  head: data => ({ title: `${data.challengeEvent.title} · Member Goals` })
})

export const addToMyGoals = endpoint('POST', '/api/goals/add-to-my-goals', {
  summary: 'Copy a goal of the plan to my goals; one use, an open copy is returned again, free', // D-102
  body: z.object({
    challengeEventId: z.int('Give the id of the session.'),
    /** The uuid of the goal in the plan. */
    goalUuid: uuid
  }),
  response: z.object({ goal, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'insufficientTokens']
})

export const attachMyGoal = endpoint('POST', '/api/challenge-events/:event/:goal/attach-my-goal', {
  summary: 'Attach an open goal of mine that has no session; free', // D-101
  response: z.object({ goal, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

/** A page that is closed sends it with `sendBeacon`, so the body may also be text/plain (D-96). */
export const saveTaskListProgress = endpoint('POST', '/api/challenge-events/logs/save-task-list-progress', {
  summary:
    'Set which items of a checklist are ticked, all of them or only the changed ones; the same again changes nothing',
  guests: true,
  body: z.object({
    /** The uuids of all ticked items; unknown uuids are ignored. */
    items: z.optional(z.array(uuid).check(z.maxLength(500, 'Send at most 500 items.'))),
    /** Instead of `items`: only the changed items, 1 for ticked and 0 for unticked, by uuid (D-140). */
    changes: z.optional(
      z.record(uuid, flag).check(z.refine(all => Object.keys(all).length <= 500, 'Send at most 500 items.'))
    ),
    /** The id of a goal of mine, or the uuid of a goal of the session's plan. */
    goal_id: z.union([z.int(), uuid], 'Give the id of a goal of yours or the uuid of a goal of the session.'),
    /** Needed for a goal of the plan. */
    challenge_event_id: z.optional(z.nullable(z.int('Give the id of the session.'))),
    /**
     * The id of the user who ticked. The call is refused when someone else is signed in. A beacon cannot send it as a
     * header.
     */
    person: z.optional(z.int())
  }),
  response: z.object({
    /** The uuids of the ticked items, in the order of the list. */
    items: z.array(z.string()),
    /** My row with my totals, when the checklist belongs to the plan. */
    challenge_user: z.nullable(participant),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
