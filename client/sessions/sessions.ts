/** What a person does with a session they are in. Refusals are shown here; the room hears of it over the socket. */
import {
  endSession as endCall,
  leaveSession as leaveCall,
  startSession as startCall
} from '../../domain/sessions/api.ts'
import { CallRefused, call } from '../lib/api.ts'
import { getUser } from '../lib/user.ts'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import { withPeople } from './apply-event.ts'
import { changeRoomPages, reloadRoomPages } from './live-session.ts'

interface Which {
  id: number
  slug: string
}

/** The host begins (SES-069); each text of a refusal's list is a toast of its own (SES-070). */
export async function startSession({ id, slug }: Which): Promise<void> {
  try {
    await call(startCall, { params: { event: slug }, body: {} })
    toast.success('The session has started!')
    await reloadRoomPages(id)
  } catch (error) {
    const errors = error instanceof CallRefused ? error.body.errors : undefined
    for (const text of Array.isArray(errors) ? errors : [messageOf(error)]) toast.error(text)
  }
}

/** For everybody, at once (D-74). Throws so that the question stays open. */
export async function endSession({ id, slug }: Which): Promise<void> {
  await orToast(call(endCall, { params: { event: slug }, body: {} }))
  toast.success('The session has ended.')
  await reloadRoomPages(id)
}

export async function leaveSession({ id, slug }: Which): Promise<void> {
  await orToast(call(leaveCall, { params: { event: slug }, body: {} }))
  const username = getUser()?.username ?? ''
  changeRoomPages(id, page => {
    const next = withPeople(page, [], [username])
    const gone = page.participants.length - next.participants.length
    const participants_count = page.challengeEvent.participants_count - gone
    return { ...next, challengeEvent: { ...next.challengeEvent, participants_count } }
  })
  toast.success('You have left this session.')
}

async function orToast<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch(error => {
    toast.error(messageOf(error))
    throw error
  })
}
