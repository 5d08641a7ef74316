/**
 * Carries committed events to every node that has sockets of their room. A single node needs only the bus of its
 * process. Several nodes share one through PostgreSQL (`postgres-bus.ts`) or Redis (`redis-bus.ts`).
 *
 * A bus never changes the order of one sender, and may deliver a message twice. It may lose messages when its
 * connection breaks, or when a node dies after its commit. It then calls the `onDoubt` listeners, who read what they
 * lack.
 */
export interface Bus {
  /** Identifies what the nodes share. Nodes with different ids must not use the same database. */
  id: string
  publish: (channel: string, message: string) => void
  /** Returns a function that stops listening. */
  subscribe: (listener: (channel: string, message: string) => void) => () => void
  /**
   * Calls `listener` when messages may have been lost: with `wasAway` after the connection was lost, and also from time
   * to time. Returns a function that stops it.
   */
  onDoubt: (listener: (wasAway: boolean) => void) => () => void
  /** Whether it can carry messages now (readiness). */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}

export const POSTGRES_BUS = 'postgres'

export type Listener = (channel: string, message: string) => void

/** The bus of a single node, which calls the listeners of its own process. */
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
