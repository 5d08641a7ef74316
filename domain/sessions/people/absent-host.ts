/**
 * Chooses a host when none is present at the start of a session, so that nobody waits for ever (D-73). The absent host
 * stays a host too.
 *
 * The rules that surprise: a session that waits for its host is taken over only when everyone present is ready, because
 * only that shows that it should begin. A session that has begun needs a host at once, unless it lasts for days: its
 * host may sleep at the start.
 *
 * Instants are milliseconds since 1970, durations seconds.
 */

import { SessionStatus } from '../status.ts'
import { HOST } from './permissions.ts'

/** How long a host may be away. */
const HOST_AWAY_MS = 60_000
/** After this time a session that has run without a host needs none. */
export const START_IS_OVER_MS = 600_000
const DAY = 86_400

interface Waiting {
  status: SessionStatus
  startsAt: number | null
  duration: number
}

/**
 * Returns the username of the person who becomes host: of the members who are present, the first who joined. Null for
 * nobody.
 * @param people the members, in order of joining
 * @param here usernames of the people who have the session's page open
 * @param awaySince when a host was last present
 */
export function takesOver(
  session: Waiting,
  people: readonly { username: string; role: number; is_ready: boolean }[],
  here: ReadonlySet<string>,
  awaySince: number,
  now: number
): string | null {
  const present = people.filter(({ username }) => here.has(username))
  const [first] = present
  if (!first || present.some(({ role }) => role === HOST) || now - awaySince < HOST_AWAY_MS) return null
  if (session.status === SessionStatus.NotStarted) {
    return session.startsAt === null && present.every(({ is_ready }) => is_ready) ? first.username : null
  }
  if (session.status === SessionStatus.Ended || session.startsAt === null || session.duration > DAY) return null
  const since = now - session.startsAt
  // A host who was present at the start and left later stays the only host.
  const wasThere = awaySince > session.startsAt + HOST_AWAY_MS
  return since >= HOST_AWAY_MS && since < START_IS_OVER_MS && !wasThere ? first.username : null
}
