/**
 * Texts in the browser's storage. Some private windows refuse storage, and it may be full. Reading then finds nothing,
 * and writing does nothing.
 */
type Which = 'localStorage' | 'sessionStorage'

export function readStored(name: string, which: Which = 'localStorage'): string | null {
  try {
    return globalThis[which].getItem(name)
  } catch {
    return null
  }
}

/** The object or list that is stored as JSON, or null. */
export function readStoredJson(name: string, which?: Which): object | null {
  try {
    const found: unknown = JSON.parse(readStored(name, which) ?? 'null')
    return typeof found === 'object' ? found : null
  } catch {
    return null
  }
}

/** Stores a text, or removes it if it is null. Returns whether that worked. */
export function store(name: string, text: string | null, which: Which = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[which].removeItem(name)
    else globalThis[which].setItem(name, text)
    return true
  } catch {
    return false
  }
}

/** True the first time in a browser session; for messages that would annoy people if repeated (D-33). */
export function onceAVisit(name: string): boolean {
  if (readStored(name, 'sessionStorage') || seen.has(name)) return false
  // Without storage it is true once per page load.
  if (!store(name, '1', 'sessionStorage')) seen.add(name)
  return true
}

const seen = new Set<string>()
