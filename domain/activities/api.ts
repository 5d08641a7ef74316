/** Activities (ACT-001..ACT-136). The page says "activity"; the documented paths and keys say `challenge` (D-38). */
import * as z from 'zod/mini'
import { breadcrumbs, card, hut, LIST_QUERY, linked, listData } from '../browse/api.ts'
import { quickLogButton, timer } from '../goals/fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseFlag, sentBody, text } from '../lib/fields.ts'
import { type Head, page } from '../lib/page.ts'
import { previewOf } from '../uploads/in-texts.ts'
import { partGroup, taskGroup } from './plan.ts'

export const activitiesPage = page('/activities', {
  query: LIST_QUERY,
  data: listData,
  head: () => ({ title: 'Activities', description: 'Plans of timed parts and goals, ready to start.' })
})

/** An activity with its whole plan (ACT-102..ACT-130). */
export const activity = z.object({
  ...card.shape,
  content: z.string(),
  hut_id: z.nullable(z.int()),
  group_id: z.nullable(z.int()),
  can_join: responseFlag,
  /** 1: no list or search shows it, but anyone with the address can open it (D-159). */
  unlisted: responseFlag,
  /** 1 when a moderator hid it: only its author and moderators see it. Absent otherwise (D-149). */
  is_hidden: z.optional(responseFlag),
  term_id: z.nullable(z.int()),
  term_id_0: z.nullable(z.int()),
  term_id_1: z.nullable(z.int()),
  term_id_2: z.nullable(z.int()),
  term_id_3: z.nullable(z.int()),
  parts: z.array(partGroup),
  tasks: z.array(taskGroup),
  timers: z.array(timer),
  quick_log_buttons: z.array(quickLogButton),
  active_logs: z.array(z.unknown()),
  relative_dates: responseFlag,
  linked: responseFlag,
  /** A save of the form sends it back (D-140). */
  revision: z.int()
})
export type Activity = z.output<typeof activity>

/** How many copies the page of an activity lists. */
export const MOST_COPIES = 20

const activityData = z.object({
  challenge: activity,
  hut: z.nullable(hut),
  /** Live sessions: running first, then the soonest. */
  challengeEvents: z.array(card),
  breadcrumbs,
  isOwner: z.boolean(),
  /** The activity whose plan it began with, while the viewer may see it. */
  source: z.nullable(linked),
  /** Listed activities that began with its plan: the newest, at most `MOST_COPIES`. */
  copies: z.array(linked),
  /** Groups that propose to attach it, the newest first; empty unless `isOwner` (D-134). */
  proposals: z.array(z.object({ slug: z.string(), title: z.string(), path: z.string() }))
})

export const activityPage = page('/activities/:challenge', {
  query: ['page'],
  data: activityData,
  head: ({ challenge, breadcrumbs: trail }) => ({
    title: challenge.title,
    ...previewOf(challenge.content),
    ...feedOf(challenge),
    trail
  })
})
export const activitySessionsPage = page('/activities/:challenge/sessions', {
  query: ['page'],
  data: activityData,
  head: ({ challenge }) => ({ title: `${challenge.title} · Sessions`, ...feedOf(challenge) })
})

/** An unlisted activity has no feed (D-159). */
function feedOf({ title, path, unlisted, is_preset }: Activity): Pick<Head, 'feeds'> {
  return unlisted || is_preset ? {} : { feeds: [{ title, path: `${path}/feed.atom` }] }
}

export const followActivity = endpoint('POST', '/api/challenges/:challenge/join', {
  summary: 'Follow an activity; free, and joins none of its sessions', // D-61
  body: sentBody({}),
  response: z.object({ is_joined: responseFlag, participants_count: z.int(), ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
export const unfollowActivity = endpoint('POST', '/api/challenges/:challenge/leave', {
  summary: 'Stop following an activity',
  response: z.object({ is_joined: responseFlag, participants_count: z.int(), ...noError }),
  refusals: ['unauthenticated', 'notFound']
})

/** The path of a random activity; of one in the given interests, when they have any (D-65). */
export const randomActivity = endpoint('POST', '/api/challenges/random', {
  summary: 'A random activity, in one of the interests (term ids) if there is one', // D-65
  body: z.optional(
    z.nullable(
      sentBody({
        interests: z.optional(z.nullable(z.array(z.union([z.int(), text(20)])).check(z.maxLength(200))))
      })
    )
  ),
  response: z.object({ path: z.string() }),
  refusals: ['notFound']
})
