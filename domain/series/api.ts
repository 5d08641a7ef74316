/** Calls and pages of series (D-150). `{series}` and `{event}` are slugs or ids (D-40). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag, sentBody, text } from '../lib/fields.ts'
import { type DataOf, page } from '../lib/page.ts'
import { ALL_REPEATS, sentRule } from '../sessions/repeats.ts'
import { DateState } from './series.ts'

export const SeriesStatus = { Open: 'open', Paused: 'paused', Ended: 'ended' } as const

export const series = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  path: z.string(),
  /** It always leads to the date that runs, or the next one. */
  next_path: z.string(),
  /** The rule: "Every Tuesday at 19:00 (Europe/Berlin)". */
  rule: z.string(),
  status: z.literal(Object.values(SeriesStatus)),
  /** The host. */
  username: z.string(),
  is_mine: responseFlag,
  /** 1 when the host has to confirm that it goes on. Others always see 0. */
  asks: responseFlag
})
export type Series = z.output<typeof series>

export const seriesDate = z.object({
  /** The title of this date. */
  title: z.string(),
  /** Null when it was skipped. */
  path: z.nullable(z.string()),
  /** When the rule has it; the start of a date that the rule no longer has. */
  planned_at: responseDate,
  started_at: responseDate,
  duration: z.int(),
  state: z.literal(Object.values(DateState)),
  /** The status of the session. */
  status: z.literal([0, 1, 2]),
  participants_count: z.int(),
  participant_limit: z.nullable(z.int()),
  /** Usernames of the first people who are in. */
  people: z.array(z.string()),
  is_joined: responseFlag,
  /** 1 when I wait for a place. */
  is_waiting: responseFlag,
  logs: z.int(),
  /** How long I was in the room; null when I wasn't. */
  my_seconds: z.nullable(z.int()),
  /** Who was in the room and for how long, for the host only; null for everyone else. */
  attendance: z.nullable(z.array(z.object({ username: z.string(), seconds: z.int() })))
})
export type SeriesDate = z.output<typeof seriesDate>

export const seriesPage = page('/series/:series', {
  aliases: ['/series/:series/next'],
  query: ['page'],
  moves: true,
  data: z.object({
    series,
    /** The parts of the rule, for the host only; null for everyone else. */
    pattern: z.nullable(
      z.object({
        repeats: z.literal(ALL_REPEATS),
        every: z.int(),
        weekdays: z.array(z.int()),
        until: z.nullable(z.string()),
        count: z.nullable(z.int()),
        zone: z.string()
      })
    ),
    /** People who come to each date. */
    regulars: z.object({
      count: z.int(),
      /** The usernames of the first of them. */
      people: z.array(z.string()),
      /** 1 when I am one. */
      is_mine: responseFlag
    }),
    /** 1 when I hear of each new date. */
    is_watching: responseFlag,
    /** The dates that run or come, the next one first. */
    coming: z.array(seriesDate),
    /** On how many dates I was in the room. */
    my_dates: z.int(),
    /** The dates that are over, the newest first; one more than `per_page` when there is a next page. */
    past: z.array(seriesDate)
  }),
  head: ({ series }) => ({ title: series.title, description: series.rule })
})

export type SeriesPageData = DataOf<typeof seriesPage>

const refusals = ['unauthenticated', 'forbidden', 'notFound', 'conflict'] as const

export const makeSeries = endpoint('POST', '/api/challenge-events/:event/series', {
  summary: 'The host makes a session repeat; it becomes the first date', // D-150
  creates: 'sessions',
  keyed: true,
  body: sentBody(sentRule),
  response: z.object({ series, ...noError }),
  refusals
})
export const followDate = endpoint('POST', '/api/challenge-events/:event/following', {
  summary: 'The following dates of the series get the words, plan, settings and time of this one',
  response: z.object(noError),
  refusals
})
export const changeRule = endpoint('PUT', '/api/challenge-events/:event/rule', {
  summary: 'The series has another rule from this date on; later dates with people stay, and empty ones go',
  body: sentBody({
    ...sentRule,
    /** 1: only says what would happen. */
    preview: z.optional(flag),
    /** The rule in words that the change began from. Another stored rule is a conflict, even for a preview. */
    was: z.optional(text(1000))
  }),
  response: z.object({
    rule: z.string(),
    /** How many later dates with people take place beside the new rule. */
    staying: z.int(),
    /** How many later dates without people don't take place. */
    going: z.int(),
    ...noError
  }),
  refusals
})
export const continueSeries = endpoint('POST', '/api/series/:series/continue', {
  summary: 'The host confirms that the series goes on, or continues it after a pause',
  response: z.object({ series, ...noError }),
  refusals
})
export const endSeries = endpoint('DELETE', '/api/series/:series', {
  summary: 'The host ends the series; its coming dates are cancelled, and twice is the same as once',
  response: z.object({ series, ...noError }),
  refusals
})
export const comeEveryTime = endpoint('POST', '/api/series/:series/regulars', {
  summary: 'I come to each date of the series; a use is charged when a date begins, and twice is the same as once',
  response: z.object(noError),
  refusals
})
export const stopComing = endpoint('DELETE', '/api/series/:series/regulars', {
  summary: 'I come to each date no longer; my places that are not paid are free again, and twice is the same as once',
  response: z.object(noError),
  refusals: ['unauthenticated', 'notFound']
})
export const watchSeries = endpoint('PUT', '/api/series/:series/news', {
  summary: 'Whether I hear of each new date; without it, a group hears of the first date only',
  body: sentBody({ is_on: flag }),
  response: z.object(noError),
  refusals: ['unauthenticated', 'notFound']
})
