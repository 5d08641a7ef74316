/**
 * Carries what was committed to every node that has sockets of that room. One node needs no more than the bus of its
 * process; many nodes share one through PostgreSQL (`postgres-bus.ts`) or Redis (`redis-bus.ts`).
 *
 * A bus never changes the order of one sender, and may give a message twice. It may lose some: when its connection
 * breaks, or a node dies after its commit. Then it says so, and whoever listens looks for what it lacks.
 */
export interface Bus {
  /** What the nodes that hear each other have in common. Nodes with another one must not use the same database. */
  id: string
  publish: (channel: string, message: string) => void
  /** Returns a function that stops listening. */
  subscribe: (listener: (channel: string, message: string) => void) => () => void
  /**
   * Calls `listener` when messages may have been lost: `wasAway` when the connection was, else now and then. Returns a
   * function that stops it.
   */
  onDoubt: (listener: (wasAway: boolean) => void) => () => void
  /** Whether it can carry messages now (readiness). */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}

export const POSTGRES_BUS = 'postgres'

export type Listener = (channel: string, message: string) => void

export function createBus(): Bus {
  const listeners = new Set<Listener>()
  return {
    id: 'process',
    publish(channel, message) {
      for (const listener of listeners) listener(channel, message)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onDoubt: () => () => {},
    ping: async () => true,
    close: async () => {}
  }
}
