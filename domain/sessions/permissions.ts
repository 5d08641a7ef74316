/** Who may do what in a session. The server always asks; the page asks for what to show. */
import { isAdmin, type Viewer } from '../accounts/user.ts'
import type { Refusal } from '../lib/refusal.ts'
import { SessionStatus } from './status.ts'

/** The roles of participants. */
export const MEMBER = 0
export const HOST = 1
export const GUEST = 0

/**
 * Whether somebody may control the session: participants of role 1 while they are in, and site admins (SEC-37, SEC-41).
 */
export function canHost(viewer: Viewer, membership: { role: number } | null): boolean {
  return isAdmin(viewer) || membership?.role === HOST
}

/** Whether the viewer may delete a message or post: its author, the host, and site admins (D-131). */
export function mayDelete(viewer: NonNullable<Viewer>, authorId: number, membership: { role: number } | null): boolean {
  return viewer.id === authorId || canHost(viewer, membership)
}

export const ONLY_HOST = 'Only the host of this session can do that.'

/**
 * null when the viewer may remove this person from the session, else why not (D-73, SEC-41). A host who is in is
 * removed by site admins only (403), and nobody removes themselves (409). A person who has left can be removed too, and
 * cannot join again.
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

/** null when the viewer may make a session free, or have it cost again, else why not (D-15). */
export function freeCheck(viewer: Viewer, was: boolean, is: boolean): Refusal | null {
  if (was === is || isAdmin(viewer)) return null
  return { kind: 'forbidden', message: 'Only a site admin can make a session free.' }
}

/**
 * The role of a person who joins: 1 in an empty room, so that somebody can start it, else 0 (D-73).
 * @param peopleInside before this person
 */
export function roleOnEntering(peopleInside: number): 0 | 1 {
  return peopleInside === 0 ? HOST : GUEST
}

/**
 * Who becomes host once somebody has left: who joined first, unless a host is still in (D-73).
 * @param people who are in, in the order in which they joined; the first of them and one host are enough
 */
export function heirOf<Person extends { role: number }>(people: readonly Person[]): Person | null {
  return people.some(({ role }) => role === HOST) ? null : (people[0] ?? null)
}

/**
 * null when the viewer may make somebody a host beside or instead of themselves, else why not (SEC-41): 403 unless they
 * host, 404 for who is not in, 409 once it has ended.
 */
export function shareCheck(
  viewerHosts: boolean,
  member: { isIn: boolean } | null,
  status: SessionStatus
): Refusal | null {
  if (!viewerHosts) return { kind: 'forbidden', message: ONLY_HOST, errors: [ONLY_HOST] }
  if (!member?.isIn) return { kind: 'notFound', message: 'This person is not in the session.' }
  return status === SessionStatus.Ended ? { kind: 'conflict', message: 'This session has ended.' } : null
}

/**
 * Whether somebody who is in may host again by themselves: who made the session, and who left it as a host and came back
 * (D-73). What they gave to somebody else stays given, but for who made it.
 */
export function mayTakeBack(
  member: { role: number; isCreator: boolean; wasHost: boolean },
  status: SessionStatus
): boolean {
  return status !== SessionStatus.Ended && member.role !== HOST && (member.isCreator || member.wasHost)
}

export const NOT_YOURS_TO_TAKE = 'Only who made this session, or left it as its host, can host it again.'
