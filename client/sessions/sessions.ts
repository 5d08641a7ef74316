/** What a person does with a session they are in. Refusals are shown here, those after a question by it; the room hears of it over the socket. */
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
import { isLineError } from '../lib/line.ts'
import { getUser } from '../lib/user.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { withPeople } from './live/apply-event.ts'
import { changeRoomPages, markCancelled, reloadRoomPages } from './live/room-pages.ts'

export interface Which {
  id: number
  slug: string
}

/** The host lets all count down to the start; each text of a refusal's list is a toast of its own (SES-070). Fails when the line was gone. */
export async function startSession({ id, slug }: Which): Promise<void> {
  try {
    await call(startCall, { params: { event: slug }, body: { countdown: COUNTDOWN } })
    await reloadRoomPages(id)
  } catch (error) {
    if (isLineError(error)) throw error
    const errors = error instanceof CallRefused ? error.body.errors : undefined
    for (const text of Array.isArray(errors) ? errors : [messageOf(error)]) toast.error(text)
  }
}

/** For everybody, at once (D-74). */
export async function endSession({ id, slug }: Which): Promise<void> {
  await call(endCall, { params: { event: slug }, body: {} })
  toast.success('The session has ended.', { id: `state-${id}` })
  await reloadRoomPages(id)
}

/** For everybody, before it begins (D-139). The room hears of it over the socket too. */
export async function cancelSession({ id, slug }: Which): Promise<void> {
  await call(cancelCall, { params: { event: slug } })
  markCancelled(id)
}

export async function leaveSession({ id, slug }: Which): Promise<void> {
  await call(leaveCall, { params: { event: slug }, body: {} })
  const username = getUser()?.username ?? ''
  changeRoomPages(id, page => {
    const next = withPeople(page, [], [username])
    const gone = page.participants.length - next.participants.length
    const participants_count = page.challengeEvent.participants_count - gone
    return { ...next, challengeEvent: { ...next.challengeEvent, participants_count } }
  })
  toast.hide(`joined-${id}`)
  toast.success('You have left this session.', { id: `left-${id}` })
}

/** Tells the others that I am ready, or not yet; it starts nothing (D-76). */
export async function setReady({ id, slug }: Which, isReady: boolean): Promise<void> {
  const body = { is_ready: isReady }
  const { participant } = await orToast(call(userIsReady, { params: { event: slug }, body }))
  changeRoomPages(id, page => withPeople(page, [participant], []))
}

/** For myself: my running logs are done, the session goes on (D-74). */
export async function completeSession({ id, slug }: Which): Promise<void> {
  const { participant } = await orToast(call(completeCall, { params: { event: slug }, body: {} }))
  changeRoomPages(id, page => withPeople(page, [participant], []))
  toast.success('You have completed this session.', { id: `state-${id}` })
  await reloadRoomPages(id)
}

/** A site admin puts it back to its beginning (D-78). */
export async function resetSession({ id, slug }: Which): Promise<void> {
  await call(resetCall, { params: { event: slug }, body: {} })
  toast.adminHelp('The session is back at its beginning.')
  await reloadRoomPages(id)
}

export type PartMove = 'start' | 'pause' | 'resume' | 'complete'

/** The host moves a part of a running session; the room hears of it (D-94, D-98). */
export async function movePart({ id, slug }: Which, part: string, move: PartMove): Promise<void> {
  const endpoints = { start: startPart, pause: pausePart, resume: resumePart, complete: completePart }
  await orToast(call(endpoints[move], { params: { event: slug, part }, body: {} }))
  await reloadRoomPages(id)
}

/** For what was chosen in a menu, which is closed: a message with a button to try it again. */
export function choose(act: () => Promise<void>): void {
  act().catch(error => {
    if (!isLineError(error)) return
    toast.warning(messageOf(error), { id: COMMAND, action: { label: 'Try again', run: () => choose(act) } })
  })
}

const COMMAND = 'command'

/** When the line was gone, whoever asked says so. */
export async function orToast<Result>(call: Promise<Result>): Promise<Result> {
  return call.catch(error => {
    if (!isLineError(error)) toast.error(messageOf(error))
    throw error
  })
}
