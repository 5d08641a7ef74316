/** Contracts of the pages and actions with which admins manage accounts. A moderator can find people and suspend them (D-148). */
import * as z from 'zod/mini'
import { Role } from '../accounts/user.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody, title, whole } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { REASONS } from '../moderation/hidden.ts'

export const IS_GUEST = 'A guest has no email. Wait until they register.'
export const SELF = 'You can’t do this to your own account here.'
export const LAST_ADMIN = 'This is the last admin. Make someone else an admin first.'

/** Why an admin gives tokens. The words are fixed, because they stay in the log. */
export const GRANT_REASONS = ['thanks', 'help', 'fault', 'event'] as const

const adminPerson = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  /** Null for a moderator, who sees no addresses. */
  email: z.nullable(z.string()),
  /** A new email that waits for its link to be opened; null without one, and for a moderator. */
  new_email: z.nullable(z.string()),
  role_id: z.int(),
  created_at: responseDate,
  /** When they last used a login that has not ended; null when it is longer ago than 30 days. */
  seen_at: z.nullable(responseDate),
  /** Null when they are not suspended. */
  suspended_until: z.nullable(responseDate),
  suspended_reason: z.nullable(z.string()),
  is_unconfirmed: responseFlag,
  is_unapproved: responseFlag,
  delete_at: z.nullable(responseDate)
})
export type AdminPerson = z.output<typeof adminPerson>

const removal = z.nullable(z.object({ reason: z.literal(REASONS), removed_at: responseDate }))

export const peoplePage = page('/admin/people', {
  data: z.object({
    /** The newest first; one more than a page has, if there is a next page. */
    people: z.array(adminPerson)
  }),
  query: ['q', 'seen', 'page'],
  refusals: ['forbidden'],
  personal: 'People',
  head: () => ({ title: 'People' })
})

export const adminPersonPage = page('/admin/people/:username', {
  data: z.object({
    person: adminPerson,
    sessions_hosted: z.int(),
    messages: z.int(),
    posts: z.int(),
    groups: z.int(),
    items: z.int(),
    /** Uses that are left. */
    uses: z.int(),
    /** Whether a subscription would end with the account. */
    has_subscription: responseFlag,
    /** Why and when everything was removed; null when it was not, or was restored. */
    removal
  }),
  refusals: ['forbidden'],
  personal: 'Person',
  head: ({ person }) => ({ title: person.username })
})

const done = { response: z.object({ person: adminPerson, ...noError }) }
const refusals = ['unauthenticated', 'forbidden', 'notFound', 'conflict'] as const

export const suspendPerson = endpoint('POST', '/api/admin/people/:username/suspend', {
  summary: 'A moderator suspends a person for up to 7 days, an admin for any time', // D-148
  body: sentBody({
    /** Null until someone lifts it. More than 7 days needs an admin. */
    days: z.nullable(whole(1, 3650)),
    /** The person reads it. */
    reason: title(500, 'Say why, in a sentence that the person reads.')
  }),
  ...done,
  refusals
})
export const unsuspendPerson = endpoint('POST', '/api/admin/people/:username/unsuspend', {
  summary: 'A moderator or an admin lifts a suspension',
  body: sentBody({}),
  ...done,
  refusals
})
export const signOutPerson = endpoint('POST', '/api/admin/people/:username/sign-out', {
  summary: 'An admin signs a person out on all devices',
  body: sentBody({}),
  ...done,
  refusals
})
export const sendPersonReset = endpoint('POST', '/api/admin/people/:username/reset-mail', {
  summary: 'An admin sends a person the mail with which they choose a new password, or gets its link',
  body: sentBody({}),
  response: z.object({
    person: adminPerson,
    /** In a hut without a mail server, the path of the link for the admin to hand over; otherwise null. */
    reset_path: z.nullable(z.string()),
    ...noError
  }),
  refusals: [...refusals, 'proofNeeded']
})
export const confirmPersonEmail = endpoint('POST', '/api/admin/people/:username/confirm-email', {
  summary: 'An admin confirms the email of a person', // D-145
  body: sentBody({}),
  ...done,
  refusals
})
export const setPersonRole = endpoint('POST', '/api/admin/people/:username/role', {
  summary: 'An admin makes someone a member, a moderator or an admin; the last admin stays one', // D-148
  body: sentBody({ role_id: z.literal([Role.Member, Role.Moderator, Role.Admin], 'Give 1, 5 or 10.') }),
  ...done,
  refusals: [...refusals, 'proofNeeded']
})
export const grantTokens = endpoint('POST', '/api/admin/people/:username/tokens', {
  summary: 'An admin gives a person free tokens',
  keyed: true,
  body: sentBody({ tokens: whole(1, 10_000), reason: z.literal(GRANT_REASONS, 'Choose a reason.') }),
  response: z.object({ uses: z.int(), ...noError }),
  refusals: [...refusals, 'proofNeeded']
})
export const schedulePersonDeletion = endpoint('POST', '/api/admin/people/:username/delete', {
  summary: 'An admin deletes an account in two weeks; until then it can be kept', // D-131
  body: sentBody({}),
  ...done,
  refusals
})
export const keepPerson = endpoint('POST', '/api/admin/people/:username/keep', {
  summary: 'An admin stops the deletion of an account',
  body: sentBody({}),
  ...done,
  refusals
})

export const removeContent = endpoint('POST', '/api/admin/people/:username/remove-content', {
  summary: 'An admin hides everything that a person published; it can be restored',
  body: sentBody({ reason: z.literal(REASONS, 'Choose a reason.') }),
  response: z.object({ removal, ...noError }),
  refusals
})
export const restoreContent = endpoint('POST', '/api/admin/people/:username/restore-content', {
  summary: 'An admin restores exactly what removing everything hid',
  body: sentBody({}),
  response: z.object({ removal, ...noError }),
  refusals
})
