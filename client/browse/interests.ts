/**
 * The categories that were chosen in this browser, as term ids, the newest first. A random activity comes from these
 * (D-65).
 */
import { readStoredJson, store } from '../lib/storage.ts'

const KEY = 'interests'
const MOST = 20

export function readInterests(): number[] {
  const kept = readStoredJson(KEY)
  return Array.isArray(kept) ? kept.filter(Number.isSafeInteger) : []
}

/** Call when the person chooses all categories again. */
export function clearInterests(): void {
  store(KEY, null)
}

export function addInterest(term: number): void {
  const interests = [term, ...readInterests().filter(id => id !== term)].slice(0, MOST)
  store(KEY, JSON.stringify(interests))
}
