/**
 * Activities and the list screen that home, `/events`, `/activities` and groups share (ACT-001..ACT-136).
 * People read "activity"; the documented paths and keys say `challenge` (D-38).
 */
import * as z from 'zod/mini'
import { timer } from '../goals/goal.ts'
import { endpoint } from '../lib/endpoint.ts'
import { clientUuid, dateAnswer, flagAnswer, noError, text } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { partGroup, taskGroup } from './plan.ts'

/** One row of a list, a session or an activity (ACT-028..ACT-042). */
export const card = z.object({
  kind: z.literal(['session', 'activity']),
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  path: z.string(),
  status: z.literal([0, 1, 2]),
  is_preset: flagAnswer,
  is_joined: flagAnswer,
  needs_code: flagAnswer,
  is_manually_started: flagAnswer,
  participant_limit: z.nullable(z.int()),
  participants_count: z.int(),
  started_at: z.nullable(dateAnswer),
  ended_at: z.nullable(dateAnswer),
  duration: z.int(),
  difficulty: z.nullable(z.int()),
  category_name: z.nullable(z.string()),
  hut_slug: z.nullable(z.string()),
  hut_title: z.nullable(z.string()),
  /** Seconds to the start (status 0 with a start) or to the end (status 1); else null. */
  remaining: z.nullable(z.int())
})
export type Card = z.output<typeof card>

export const term = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  parent_id: z.nullable(z.int())
})
export type Term = z.output<typeof term>

/** A group as other things carry it (GRP-41..GRP-47). */
export const hut = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  url: z.string(),
  content: z.string(),
  user_count: z.int(),
  is_joined: flagAnswer
})

export type Hut = z.output<typeof hut>

const breadcrumbs = z.array(z.object({ title: z.string(), path: z.string() }))

/** What the list screen shows, on the pages of a group too. */
export const listData = z.object({
  /** One more than `per_page` when there is a next page (D-22). */
  challenges: z.array(card),
  /** Counted up to 100. */
  challengesCount: z.int(),
  terms: z.array(term),
  difficulties: z.array(z.object({ value: z.int(), title: z.string() })),
  hut: z.nullable(hut),
  /** Offered when the list is empty or short (D-62). */
  templates: z.array(card)
})
export type ListData = z.output<typeof listData>

const DESCRIPTION = 'Join a timed session, follow an activity, and log progress with one press.'

export const homePage = page({
  path: '/',
  data: listData,
  head: () => ({ title: 'Sessions', description: DESCRIPTION })
})
export const eventsPage = page({
  path: '/events',
  aliases: ['/sessions'],
  data: listData,
  head: () => ({ title: 'Sessions', description: DESCRIPTION })
})
/** What a person joined or hosts, of any status, the newest start first; without what they left (D-55). */
export const mySessionsPage = page({
  path: '/my/sessions',
  data: z.object({ sessions: z.array(card) }),
  head: () => ({ title: 'My Sessions' })
})
export const activitiesPage = page({
  path: '/activities',
  data: listData,
  head: () => ({ title: 'Activities', description: 'Plans of timed parts and goals, ready to start.' })
})

/** The whole activity (ACT-102..ACT-130). */
export const activity = z.object({
  ...card.shape,
  content: z.string(),
  hut_id: z.nullable(z.int()),
  group_id: z.nullable(z.int()),
  can_join: flagAnswer,
  term_id: z.nullable(z.int()),
  term_id_0: z.nullable(z.int()),
  term_id_1: z.nullable(z.int()),
  term_id_2: z.nullable(z.int()),
  term_id_3: z.nullable(z.int()),
  parts: z.array(partGroup),
  tasks: z.array(taskGroup),
  timers: z.array(timer),
  quick_log_buttons: z.array(z.unknown()),
  active_logs: z.array(z.unknown()),
  relative_dates: flagAnswer,
  linked: flagAnswer
})
export type Activity = z.output<typeof activity>

const activityData = z.object({
  challenge: activity,
  hut: z.nullable(hut),
  /** Live sessions: running first, then the soonest. */
  challengeEvents: z.array(card),
  breadcrumbs,
  isOwner: z.boolean()
})

export const activityPage = page({
  path: '/activities/:challenge',
  data: activityData,
  head: data => ({ title: data.challenge.title, description: plainText(data.challenge.content) })
})
export const activitySessionsPage = page({
  path: '/activities/:challenge/sessions',
  data: activityData,
  head: data => ({ title: `${data.challenge.title} · Sessions` })
})

export const followActivity = endpoint({
  method: 'POST',
  path: '/api/challenges/:challenge/join',
  summary: 'Follow an activity; free, and joins none of its sessions (D-61)',
  body: z.object({ client_uuid: clientUuid }),
  answer: z.object({ is_joined: flagAnswer, participants_count: z.int(), ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
export const unfollowActivity = endpoint({
  method: 'POST',
  path: '/api/challenges/:challenge/leave',
  summary: 'Stop following an activity',
  answer: z.object({ is_joined: flagAnswer, participants_count: z.int(), ...noError }),
  refusals: ['unauthenticated', 'notFound']
})

/** A path to go to, of an activity in one of the terms if there is any (D-65). */
export const randomActivity = endpoint({
  method: 'POST',
  path: '/api/challenges/random',
  summary: 'A random activity, in one of the interests (term ids) if there is one (D-65)',
  body: z.optional(
    z.nullable(
      z.object({
        interests: z.optional(z.nullable(z.array(z.union([z.int(), text(20)])).check(z.maxLength(200)))),
        client_uuid: clientUuid
      })
    )
  ),
  answer: z.object({ path: z.string() }),
  refusals: ['notFound']
})

/** The first 200 characters of rich text without its tags, for link previews. */
export function plainText(html: string): string {
  const flat = html
    // Only blocks stand apart: a word in bold may end a sentence.
    .replace(/<\/?(?:a|b|code|em|i|s|strong|u)(?=[\s>])[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
  return flat.length <= 200 ? flat : `${flat.slice(0, 199).trimEnd()}…`
}
