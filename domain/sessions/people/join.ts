/**
 * Permission to join a session, checked in the documented order (D-72, SES-083, SES-084). The caller spends the token
 * afterwards, in the same transaction.
 */
import type { Refusal } from '../../lib/refusal.ts'
import { SessionStatus } from '../status.ts'

export interface Joinable {
  status: SessionStatus
  is_preset: 0 | 1 | boolean
  /** null = no limit (D-60). */
  participant_limit: number | null
  /** The number of places that are taken: of people who are in now, and of offers to others (D-151). */
  participants_count: number
  needs_code: 0 | 1 | boolean
  join_code: string | null
}

/** The refusal of a person whom a host removed; they cannot join this session again. */
export const REMOVED = 'You were removed from this session.'

/** The refusal of a session whose places are all taken (SES-084). */
export const FULL = 'This session is full and is not accepting additional participants.'

/** Returns the free places; null without a limit (D-60). */
export function spotsLeft(session: Pick<Joinable, 'participant_limit' | 'participants_count'>): number | null {
  if (session.participant_limit === null) return null
  return Math.max(0, session.participant_limit - session.participants_count)
}

/** Returns how many people are in. The documented count has the places that offers hold too (D-151). */
export function peopleIn(session: { participants_count: number; held_places: number }): number {
  return session.participants_count - session.held_places
}

/**
 * Returns null when the person may join, and 'already' for a member, who is not charged again. Else it returns the
 * first refusal in the documented order (D-72, SES-083, SES-084): 401, 404, 409 for a template or an ended session, 403
 * for a removed person, 409 when it is full, 403 `WRONG_CODE`.
 * @param session null when it does not exist
 */
export function joinCheck(
  session: Joinable | null,
  visitor: { signedIn: boolean; joined: boolean; removed?: boolean; code?: string | null }
): Refusal | 'already' | null {
  if (!visitor.signedIn) return { kind: 'unauthenticated' }
  if (session === null) return { kind: 'notFound' }
  if (session.is_preset) return { kind: 'conflict', message: 'You can’t join a template.' }
  if (session.status === SessionStatus.Ended) return { kind: 'conflict', message: 'This session has ended.' }
  if (visitor.joined) return 'already'
  if (visitor.removed) return { kind: 'forbidden', message: REMOVED }
  if (spotsLeft(session) === 0) {
    return { kind: 'conflict', message: FULL }
  }
  if (session.needs_code && !isCode(session.join_code, visitor.code)) {
    return { kind: 'wrongCode', message: 'The join code isn’t correct.' }
  }
  return null
}

/**
 * Whether the page offers to join: at most a sign-in, the code or tokens are missing (ACT-046..ACT-048, ACT-075). For
 * following an activity pass the status of a waiting session.
 */
export function mayJoin(
  session: Omit<Joinable, 'needs_code' | 'join_code'>,
  { joined, removed = false }: { joined: boolean; removed?: boolean }
): boolean {
  return joinCheck({ ...session, needs_code: 0, join_code: null }, { signedIn: true, joined, removed }) === null
}

/**
 * Compares codes, ignoring surrounding spaces and case (D-77). Without an expected code nothing matches.
 * @internal
 */
export function isCode(expected: string | null, given: string | null | undefined): boolean {
  const wanted = plain(expected)
  return wanted !== '' && wanted === plain(given)
}

function plain(code: string | null | undefined): string {
  return (code ?? '').trim().normalize('NFC').toLowerCase()
}
