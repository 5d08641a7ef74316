/**
 * Guests in a session (D-152). They can join, leave, tick and log where the host allows guests, and chat where the host
 * allows that too. By default they can join sessions that open by a link or a code: unlisted ones, and those with a code.
 */
import { type GuestRules, guestNameCheck, hutHasGuests } from '../../accounts/guest.ts'
import type { Refusal } from '../../lib/refusal.ts'

/** The refusal of guests in a session whose host or hut takes none. @internal For tests too. */
export const NO_GUESTS = 'This session takes no guests. Sign in or register to take part.'
/** The refusal of a guest who chats where only members may. */
export const GUESTS_LISTEN = 'Guests can’t chat here. Register to chat.'

export interface GuestSession {
  /** Null while the host has not chosen. */
  guests: boolean | null
  unlisted: boolean
  needs_code: boolean
}

/** Whether people can join as guests, and guests can log. */
export function takesGuests({ guests, unlisted, needs_code }: GuestSession, hut: GuestRules): boolean {
  return hutHasGuests(hut) && (guests ?? (unlisted || needs_code))
}

/** Refuses a guest in a session that takes none: 403. Lets everyone else pass. */
export function guestCheck(
  session: GuestSession,
  hut: GuestRules,
  person: { guest_name: string | null }
): Refusal | null {
  if (person.guest_name === null || takesGuests(session, hut)) return null
  return { kind: 'forbidden', message: NO_GUESTS }
}

/**
 * Refuses a guest who may not join: 403 where none are taken, 422 for the name of someone in the session.
 * @param names of the people in the session and of those who host it
 */
export function guestJoinCheck(
  session: GuestSession,
  hut: GuestRules,
  person: { guest_name: string | null },
  names: readonly string[]
): Refusal | null {
  if (person.guest_name === null) return null
  return guestCheck(session, hut, person) ?? guestNameCheck(person.guest_name, names)
}

/** Refuses a guest who chats where the host lets only members chat: 403. Lets everyone else pass. */
export function guestChatCheck(
  session: { guests_chat: boolean },
  person: { guest_name: string | null }
): Refusal | null {
  if (person.guest_name === null || session.guests_chat) return null
  return { kind: 'forbidden', message: GUESTS_LISTEN }
}
