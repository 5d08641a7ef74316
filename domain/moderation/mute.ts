/** Permission to mute a person. */
import type { Refusal } from '../lib/refusal.ts'

/** Returns null when the viewer may mute this person; 409 when it is the viewer. */
export function muteCheck(viewerId: number, userId: number): Refusal | null {
  return viewerId === userId ? { kind: 'conflict', message: 'You can’t mute yourself.' } : null
}
