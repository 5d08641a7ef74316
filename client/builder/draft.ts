/**
 * What was typed and not saved, kept in this browser by address, so that neither a reload nor a lost connection takes
 * it. The draft of an earlier visit stays under its own key until it is restored or discarded.
 */
import type { Form } from './form.ts'

export interface KeptDraft {
  form: Form
  /** Durations that could not be read yet, by key of their field. */
  typed: Record<string, string>
  /** Names the one thing that this form makes, however often it is sent. */
  key: string
  /** It was sent, and its result is unknown. */
  isSent: boolean
  /** Milliseconds since 1970. */
  at: number
  /** Whose it is; null for a visitor's. */
  user: number | null
}

const KEY = 'builder '
const EARLIER = 'builder-earlier '

/** Returns the draft of an earlier visit and clears it for this one. Nobody sees the draft of another person. */
export function openDraft(path: string, user: number | null): KeptDraft | null {
  const last = read(KEY + path)
  if (last) {
    write(EARLIER + path, last)
    remove(KEY + path)
  }
  const earlier = last ?? read(EARLIER + path)
  return earlier && (earlier.user === null || earlier.user === user) ? earlier : null
}

export function keepDraft(path: string, draft: KeptDraft): void {
  write(KEY + path, draft)
}

export function forgetEarlier(path: string): void {
  remove(EARLIER + path)
}

export function forgetDraft(path: string): void {
  remove(KEY + path)
  remove(EARLIER + path)
}

function read(key: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null
    return kept && Array.isArray(kept.form?.parts) && Array.isArray(kept.form.tasks) ? kept : null
  } catch {
    return null
  }
}

function write(key: string, draft: KeptDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or refused in private windows: leaving still asks.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}
