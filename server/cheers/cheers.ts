/** Cheers for logs of other people in a session (D-138). */

import { hiddenFrom } from '../../domain/activities/hidden.ts'
import { mayCheer } from '../../domain/cheers/cheer.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findPresent } from '../progress/participant-rows.ts'
import { forgetUncheeredReminder, remind } from '../reminders/reminder-rows.ts'
import { countCheers, findSeenLog, setCheer } from './cheer-rows.ts'

/** Adds or takes back a cheer, and records an event. Returns how many cheers the log has now. */
export async function cheer(deps: Dependencies, viewer: SignedIn, logId: number, isOn: boolean): Promise<number> {
  const { session_id: room } = (await findSeenLog(deps.db, logId, dateAt(deps.clock))) ?? refuse({ kind: 'notFound' })
  if (room === null) return refuse({ kind: 'notFound' })
  let toTell: string[] = []
  const cheers = await deps.rooms.change(room, async (tx, record, session) => {
    const now = dateAt(deps.clock)
    const log = (await findSeenLog(tx, logId, now)) ?? refuse({ kind: 'notFound' })
    const isSeen = log.session_id === room && !hiddenFrom(session.plan, false).tasks.has(log.task_uuid ?? '')
    const member = await findPresent(tx, room, viewer.id)
    const may = mayCheer({ isSeen, isMine: log.user_id === viewer.id }, member !== null)
    if (!may.ok) refuse(may.refusal)
    const isNew = await setCheer(tx, logId, viewer.id, isOn, now)
    const cheers = await countCheers(tx, logId)
    if (isNew) {
      const told = { log_id: logId, username: viewer.username, cheered: isOn ? (1 as const) : (0 as const), cheers }
      record(room, { type: 'update', data: { new_cheers: [told] } })
      const about = { sessionId: room, logId, at: now.getTime() }
      if (isOn) toTell = await remind(tx, deps, { kind: 'log_cheer', to: [log.user_id], actorId: viewer.id, ...about })
      else await forgetUncheeredReminder(tx, { log: logId })
    }
    return cheers
  })
  tellInboxes(deps, toTell)
  return cheers
}
