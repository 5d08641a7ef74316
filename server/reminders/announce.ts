/**
 * Reminds the participants of a session that it starts soon. The sweep finds the sessions that start within ten minutes
 * by an index. Each start of a session is announced once, by whichever node is first.
 */

import { isRemindedOfStart, SOON } from '../../domain/reminders/delivery.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { claimStart, listParticipants, listStartingSoon } from './queries.ts'
import { remind } from './reminder-rows.ts'

/** Reminds people of all starts within the next ten minutes. */
export async function announceStarts(deps: Dependencies): Promise<void> {
  const now = deps.clock.now()
  for (const id of await listStartingSoon(deps.db, new Date(now), new Date(now + SOON))) {
    tellInboxes(deps, await deps.db.transaction(tx => announce(deps, tx, id)))
  }
}

async function announce(deps: Dependencies, tx: Transaction, sessionId: number): Promise<string[]> {
  const now = deps.clock.now()
  const startsAt = await claimStart(tx, sessionId, new Date(now), new Date(now + SOON))
  if (startsAt === null) return []
  const people = await listParticipants(tx, sessionId)
  const to = people.filter(({ joinedAt }) => isRemindedOfStart(joinedAt, startsAt, now)).map(({ id }) => id)
  return remind(tx, deps, { kind: 'session_soon', to, sessionId, at: startsAt, end: startsAt })
}
