/**
 * A random uuid of this browser, created once and stored (ACC-58). A page recognises the echo of its own actions by
 * it; it never identifies a person (D-24).
 */
import { readStored, store } from './storage.ts'

const KEY = 'client_uuid'
let kept: string | null = null

export function clientUuid(): string {
  kept ??= readStored(KEY)
  if (kept === null) {
    kept = randomUuid()
    // Without storage the uuid lasts as long as the page.
    store(KEY, kept)
  }
  return kept
}

/** `crypto.randomUUID` exists only on https and localhost, so not for another machine in the home network. */
export function randomUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
