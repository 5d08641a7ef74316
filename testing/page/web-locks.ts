/** Web Locks of one browser: a request for a name waits for the earlier ones. */
export function createLocks() {
  const last = new Map<string, Promise<unknown>>()
  const held = new Map<string, number>()
  return {
    request(name: string, work: () => Promise<void>): Promise<unknown> {
      held.set(name, (held.get(name) ?? 0) + 1)
      const mine = (last.get(name) ?? Promise.resolve())
        .then(work)
        .finally(() => held.set(name, (held.get(name) ?? 1) - 1))
      last.set(name, mine)
      return mine
    },
    async ifFree(name: string, work: () => boolean): Promise<boolean> {
      return (held.get(name) ?? 0) === 0 && work()
    }
  }
}
