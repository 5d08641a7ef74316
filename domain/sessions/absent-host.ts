/**
 * Who hosts when no host is there as a session is to begin, so that nobody waits for ever (D-73). The role is shared, not
 * taken: a host who comes later is one still.
 *
 * The rule that surprises: a session that waits for its host is taken over only when everybody who is there is ready, as
 * nobody knows otherwise that it was to begin. A session that began needs a host at once, but one of days does not:
 * its host may sleep at the start.
 *
 * Instants are milliseconds since 1970, durations seconds.
 */
import { HOST } from './permissions.ts'
import { SessionStatus } from './status.ts'

/** For so long a host may be away. */
const HOST_AWAY_MS = 60_000
/** Later than this after the start a session has gone well without one. */
export const START_IS_OVER_MS = 600_000
const DAY = 86_400

interface Waiting {
  status: SessionStatus
  startsAt: number | null
  duration: number
}

/**
 * The username of who takes over, who has been in the longest of those who are there; null for nobody.
 * @param people who are in, in order of joining
 * @param here usernames of who looks at the room
 * @param awaySince since when no host was seen there
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
  // Who was there when it began, and went later, hosts it.
  const wasThere = awaySince > session.startsAt + HOST_AWAY_MS
  return since >= HOST_AWAY_MS && since < START_IS_OVER_MS && !wasThere ? first.username : null
}
