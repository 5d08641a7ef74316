/** The lists of what people made, and what staff do about it. Moderators find, hide and restore; admins end and delete. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { REASONS } from '../moderation/hidden.ts'
import { SessionStatus } from '../sessions/status.ts'

/** The lists by their word in the address, each with its kind. */
export const CONTENT_LISTS = {
  sessions: 'session',
  groups: 'group',
  activities: 'activity',
  items: 'item'
} as const
export type ContentList = keyof typeof CONTENT_LISTS
export type ContentKind = (typeof CONTENT_LISTS)[ContentList]

/** The quick filters. Only sessions have a status. */
export const CONTENT_STATES = ['running', 'waiting', 'ended', 'hidden'] as const
export type ContentState = (typeof CONTENT_STATES)[number]

/** Returns the filters of a list. */
export const statesOf = (list: ContentList): readonly ContentState[] =>
  list === 'sessions' ? CONTENT_STATES : ['hidden']

const contentRow = z.object({
  id: z.int(),
  title: z.string(),
  path: z.string(),
  /** The username; null when the account is deleted. */
  owner: z.nullable(z.string()),
  /** Participants of a session, members of a group or followers of an activity; null for an item. */
  people: z.nullable(z.int()),
  /** Null for everything but sessions. */
  status: z.nullable(z.literal(Object.values(SessionStatus))),
  created_at: responseDate,
  /** When a session starts or started; null for one that waits for its host, and for everything else. */
  started_at: z.nullable(responseDate),
  /** Why it is hidden; null when it is not. */
  hidden: z.nullable(z.literal(REASONS))
})
export type ContentRow = z.output<typeof contentRow>

export const contentPage = page('/admin/content/:kinds', {
  data: z.object({
    /** The newest first; one more than a page has, if there is a next page. */
    rows: z.array(contentRow)
  }),
  query: ['q', 'state', 'before'],
  refusals: ['forbidden', 'notFound'],
  personal: 'Content',
  head: () => ({ title: 'Content' })
})

const act = {
  body: sentBody({ reason: z.literal(REASONS, 'Choose a reason.') }),
  response: z.object({ ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'proofNeeded'] as const
}
export const endContent = endpoint('POST', '/api/admin/content/sessions/:id/end', {
  summary: 'An admin ends a session for everyone',
  ...act
})
export const deleteContent = endpoint('POST', '/api/admin/content/:kinds/:id/delete', {
  summary: 'An admin deletes a session of any status, a group, an activity or an item for good',
  ...act
})
