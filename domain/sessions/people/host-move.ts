/** The command that the host's bar offers for the parts of a running session, one at a time (D-94). */
import type { SessionClock } from '../clock.ts'

export type HostMove =
  /** Skips the rest of the part that ends first; `next` begins. */
  | { kind: 'skip'; part: string; set: number; next: string }
  /** Starts a part that waits for the host. */
  | { kind: 'start'; next: string }
  /** Nothing follows: ends the session. */
  | { kind: 'end' }

/** Returns the command to offer; null while no part runs and the next one begins by itself. */
export function hostMove({ groups }: Pick<SessionClock, 'groups'>): HostMove | null {
  const [led] = groups
    .flatMap(group => group.active.map(part => ({ part, group })))
    .sort((a, b) => a.part.endsAt - b.part.endsAt)
  if (led?.group.next) return { kind: 'skip', part: led.part.uuid, set: led.group.set, next: led.group.next.uuid }
  const waiting = groups.flatMap(({ next }) => (next ? [next] : []))
  const byHand = waiting.find(({ startsAt }) => startsAt === null)
  if (byHand) return { kind: 'start', next: byHand.uuid }
  return waiting.length === 0 ? { kind: 'end' } : null
}
