/** The texts of a session that waits for its start: a description, its hosts, and how many people are ready. */
import { lengthText, plural } from '../lib/duration.ts'
import type { Participant, Session } from './api.ts'
import { HOST } from './people/permissions.ts'

const MOST_NAMED = 4

/**
 * Describes a session for people who open a link to it: its length, its parts and its number of goals. For example: "30
 * min together on one clock: Warm up, Draw and Show. 2 goals to log."
 */
export function aboutSession({ duration, parts, tasks }: Pick<Session, 'duration' | 'parts' | 'tasks'>): string {
  const titles = parts.flatMap(group => group.parts.flatMap(({ title }) => title.trim() || []))
  const goals = tasks.flatMap(group => group.parts).length
  const length = duration > 0 ? `${lengthText(duration)} together` : 'Together'
  const what = titles.length > 0 ? `: ${listed(titles)}` : ''
  return `${length} on one clock${what}.${goals > 0 ? ` ${plural(goals, 'goal')} to log.` : ''}`
}

/**
 * Counts the people who are ready, of those who should be (D-76). A host who starts the session by hand need not be
 * ready, so they count only if they are.
 */
export function readiness(
  participants: readonly Pick<Participant, 'role' | 'is_ready'>[],
  isByHand: boolean
): { ready: number; asked: number } {
  const asked = participants.filter(({ role, is_ready }) => !isByHand || role !== HOST || is_ready)
  return { ready: asked.filter(({ is_ready }) => is_ready).length, asked: asked.length }
}

/** Returns the people who can start the session: "ada", "ada or grace", or "the host" when no host is listed. */
export function startersText(participants: readonly Pick<Participant, 'role' | 'username'>[]): string {
  const hosts = participants.filter(({ role }) => role === HOST).map(({ username }) => username)
  return hosts.length > 0 ? listed(hosts, 'or') : 'the host'
}

/**
 * Returns "a, b and c"; of many names the first ones and the number of the others. @internal Exported for tests only.
 */
export function listed(names: readonly string[], last: 'and' | 'or' = 'and'): string {
  const rest = names.length - MOST_NAMED
  const shown = rest > 1 ? [...names.slice(0, MOST_NAMED), `${rest} more`] : [...names]
  const end = shown.pop() ?? ''
  return shown.length > 0 ? `${shown.join(', ')} ${last} ${end}` : end
}
