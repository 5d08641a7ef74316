/** Chooses the faces of a room: people who have it open come first. Finds the people who have just logged. */
import type { RecentLog } from '../../../domain/cheers/api.ts'
import type { Participant, SessionData } from '../../../domain/sessions/api.ts'
import { peopleIn } from '../../../domain/sessions/people/join.ts'
import { HOST } from '../../../domain/sessions/people/permissions.ts'
import type { Presence } from '../../live/presence.ts'

/** How long a face lights up after its log. */
const LIT_MS = 5000

/** The participants who have the room open. A large room does not list all of them, so the count comes from the server. */
export function countHere({ participants, challengeEvent }: SessionData, { users, online }: Presence): number {
  const listed = participants.filter(({ username }) => users.has(username)).length
  const unlisted = peopleIn(challengeEvent) - participants.length
  return Math.max(listed, Math.min(online, unlisted + listed))
}

/** The first `most` people for faces: those who are here before those who are away, hosts first in each. */
export function facesOf(participants: readonly Participant[], here: ReadonlySet<string>, most: number): Participant[] {
  const rank = ({ username, role }: Participant): number => Number(here.has(username)) * 2 + Number(role === HOST)
  return participants.toSorted((one, other) => rank(other) - rank(one)).slice(0, most)
}

/** The id of each person's log of the last five seconds, by username. `now` in milliseconds. */
export function litBy(
  logs: readonly Pick<RecentLog, 'id' | 'username' | 'created_at'>[],
  now: number
): Map<string, number> {
  const fresh = logs.filter(({ created_at }) => now - Date.parse(created_at) < LIT_MS)
  return new Map(fresh.map(({ id, username }) => [username, id]))
}
