/** A key that a device keeps, and that signs its person in instead of the password. Times are milliseconds since 1970. */
import * as z from 'zod/mini'
import { responseDate } from '../../lib/fields.ts'

const MINUTE_MS = 60_000

/** How long a device has to respond to what it was asked to sign. */
export const CHALLENGE_LASTS_MS = 5 * MINUTE_MS
/** For how long a password that was given counts for what asks for it (D-31). */
const CONFIRMED_LASTS_MS = 15 * MINUTE_MS
export const MOST_PASSKEYS = 20
export const LONGEST_NAME = 60

/** Browsers make passkeys for a site with a name, over https or on this machine. */
export function allowsPasskeys({ protocol, hostname }: { protocol: string; hostname: string }): boolean {
  const isName = /[a-z]/i.test(hostname) && !hostname.includes(':')
  return isName && (protocol === 'https:' || hostname === 'localhost')
}

export const passkeyRow = z.object({
  id: z.string(),
  /** Of the device that it was made on, until its person calls it otherwise. */
  name: z.string(),
  created_at: responseDate,
  used_at: z.nullable(responseDate)
})
export type PasskeyRow = z.output<typeof passkeyRow>

/** Whether the password was given lately: in this login, within 15 minutes before `now`. */
export function isConfirmed(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && now - confirmedAt < CONFIRMED_LASTS_MS
}

/** What a new passkey is called: as its device, and with a number where others are called so. */
export function nameOfPasskey(device: string, taken: readonly string[]): string {
  let name = device
  for (let nth = 2; taken.includes(name); nth++) name = `${device} (${nth})`
  return name
}
