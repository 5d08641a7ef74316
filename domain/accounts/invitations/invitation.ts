/**
 * Invitations to register: a link with a number of uses and an end (D-146). Anyone with the link can use it, so its code
 * is random. Times are milliseconds since 1970.
 */
import { localAddress } from '../next.ts'
import { isAdmin, type Viewer } from '../user.ts'

/** The most people that one invitation can let in. */
export const MOST_USES = 1000
/** The longest that an invitation works, in days. */
export const LONGEST_DAYS = 90
/** How many invitations of one person can work at the same time. */
export const MOST_INVITATIONS = 50

export const NO_INVITING = 'Only admins invite people here.'
export const TOO_MANY_INVITATIONS = `You have ${MOST_INVITATIONS} invitations that work. End one first.`

/** Whether the viewer may create invitations. */
export function canInvite(viewer: Viewer, hut: { members_invite: 0 | 1 }): boolean {
  return isAdmin(viewer) || (viewer !== null && hut.members_invite === 1)
}

/** Whether an invitation still lets someone in. At the exact end of its time it no longer does. */
export function isInvitationOpen(
  invitation: { uses: number; most_uses: number; expires_at: number; ended_at: number | null },
  now: number
): boolean {
  const { uses, most_uses, expires_at, ended_at } = invitation
  return uses < most_uses && expires_at > now && ended_at === null
}

const TARGETS = [/^\/group\/[^/]+$/, /^\/sessions\/[^/]+$/, /^\/activities\/[^/]+\/events\/[^/]+$/]

/**
 * Returns the path of a group or a session, from an address that a person has copied; null for any other address.
 * @param origin the public address of the hut
 */
export function targetOf(address: string, origin: string): string | null {
  const local = origin !== '' && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  const path = localAddress(local)?.split('?')[0] ?? ''
  return TARGETS.some(target => target.test(path)) ? path : null
}

/** Returns the path and query of the link. The link of a group or a session opens its page. */
export function invitationPath({ code, target }: { code: string; target: string | null }): string {
  return target === null ? `/invite/${code}` : `${target}?invite=${code}`
}
