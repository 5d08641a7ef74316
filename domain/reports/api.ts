/** Reports of people, what moderators decide about them, and what authors see of it (D-148, D-149). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody, text } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { HIDDEN_KINDS, REASONS } from '../moderation/hidden.ts'
import { CASE_STATUSES } from './report.ts'

/** The longest comment of a report, and note to or of an author. */
const LONGEST_NOTE = 1000
const note = z._default(text(LONGEST_NOTE).check(z.trim()), '')
const reason = z.literal(REASONS, 'Choose a reason.')
const kind = z.literal(HIDDEN_KINDS, `Give one of these: ${HIDDEN_KINDS.join(', ')}.`)

export const storeReport = endpoint('POST', '/api/reports', {
  summary: 'Report something to the moderators; each person has one report for each thing', // D-148
  body: sentBody({
    kind,
    /** The id of the thing. For a picture it is the `face_id` of the profile. */
    subject_id: z.int('Give the id of what you report.'),
    reason,
    /** For the moderators. */
    comment: note
  }),
  response: z.object({ ...noError }),
  refusals: ['notFound', 'tooMany']
})

export const DECISIONS = ['keep', 'hide', 'delete'] as const
export type Decision = (typeof DECISIONS)[number]

export const decideReport = endpoint('POST', '/api/admin/reports/:kind/:subject', {
  summary: 'A moderator keeps, restores, hides or deletes what someone else made', // D-149
  body: sentBody({
    decision: z.literal(DECISIONS, 'Choose keep, hide or delete.'),
    /** Needed to hide. */
    reason: z.optional(reason),
    /** To the author. */
    note
  }),
  response: z.object({ status: z.literal(CASE_STATUSES), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

/** Why something is hidden, for its author and moderators. */
const takedown = z.object({
  reason: z.literal(REASONS),
  /** From the moderator. */
  note: z.string(),
  /** Reports hid it, and no moderator has looked at it yet. */
  is_by_rule: responseFlag,
  hidden_at: responseDate,
  /** The hidden text, as plain text. */
  text: z.string(),
  /** When the author asked for another look. */
  asked_at: z.nullable(responseDate),
  /** Whether I can restore it: moderators can, but not what they made themselves. */
  can_restore: responseFlag,
  /** Whether I can ask for another look. */
  can_ask: responseFlag
})
export type Takedown = z.output<typeof takedown>

export const getTakedown = endpoint('GET', '/api/takedowns/:kind/:subject', {
  summary: 'Why a moderator hid something of mine', // D-149
  response: takedown,
  refusals: ['unauthenticated', 'notFound']
})

export const askAgain = endpoint('POST', '/api/takedowns/:kind/:subject/ask', {
  summary: 'Ask once that a moderator looks again at what they hid of mine', // D-149
  body: sentBody({ note }),
  response: takedown,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

const reportCase = z.object({
  kind: z.literal(HIDDEN_KINDS),
  subject_id: z.int(),
  status: z.literal(CASE_STATUSES),
  /** Its username; null when the account is deleted. */
  author: z.nullable(z.string()),
  /** The beginning of its text. */
  title: z.string(),
  text: z.string(),
  /** The address of a reported picture. */
  image: z.nullable(z.string()),
  /** Path of its place; null when the thing is gone. */
  path: z.nullable(z.string()),
  can_delete: responseFlag,
  reports_count: z.int(),
  reasons: z.array(z.object({ reason: z.literal(REASONS), count: z.int() })),
  /** The newest comments of reports. */
  comments: z.array(z.object({ username: z.nullable(z.string()), comment: z.string(), created_at: responseDate })),
  /** Since when it waits for a moderator; null when it doesn't. */
  waiting_since: z.nullable(responseDate),
  /** Why it is hidden; null when it is not. */
  hidden: z.nullable(z.object({ reason: z.literal(REASONS), note: z.string(), is_by_rule: responseFlag })),
  /** Whether everything of its author was removed. */
  is_of_removal: responseFlag,
  /** The author asked for another look. */
  asked: z.nullable(z.object({ note: z.string(), at: responseDate })),
  decided_at: z.nullable(responseDate),
  decided_by: z.nullable(z.string())
})
export type ReportCase = z.output<typeof reportCase>

export const reportsPage = page('/admin/reports', {
  query: ['page', 'decided'],
  data: z.object({
    /** Those that have waited longest first, or the last decided first; one more than `per_page` when there is a next page. */
    cases: z.array(reportCase),
    /** Whether these are the decided ones. */
    is_decided: z.boolean(),
    /** How many wait, counted up to 100. */
    waiting: z.int()
  }),
  personal: 'Reports',
  refusals: ['forbidden'],
  head: () => ({ title: 'Reports' })
})
