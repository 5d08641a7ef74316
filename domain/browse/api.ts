/**
 * The list screen that home, `/events`, `/activities` and groups share: its rows, filters and pages (ACT-001..ACT-042).
 * A row says `kind`; the documented keys say `challenges` for rows of either kind and `hut` for a group (D-38).
 */
import * as z from 'zod/mini'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { page } from '../lib/page.ts'

/** How many faces the card of a session shows. */
export const MOST_ON_CARD = 5

/** One row of a list, a session or an activity (ACT-028..ACT-042). */
export const card = z.object({
  kind: z.literal(['session', 'activity']),
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  path: z.string(),
  status: z.literal([0, 1, 2]),
  is_preset: responseFlag,
  is_joined: responseFlag,
  needs_code: responseFlag,
  is_manually_started: responseFlag,
  participant_limit: z.nullable(z.int()),
  participants_count: z.int(),
  started_at: z.nullable(responseDate),
  ended_at: z.nullable(responseDate),
  /** When the current pause of the session began; it delays the end until it is over (D-94). */
  paused_since: z.nullable(responseDate),
  duration: z.int(),
  difficulty: z.nullable(z.int()),
  category_name: z.nullable(z.string()),
  hut_slug: z.nullable(z.string()),
  hut_title: z.nullable(z.string()),
  /** Seconds to the start (status 0 with a start) or to the end (status 1); else null. */
  remaining: z.nullable(z.int()),
  /** Of a session in a list: usernames of the first people in it, at most `MOST_ON_CARD`. */
  faces: z.optional(z.array(z.string()))
})
export type Card = z.output<typeof card>

export const term = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  parent_id: z.nullable(z.int())
})
export type Term = z.output<typeof term>

/** The summary of a group inside activities, sessions and lists (GRP-41..GRP-47). */
export const hut = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  url: z.string(),
  content: z.string(),
  user_count: z.int(),
  is_joined: responseFlag
})

export type Hut = z.output<typeof hut>

/** A link to something with a title. */
export const linked = z.object({ title: z.string(), path: z.string() })
export type Linked = z.output<typeof linked>

/** The links above a page's title, from the top level down. */
export const breadcrumbs = z.array(linked)

/** The data of the list screen, which pages of a group use too. */
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

/** The query parameters of the list screen. */
export const LIST_QUERY = ['page', 'q', 'category', 'difficulty', 'joined', 'templates'] as const

export const homePage = page('/', {
  query: LIST_QUERY,
  data: listData,
  isOpen: true,
  head: () => ({ title: 'Sessions', description: DESCRIPTION })
})
export const eventsPage = page('/events', {
  aliases: ['/sessions'],
  query: LIST_QUERY,
  data: listData,
  head: () => ({ title: 'Sessions', description: DESCRIPTION })
})
