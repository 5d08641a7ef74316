/** Runs an action for members of a session. A visitor signs in or joins as a guest, and a non-member joins first. */

import { JOIN_FIRST } from '../../../domain/lib/refusal.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { FULL, REMOVED, spotsLeft } from '../../../domain/sessions/people/join.ts'
import { type ActionText, requireSignIn } from '../../accounts/sign-in.ts'
import { getUser } from '../../lib/user.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import { isRemovedFrom, readRoomPages, reloadRoomPages } from '../room-pages.ts'
import { joinSession } from './join.ts'

export function asMember(
  session: Session,
  isIn: boolean,
  go: () => void,
  actionText: ActionText = 'to log your progress'
): void {
  if (getUser()) {
    if (isIn) go()
    else joinFirst(session, go)
  } else if (spotsLeft(session) === 0) toast.warning(FULL, { id: 'join' })
  else if (session.guests === 1) void joinSession(session, go)
  else requireSignIn(actionText, () => void whenSignedIn(session, go))
}

/** Calls `go` for a person who turns out to be a member after signing in. Asks anyone else to join first. */
async function whenSignedIn(session: Session, go: () => void): Promise<void> {
  await reloadRoomPages(session.id).catch(() => {})
  if (readRoomPages(session.id).every(({ me }) => me !== null)) go()
  else joinFirst(session, go)
}

/** Shows a toast that asks the person to join first, with a button. Calls `onJoined` once they have joined. */
export function joinFirst(session: Session, onJoined?: () => void): void {
  if (isRemovedFrom(session.id)) {
    toast.warning(REMOVED, { id: 'join' })
    return
  }
  const id = 'join-first'
  let wanted = onJoined
  const joined = (): void => {
    const go = wanted
    wanted = undefined
    go?.()
  }
  const run = (): void => void joinSession(session, joined)
  toast.warning(JOIN_FIRST, { id, action: { label: 'Join', run } })
}
