/** Invitations to register (D-146). */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { responseDate, responseFlag, sentBody, text, whole } from '../../lib/fields.ts'
import { page } from '../../lib/page.ts'
import { LONGEST_DAYS, MOST_USES } from './invitation.ts'

export const invitationRow = z.object({
  id: z.int(),
  code: z.string(),
  /** The path of the group or session that the link opens; null for a page of its own. */
  target: z.nullable(z.string()),
  uses: z.int(),
  most_uses: z.int(),
  expires_at: responseDate,
  created_at: responseDate,
  is_open: responseFlag
})
export type InvitationRow = z.output<typeof invitationRow>

/** My invitations, the newest first. */
export const invitationsPage = page('/account/invitations', {
  data: z.object({ can_invite: responseFlag, invitations: z.array(invitationRow) }),
  personal: 'Invitations',
  head: () => ({ title: 'Invitations' })
})

/** The invitations of everyone, for admins. */
export const allInvitationsPage = page('/admin/invitations', {
  query: ['page'],
  data: z.object({
    /** The newest first; one more than a page has, if there is a next page. */
    invitations: z.array(z.extend(invitationRow, { username: z.string() }))
  }),
  refusals: ['forbidden'],
  personal: 'Invitations',
  head: () => ({ title: 'Invitations' })
})

export const createInvitation = endpoint('POST', '/api/account/invitations', {
  summary: 'Create an invitation to register',
  body: sentBody({
    most_uses: whole(1, MOST_USES),
    /** How many days it works. */
    days: whole(1, LONGEST_DAYS),
    /** The address of a group or a session, which the link then opens. */
    target: z._default(z.nullable(text(500)), null)
  }),
  response: z.object({ invitation: invitationRow }),
  keyed: true,
  refusals: ['unauthenticated', 'forbidden', 'conflict']
})

/** Also an admin, for an invitation of someone else. A second call changes nothing. */
export const endInvitation = endpoint('DELETE', '/api/account/invitations/:invitation', {
  summary: 'End an invitation: its link stops working',
  whileHeld: true,
  response: z.object({ invitation: invitationRow }),
  refusals: ['unauthenticated', 'notFound']
})

/** The page that the link of an invitation opens. */
export const invitePage = page('/invite/:code', {
  data: z.object({
    /** The person who invites; null when the invitation no longer works. */
    from: z.nullable(z.string())
  }),
  isOpen: true,
  head: ({ from }) => ({ title: from === null ? 'This invitation has ended' : 'You’re invited' })
})
