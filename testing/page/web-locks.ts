/** Web Locks of one browser: a request for a name waits for the earlier ones. */
export function createLocks() {
  const last = new Map<string, Promise<unknown>>()
  return {
    request(name: string, work: () => Promise<void>): Promise<unknown> {
      const mine = (last.get(name) ?? Promise.resolve()).then(work)
      last.set(name, mine)
      return mine
    }
  }
}
