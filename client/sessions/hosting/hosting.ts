/** What a host does with all of a running session, and who hosts it. The room hears of it over the socket. */
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
import { withPeople } from '../live/apply-event.ts'
import { changeRoomPages, reloadRoomPages } from '../live/room-pages.ts'
import { orToast, type Which } from '../sessions.ts'

/** Pauses or resumes the session, its parts and its timers (D-94). */
export async function pauseAll({ id, slug }: Which, isPaused: boolean): Promise<void> {
  await orToast(call(isPaused ? resumeSession : pauseSession, { params: { event: slug }, body: {} }))
  await reloadRoomPages(id)
}

/** Gives the part that runs, and the session, more time; the end that is on screen names the press. */
export async function extend(session: Which & { ended_at: string | null }, minutes: number): Promise<void> {
  const { id, slug, ended_at } = session
  await orToast(call(extendSession, { params: { event: slug }, body: { minutes, ended_at } }))
  await reloadRoomPages(id)
}

/** Ends the part of that set early; the next one begins at once (D-94). */
export async function skip({ id, slug }: Which, part: string, set: number): Promise<void> {
  await orToast(call(skipPart, { params: { event: slug, part }, body: { set } }))
  await reloadRoomPages(id)
}

export async function takeBack({ id, slug }: Which, part: string): Promise<void> {
  await orToast(call(takeBackSkip, { params: { event: slug, part }, body: {} }))
  await reloadRoomPages(id)
}

/** Makes somebody a host beside me, or in my place (SEC-41). */
export async function shareHost({ id, slug }: Which, username: string, instead: boolean): Promise<void> {
  const body = { instead_of_me: instead }
  applyRoles(id, await call(shareHosting, { params: { event: slug, username }, body }))
  await reloadRoomPages(id)
}

/** I made the session, or hosted it before I left (D-73). */
export async function hostAgain({ id, slug }: Which): Promise<void> {
  applyRoles(id, await orToast(call(takeBackHosting, { params: { event: slug }, body: {} })))
  await reloadRoomPages(id)
}

function applyRoles(id: number, { participants }: { participants: Participant[] }): void {
  changeRoomPages(id, page => withPeople(page, participants, []))
}
