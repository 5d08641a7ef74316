/** Joins a session. Signing in, a code, a full session or missing tokens may come between (D-13, D-32, D-72). */
import { joinSession as joinCall, type Participant } from '../../../domain/sessions/api.ts'
import { requireSignIn, wasSignedIn } from '../../accounts/sign-in.ts'
import { afterPurchase } from '../../billing/purchase.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { getUser } from '../../lib/user.ts'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { changeRoomPages } from '../room-pages.ts'
import { withMe, withPeople } from '../with-people.ts'
import { askedCode, type JoinableSession } from './asked-code.ts'
import { askedName } from './asked-name.ts'

/** `onJoined` continues what the person wanted to do before they had to join. */
export async function joinSession(session: JoinableSession, onJoined?: () => void): Promise<void> {
  // Someone who has signed in here before probably has an account.
  if (!getUser() && session.guests === 1 && !wasSignedIn()) askedName.set({ session, onJoined })
  else await signInToJoin(session, onJoined)
}

export async function signInToJoin(session: JoinableSession, onJoined?: () => void): Promise<void> {
  await requireSignIn('to join a session', () => attempt(session, onJoined))
}

async function attempt(session: JoinableSession, onJoined?: () => void, code: string | null = null): Promise<void> {
  try {
    // Don't check for a full session here: only the server knows whether the person is a member already.
    await enter(session, code)
    onJoined?.()
  } catch (error) {
    if (isCode(error, 'WRONG_CODE')) askedCode.set({ session, onJoined })
    else if (isCode(error, 'INSUFFICIENT_TOKENS')) afterPurchase(() => attempt(session, onJoined, code))
    // Someone in this session has the name of the guest.
    else if ('name' in errorsByField(error)) askedName.set({ session, onJoined })
    else toast.warning(messageOf(error), { id: 'join' })
  }
}

/** Joins with a code from the modal. Rejects with a refusal, so that the modal shows it and stays open. */
export async function joinWithCode(code: string): Promise<void> {
  const asked = askedCode.get()
  if (!asked) return
  if (asked.enter) return asked.enter(code)
  try {
    await enter(asked.session, code)
  } catch (error) {
    if (!isCode(error, 'INSUFFICIENT_TOKENS')) throw error
    afterPurchase(() => attempt(asked.session, asked.onJoined, code))
    return
  }
  asked.onJoined?.()
}

async function enter(session: JoinableSession, code: string | null): Promise<void> {
  const { participant } = await call(joinCall, {
    params: { event: session.slug },
    query: code === null ? {} : { join_code: code },
    body: {}
  })
  showJoined(session, participant)
}

/** Shows on the loaded pages that I have joined. */
export function showJoined(session: JoinableSession, participant: Participant): void {
  changeRoomPages(session.id, page => {
    const isNew = !page.participants.some(({ username }) => username === participant.username)
    const next = withMe(withPeople(page, [participant], []), participant)
    const { challengeEvent } = next
    // The socket may have updated the count already.
    const count = challengeEvent.participants_count + (isNew ? 1 : 0)
    return { ...next, challengeEvent: { ...challengeEvent, participants_count: count } }
  })
  // Hide the toasts that asked the person to join.
  toast.hide('join')
  toast.hide('join-first')
  toast.hide(`left-${session.id}`)
  toast.success('You have successfully joined this session.', { id: `joined-${session.id}` })
}

function isCode(error: unknown, code: 'WRONG_CODE' | 'INSUFFICIENT_TOKENS'): boolean {
  return error instanceof CallRefused && error.body.error_code === code
}
