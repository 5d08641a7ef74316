/**
 * Reminds people of their turns. Turns follow from the clock of a running session, so no event happens when one begins.
 * Each session with turns stores when to check it next (`turns_at`). Every change that moves its turns sets this to
 * `AT_ONCE`.
 */

import { isRemindedOfTurn } from '../../../domain/reminders/delivery.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { tellInboxes } from '../../accounts/unread-rows.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { staysOf } from '../../progress/participant-rows.ts'
import { remind } from '../../reminders/reminder-rows.ts'
import { sessionState } from '../session-rows.ts'
import { findUserIds, listTurnsDue, lookAgainAt } from './turn-rows.ts'

/** The next check of a session in which nothing changes without a command. */
const LOOK_AGAIN_MS = 86_400_000

/** Reminds people of turns in all sessions that are due for a check. */
export async function announceTurns(deps: Dependencies): Promise<void> {
  for (const id of await listTurnsDue(deps.db, dateAt(deps.clock))) {
    tellInboxes(deps, await announce(deps, id))
  }
}

/** Locks the room, so that one node announces each turn and no change moves it meanwhile. */
function announce(deps: Dependencies, sessionId: number): Promise<string[]> {
  return deps.rooms.transact(sessionId, async (tx, record) => {
    const session = await deps.rooms.lock(tx, record, sessionId)
    const now = deps.clock.now()
    const { turns_at } = session
    if (session.status !== SessionStatus.Running || turns_at === null || turns_at.getTime() > now) return []
    const { groups, nextChange } = readClock(sessionState(session), now, await staysOf(tx, session))
    await lookAgainAt(tx, sessionId, new Date(nextChange ?? now + LOOK_AGAIN_MS))
    const here = new Set(deps.hub.usersIn(sessionId))
    const turns = groups
      .flatMap(({ active }) => active)
      .flatMap(({ state, turn }) => (state === 'active' && turn !== null ? [turn] : []))
      .filter(turn => isRemindedOfTurn(turn, now, here.has(turn.username)))
    const ids = await findUserIds(tx, turns)
    const told = await Promise.all(
      turns.map(({ username, startsAt, endsAt }) => {
        const to = [ids.get(username)].filter(id => id !== undefined)
        return remind(tx, deps, { kind: 'your_turn', to, sessionId, at: startsAt, end: endsAt })
      })
    )
    return told.flat()
  })
}
