/**
 * Tells people that it is their turn. Turns follow from the clock of a running session, so nothing happens when one
 * begins: each session that has some keeps when to look at it next. Everything that moves its turns sets that to "at
 * once" (`AT_ONCE`).
 */
import { isToldOfTurn } from '../../domain/reminders/delivery.ts'
import { readClock } from '../../domain/sessions/clock.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { staysOf } from '../progress/participant-rows.ts'
import { remind, tellInboxes } from '../reminders/reminder-rows.ts'
import { sessionState } from './session-rows.ts'
import { findUserIds, listTurnsDue, lookAgainAt } from './turn-rows.ts'

/** Where nothing will change without a command. */
const LOOK_AGAIN_MS = 86_400_000

export async function announceTurns(deps: Dependencies): Promise<void> {
  for (const id of await listTurnsDue(deps.db, dateAt(deps.clock))) {
    tellInboxes(deps, await announce(deps, id))
  }
}

/** With the room locked, so that one node tells of each turn and nothing moves it meanwhile. */
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
      .filter(turn => isToldOfTurn(turn, now, here.has(turn.username)))
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
