/** What the people of a planned session say before its start: they come, or they can’t make it. */
import type { Refusal } from '../../lib/refusal.ts'
import { SessionStatus } from '../status.ts'

export const Answer = {
  Coming: 'coming',
  /** Their place is free for someone else. */
  Declined: 'declined'
} as const
export type Answer = (typeof Answer)[keyof typeof Answer]
export const ALL_ANSWERS = Object.values(Answer)

/**
 * Returns why a person can't give that answer; null when they can. 409 after the start, without a planned start, for a
 * person who was never in, and for one who left and now wants to come, since they have to join again.
 */
export function answerCheck(
  session: { status: SessionStatus; startsAt: number | null },
  person: { isIn: boolean; wasIn: boolean },
  answer: Answer
): Refusal | null {
  if (session.status !== SessionStatus.NotStarted) return conflict('This session has begun.')
  if (session.startsAt === null) return conflict('This session has no planned start.')
  if (person.isIn) return null
  if (answer === Answer.Coming) return conflict('Join this session to come.')
  return person.wasIn ? null : conflict('You’re not in this session.')
}

function conflict(message: string): Refusal {
  return { kind: 'conflict', message }
}
