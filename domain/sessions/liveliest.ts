import type { Card } from '../browse/api.ts'
import { spotsLeft } from './people/join.ts'
import { SessionStatus } from './status.ts'

type Facts = Pick<Card, 'status' | 'needs_code' | 'is_joined' | 'participant_limit' | 'participants_count'>

/**
 * Returns the session that home features: the one with the most participants among the running sessions that the viewer
 * can join with one press. Of two equal ones it is the first.
 */
export function liveliest<One extends Facts>(cards: readonly One[]): One | undefined {
  const open = cards.filter(
    card => card.status === SessionStatus.Running && !card.needs_code && !card.is_joined && spotsLeft(card) !== 0
  )
  return open.toSorted((a, b) => b.participants_count - a.participants_count)[0]
}
