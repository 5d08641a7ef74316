/** True the first time in a browser session; for messages that would annoy people if repeated (D-33). */
const seen = new Set<string>()

export function onceAVisit(name: string): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  try {
    if (sessionStorage.getItem(name)) return false
    sessionStorage.setItem(name, '1')
  } catch {
    // Without storage it is true once for each page load.
  }
  return true
}
