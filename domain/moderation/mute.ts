/** Whom a person may stop hearing. */
import type { Refusal } from '../lib/refusal.ts'

/** null when the viewer may mute this person, else why not: anybody but themselves. */
export function muteCheck(viewerId: number, userId: number): Refusal | null {
  return viewerId === userId ? { kind: 'conflict', message: 'You cannot mute yourself.' } : null
}
