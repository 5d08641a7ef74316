/** True the first time in a browser session; for messages that would annoy people if repeated (D-33). */
export function onceAVisit(name: string): boolean {
  try {
    if (sessionStorage.getItem(name)) return false
    sessionStorage.setItem(name, '1')
    return true
  } catch {
    // Without storage it is true once per page load.
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }
}

const seen = new Set<string>()
