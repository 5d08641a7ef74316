/**
 * The commands of a session. Refusals are shown here as toasts; commands that ask a question first reject, and the
 * question shows the refusal. The room gets the changes over the socket.
 */
import {
  cancelSession as cancelCall,
  completeSession as completeCall,
  completePart,
  endSession as endCall,
  leaveSession as leaveCall,
  pausePart,
  resetSession as resetCall,
  resumePart,
  startSession as startCall,
  startPart,
  userIsReady
} from '../../domain/sessions/api.ts'
import { COUNTDOWN } from '../../domain/sessions/clock.ts'
import { CallRefused, call } from '../lib/api.ts'
import { isConnectionError } from '../lib/connection.ts'
import { getUser } from '../lib/user.ts'
import { changeRoomPages, markCancelled, reloadRoomPages } from '../live/room-pages.ts'
import { withPeople } from '../live/with-people.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

export interface SessionRef {
  id: number
  slug: string
}

/**
 * Starts the countdown to the start. Each text in a refusal's list is a toast of its own (SES-070). Rejects only if there
 * is no connection.
 */
export async function startSession({ id, slug }: SessionRef): Promise<void> {
  try {
    await call(startCall, { params: { event: slug }, body: { countdown: COUNTDOWN } })
    await reloadRoomPages(id)
  } catch (error) {
    if (isConnectionError(error)) throw error
    const errors = error instanceof CallRefused ? error.body.errors : undefined
    for (const text of Array.isArray(errors) ? errors : [messageOf(error)]) toast.error(text)
  }
}

/** Ends the session for everyone, at once (D-74). */
export async function endSession({ id, slug }: SessionRef): Promise<void> {
  await call(endCall, { params: { event: slug }, body: {} })
  toast.success('The session has ended.', { id: `state-${id}` })
  await reloadRoomPages(id)
}

/** Cancels the session for everyone, before it begins (D-139). The socket reports it to the room as well. */
export async function cancelSession({ id, slug }: SessionRef): Promise<void> {
  await call(cancelCall, { params: { event: slug } })
  markCancelled(id)
}

export async function leaveSession({ id, slug }: SessionRef): Promise<void> {
  await call(leaveCall, { params: { event: slug }, body: {} })
  const username = getUser()?.username ?? ''
  changeRoomPages(id, page => {
    const next = withPeople(page, [], [username])
    const gone = page.participants.length - next.participants.length
    const participants_count = page.challengeEvent.participants_count - gone
    return { ...next, challengeEvent: { ...next.challengeEvent, participants_count } }
  })
  toast.hide(`joined-${id}`)
  toast.success('You’ve left this session.', { id: `left-${id}` })
}

/** Shows the others that I am ready, or not yet. It starts nothing (D-76). */
export async function setReady({ id, slug }: SessionRef, isReady: boolean): Promise<void> {
  const body = { is_ready: isReady }
  const { participant } = await orToast(call(userIsReady, { params: { event: slug }, body }))
  changeRoomPages(id, page => withPeople(page, [participant], []))
}

/** Completes the session for me only: my running logs are done, and the session continues (D-74). */
export async function completeSession({ id, slug }: SessionRef): Promise<void> {
  const { participant } = await orToast(call(completeCall, { params: { event: slug }, body: {} }))
  changeRoomPages(id, page => withPeople(page, [participant], []))
  toast.success('You’ve completed this session.', { id: `state-${id}` })
  await reloadRoomPages(id)
}

/** A site admin sets the session back to its beginning (D-78). */
export async function resetSession({ id, slug }: SessionRef): Promise<void> {
  await call(resetCall, { params: { event: slug }, body: {} })
  toast.adminHelp('The session is back at the start.')
  await reloadRoomPages(id)
}

export type PartMove = 'start' | 'pause' | 'resume' | 'complete'

/** The host starts, pauses, resumes or completes a part of a running session (D-94, D-98). */
export async function movePart({ id, slug }: SessionRef, part: string, move: PartMove): Promise<void> {
  const endpoints = { start: startPart, pause: pausePart, resume: resumePart, complete: completePart }
  await orToast(call(endpoints[move], { params: { event: slug, part }, body: {} }))
  await reloadRoomPages(id)
}

/** Runs a command that was chosen in a menu. Without a connection a toast offers to try again, as the menu is closed. */
export function runFromMenu(act: () => Promise<void>): Promise<void> {
  return act().catch(error => {
    if (!isConnectionError(error)) return
    toast.warning(messageOf(error), { id: COMMAND, action: { label: 'Try again', run: () => void runFromMenu(act) } })
  })
}

const COMMAND = 'command'

/** Shows a refusal as a toast and rejects. Without a connection it only rejects, and the caller shows that. */
export async function orToast<Result>(call: Promise<Result>): Promise<Result> {
  return call.catch(error => {
    if (!isConnectionError(error)) toast.error(messageOf(error))
    throw error
  })
}
