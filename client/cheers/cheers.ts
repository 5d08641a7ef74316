/** Cheers for the logs of others, shown at once (D-138). */
import { cheerLog, type RecentLog } from '../../domain/cheers/api.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import { call } from '../lib/api.ts'
import { withCheers } from '../live/apply-event.ts'
import { asMember } from '../live/join/as-member.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** Cheers for a log, or takes the cheer back. A visitor signs in and a non-member joins first. */
export function toggleCheer({ challengeEvent: session, me }: SessionData, log: RecentLog): void {
  asMember(session, me !== null, () => void send(session.id, log))
}

async function send(session: number, { id, cheers, cheered }: RecentLog): Promise<void> {
  const wish = cheered ? 0 : 1
  const show = (cheered: 0 | 1, cheers: number): void =>
    changeRoomPages(session, page => {
      const username = page.me?.username
      return username === undefined ? page : withCheers(page, [{ log_id: id, username, cheered, cheers }])
    })
  show(wish, cheers + (wish ? 1 : -1))
  try {
    const now = await call(cheerLog, { params: { log: String(id) }, body: { cheered: wish } })
    show(now.cheered, now.cheers)
  } catch (error) {
    show(cheered, cheers)
    toast.error(messageOf(error))
  }
}
