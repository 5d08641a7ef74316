/** True the first time in a browser session, for what would bother people if repeated (D-33). */
const seen = new Set<string>()

export function onceAVisit(name: string): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  try {
    if (sessionStorage.getItem(name)) return false
    sessionStorage.setItem(name, '1')
  } catch {
    // Without storage it is once a page load.
  }
  return true
}
