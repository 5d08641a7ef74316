/** Permissions in a session. The server checks them on every call; the page uses them to decide what to show. */
import { isAdmin, isModerator, type Viewer } from '../../accounts/user.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { SessionStatus } from '../status.ts'

/** The roles of participants. Guests (D-152) are members too. */
export const MEMBER = 0
export const HOST = 1

/** Whether the viewer may control the session: a host who is in it or a site admin (SEC-37, SEC-41). */
export function canHost(viewer: Viewer, membership: { role: number } | null): boolean {
  return isAdmin(viewer) || membership?.role === HOST
}

/** Whether the viewer may delete a message or post: its author, a host or a moderator of the site (D-131, D-148). */
export function mayDelete(viewer: NonNullable<Viewer>, authorId: number, membership: { role: number } | null): boolean {
  return viewer.id === authorId || isModerator(viewer) || canHost(viewer, membership)
}

export const ONLY_HOST = 'Only the host of this session can do that.'

/**
 * Returns null when the viewer may remove this person from the session, else the refusal (D-73, SEC-41). Only site
 * admins can remove a host who is in (403), and nobody can remove themselves (409). A person who has left can be
 * removed too, so that they cannot join again.
 */
export function removeCheck(
  viewer: { isSelf: boolean; isHost: boolean; isAdmin: boolean },
  member: { role: number; isIn: boolean }
): Refusal | null {
  if (!viewer.isHost && !viewer.isAdmin) return { kind: 'forbidden', message: ONLY_HOST, errors: [ONLY_HOST] }
  if (viewer.isSelf) return { kind: 'conflict', message: 'Leave the session instead.' }
  if (!member.isIn || member.role !== HOST || viewer.isAdmin) return null
  return { kind: 'forbidden', message: 'Only a site admin can remove a host.' }
}

/** Returns null when the viewer may change whether the session is free; 403 unless they are a site admin (D-15). */
export function freeCheck(viewer: Viewer, was: boolean, is: boolean): Refusal | null {
  if (was === is || isAdmin(viewer)) return null
  return { kind: 'forbidden', message: 'Only a site admin can make a session free.' }
}

/**
 * Returns the role of a person who joins: host in an empty session, so that someone can start it, else member (D-73). A
 * guest is never a host (D-152).
 * @param peopleInside the number of members before
 */
export function roleOnEntering(peopleInside: number, isGuest: boolean): 0 | 1 {
  return peopleInside === 0 && !isGuest ? HOST : MEMBER
}

/**
 * Returns the person who becomes host after someone has left: the first who joined, or null while another host is in
 * (D-73).
 * @param people the members who are no guests, in order of joining; the first one and one host are enough
 */
export function nextHost<Person extends { role: number }>(people: readonly Person[]): Person | null {
  return people.some(({ role }) => role === HOST) ? null : (people[0] ?? null)
}

/**
 * Returns null when the viewer may make someone a host, also instead of themselves, else the refusal (SEC-41): 403
 * unless the viewer hosts, 404 for someone who is not in, 409 for a guest and once the session has ended.
 */
export function shareCheck(
  viewerHosts: boolean,
  member: { isIn: boolean; isGuest: boolean } | null,
  status: SessionStatus
): Refusal | null {
  if (!viewerHosts) return { kind: 'forbidden', message: ONLY_HOST, errors: [ONLY_HOST] }
  if (!member?.isIn) return { kind: 'notFound', message: 'This person isn’t in the session.' }
  if (member.isGuest) return { kind: 'conflict', message: 'A guest can’t host. They can once they’ve registered.' }
  return status === SessionStatus.Ended ? { kind: 'conflict', message: 'This session has ended.' } : null
}

/**
 * Whether a member may make themselves host again: the creator of the session, or someone who left it as a host and
 * came back (D-73). A host who gave the role away cannot, unless they created the session.
 */
export function mayTakeBack(
  member: { role: number; isCreator: boolean; wasHost: boolean },
  status: SessionStatus
): boolean {
  return status !== SessionStatus.Ended && member.role !== HOST && (member.isCreator || member.wasHost)
}

export const NOT_YOURS_TO_TAKE = 'Only someone who made this session, or left it as its host, can host it again.'
