import { readStored, store } from './storage.ts'

/** True the first time in a browser session; for messages that would annoy people if repeated (D-33). */
export function onceAVisit(name: string): boolean {
  if (readStored(name, 'sessionStorage') || seen.has(name)) return false
  // Without storage it is true once per page load.
  if (!store(name, '1', 'sessionStorage')) seen.add(name)
  return true
}

const seen = new Set<string>()
