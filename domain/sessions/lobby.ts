/** What people read while a session waits for its start: what it is, who starts it, and who is ready for it. */
import { lengthText, plural } from '../lib/duration.ts'
import type { Participant, Session } from './api.ts'
import { HOST } from './permissions.ts'

const MOST_NAMED = 4

/**
 * What a session is, for somebody who came by a link: its length, its parts and its goals, of which one is seen by whoever
 * looks. "30 min together on one clock: Warm up, Draw and Show. 2 goals to log."
 */
export function aboutSession({ duration, parts, tasks }: Pick<Session, 'duration' | 'parts' | 'tasks'>): string {
  const titles = parts.flatMap(group => group.parts.flatMap(({ title }) => title.trim() || []))
  const goals = tasks.flatMap(group => group.parts).length
  const length = duration > 0 ? `${lengthText(duration)} together` : 'Together'
  const what = titles.length > 0 ? `: ${listed(titles)}` : ''
  return `${length} on one clock${what}.${goals > 0 ? ` ${plural(goals, 'goal')} to log.` : ''}`
}

/**
 * Who is ready, of those who are asked (D-76). A host who starts by hand is ready with that, so is not counted: all others
 * are "2 of 2 ready".
 */
export function readiness(
  participants: readonly Pick<Participant, 'role' | 'is_ready'>[],
  isByHand: boolean
): { ready: number; asked: number } {
  const asked = participants.filter(({ role, is_ready }) => !isByHand || role !== HOST || is_ready)
  return { ready: asked.filter(({ is_ready }) => is_ready).length, asked: asked.length }
}

/** Whom it waits for: "ada", "ada or grace"; somebody without a name when no host is listed. */
export function startersText(participants: readonly Pick<Participant, 'role' | 'username'>[]): string {
  const hosts = participants.filter(({ role }) => role === HOST).map(({ username }) => username)
  return hosts.length > 0 ? listed(hosts, 'or') : 'the host'
}

/** "a, b and c"; of many the first ones, then how many more there are. @internal Exported for tests only. */
export function listed(names: readonly string[], last: 'and' | 'or' = 'and'): string {
  const rest = names.length - MOST_NAMED
  const shown = rest > 1 ? [...names.slice(0, MOST_NAMED), `${rest} more`] : [...names]
  const end = shown.pop() ?? ''
  return shown.length > 0 ? `${shown.join(', ')} ${last} ${end}` : end
}
