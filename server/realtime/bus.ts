/**
 * Carries what was committed to every node that has sockets of that room. One node needs no more than this
 * in-process bus; many nodes share one through Redis, behind the same two calls. A bus may lose a message (the pages
 * see the gap in the numbers and ask), but never changes the order of one sender.
 */
export interface Bus {
  publish: (channel: string, message: string) => void
  /** Returns a function that stops listening. */
  subscribe: (listener: (channel: string, message: string) => void) => () => void
  /** Whether it can carry messages now (readiness). */
  ping: () => Promise<boolean>
}

export function createBus(): Bus {
  const listeners = new Set<(channel: string, message: string) => void>()
  return {
    publish(channel, message) {
      for (const listener of listeners) listener(channel, message)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ping: async () => true
  }
}
