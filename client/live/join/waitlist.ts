/** Waiting for a place in a full session, and giving up the wait (D-151). */
import {
  joinWaitlist as joinCall,
  leaveWaitlist as leaveCall,
  type WaitlistState
} from '../../../domain/sessions/api.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { changeRoomPages, reloadRoomPages } from '../room-pages.ts'
import { askedCode, type JoinableSession } from './asked-code.ts'

/** Waits for a place. A visitor signs in first. */
export async function joinWaitlist(session: JoinableSession): Promise<void> {
  await requireSignIn('to join the waitlist', () => attempt(session))
}

async function attempt(session: JoinableSession): Promise<void> {
  try {
    await waitWith(session, null)
  } catch (error) {
    if (error instanceof CallRefused && error.body.error_code === 'WRONG_CODE') {
      askedCode.set({ session, enter: code => waitWith(session, code) })
      return
    }
    toast.warning(messageOf(error), { id: 'join' })
    // The session may have a free place meanwhile, or the response was lost.
    await reloadRoomPages(session.id).catch(() => {})
  }
}

async function waitWith({ id, slug }: JoinableSession, code: string | null): Promise<void> {
  const { waitlist } = await call(joinCall, { params: { event: slug }, body: { join_code: code } })
  show(id, waitlist)
  toast.hide('join')
  toast.hide('sign-in')
}

/** Gives up the wait, and the place that is offered to me. */
export async function leaveWaitlist({ id, slug }: JoinableSession): Promise<void> {
  const { waitlist } = await call(leaveCall, { params: { event: slug } })
  show(id, waitlist)
  await reloadRoomPages(id)
}

function show(id: number, waitlist: WaitlistState): void {
  changeRoomPages(id, page => ({ ...page, waitlist }))
}
