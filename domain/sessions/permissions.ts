/** Who may do what in a session. The server always asks; the page asks for what to show. */
import { isAdmin, type Viewer } from '../accounts/user.ts'

/** The roles of participants. */
export const MEMBER = 0
export const HOST = 1

/** Participants of role 1 while they are in, and site admins (SEC-41, SEC-37). */
export function canHost(viewer: Viewer, membership: { role: number } | null): boolean {
  return isAdmin(viewer) || membership?.role === HOST
}

/** What somebody said is theirs to delete, and a host's or admin's (D-131). */
export function mayDelete(viewer: NonNullable<Viewer>, authorId: number, membership: { role: number } | null): boolean {
  return viewer.id === authorId || canHost(viewer, membership)
}
