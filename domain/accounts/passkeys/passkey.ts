/** Passkeys: keys on a device that sign a person in instead of the password. Times are milliseconds since 1970. */
import * as z from 'zod/mini'
import { responseDate } from '../../lib/fields.ts'

const MINUTE_MS = 60_000

/** How long a device may take to sign a challenge. */
export const CHALLENGE_LASTS_MS = 5 * MINUTE_MS
/** How long a confirmed password counts for actions that require it (D-31). */
const CONFIRMED_LASTS_MS = 15 * MINUTE_MS
export const MOST_PASSKEYS = 20
export const LONGEST_NAME = 60

/** Whether browsers allow passkeys at this address: it needs a domain name, and https or localhost. */
export function allowsPasskeys({ protocol, hostname }: { protocol: string; hostname: string }): boolean {
  const isName = /[a-z]/i.test(hostname) && !hostname.includes(':')
  return isName && (protocol === 'https:' || hostname === 'localhost')
}

export const passkeyRow = z.object({
  id: z.string(),
  /** The name of the device that made it, until the person renames it. */
  name: z.string(),
  created_at: responseDate,
  used_at: z.nullable(responseDate)
})
export type PasskeyRow = z.output<typeof passkeyRow>

/**
 * Whether a proof is recent enough for an action that requires one: the password, a passkey, or signing in.
 * @param at when the person gave it, in ms since 1970; null for never
 */
export function isConfirmed(at: number | null, now: number): boolean {
  return at !== null && now - at < CONFIRMED_LASTS_MS
}

/** Returns the name of a new passkey: its device, with a number when that name is taken. */
export function nameOfPasskey(device: string, taken: readonly string[]): string {
  let name = device
  for (let nth = 2; taken.includes(name); nth++) name = `${device} (${nth})`
  return name
}
