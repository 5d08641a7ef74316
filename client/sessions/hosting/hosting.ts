/** The host's commands for a running session: its clock, and who hosts it. The room gets the changes over the socket. */
import {
  extendSession,
  type Participant,
  pauseSession,
  resumeSession,
  shareHosting,
  skipPart,
  takeBackHosting,
  takeBackSkip
} from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'
import { changeRoomPages, reloadRoomPages } from '../../live/room-pages.ts'
import { withPeople } from '../../live/with-people.ts'
import { orToast, type SessionRef } from '../sessions.ts'

/** Pauses or resumes the session, its parts and its timers (D-94). */
export async function pauseAll({ id, slug }: SessionRef, isPaused: boolean): Promise<void> {
  await orToast(call(isPaused ? resumeSession : pauseSession, { params: { event: slug }, body: {} }))
  await reloadRoomPages(id)
}

/**
 * Gives the running part and the session more time. The body names the end that was on screen. If the end has changed
 * since, the server extends nothing, so a press that is sent twice counts once.
 */
export async function extend(session: SessionRef & { ended_at: string | null }, minutes: number): Promise<void> {
  const { id, slug, ended_at } = session
  await orToast(call(extendSession, { params: { event: slug }, body: { minutes, ended_at } }))
  await reloadRoomPages(id)
}

/** Ends a part early, in the given set. The next part begins at once (D-94). */
export async function skip({ id, slug }: SessionRef, part: string, set: number): Promise<void> {
  await orToast(call(skipPart, { params: { event: slug, part }, body: { set } }))
  await reloadRoomPages(id)
}

export async function undoSkip({ id, slug }: SessionRef, part: string): Promise<void> {
  await orToast(call(takeBackSkip, { params: { event: slug, part }, body: {} }))
  await reloadRoomPages(id)
}

/** Makes someone a host as well as me, or instead of me (SEC-41). */
export async function shareHost({ id, slug }: SessionRef, username: string, instead: boolean): Promise<void> {
  const body = { instead_of_me: instead }
  applyRoles(id, await call(shareHosting, { params: { event: slug, username }, body }))
  await reloadRoomPages(id)
}

/** Makes me a host again, if I created the session or hosted it before I left (D-73). */
export async function hostAgain({ id, slug }: SessionRef): Promise<void> {
  applyRoles(id, await orToast(call(takeBackHosting, { params: { event: slug }, body: {} })))
  await reloadRoomPages(id)
}

function applyRoles(id: number, { participants }: { participants: Participant[] }): void {
  changeRoomPages(id, page => withPeople(page, participants, []))
}
