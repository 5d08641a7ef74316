/** The common part of the buses between nodes: listeners on this node, waiting messages, and doubts about lost ones. */
import type { Bus, Listener } from './bus.ts'

/** How often listeners look for lost messages, because a node may have died between its commit and its message. */
const DOUBT_EVERY_MS = 5000
/** Keeps at most this many messages while other nodes are unreachable. Those nodes read older events themselves. */
const MOST_WAITING = 10_000

/** A connection to the other nodes. */
export interface Link {
  /** Resolves when all texts are sent. */
  send: (texts: string[]) => Promise<void>
  ping: () => Promise<boolean>
}

export interface Ends {
  /** Takes a text from any node, including this one. */
  hear: (text: string) => void
  /** The connection is open, for the first time or again. */
  connected: (link: Link) => void
  lost: () => void
}

/**
 * Delivers messages on this node at once, and on the others in the order in which they were published.
 * @param node its own messages that come back are dropped
 */
export function shareBus(id: string, node: string): { bus: Omit<Bus, 'close'>; ends: Ends; stop: () => Promise<void> } {
  /** The beginning of this node's own messages. */
  const own = `[${JSON.stringify(node)},`
  const listeners = new Set<Listener>()
  const doubters = new Set<(wasAway: boolean) => void>()
  const waiting: string[] = []
  let link: Link | null = null
  let isSending = false
  let sent = Promise.resolve()

  const tell: Listener = (channel, message) => {
    for (const listener of listeners) listener(channel, message)
  }
  const doubt = (wasAway: boolean): void => {
    for (const doubter of doubters) doubter(wasAway)
  }
  const timer = setInterval(doubt, DOUBT_EVERY_MS, false)
  timer.unref()

  const send = (): void => {
    if (!isSending) sent = sendWaiting()
  }
  const sendWaiting = async (): Promise<void> => {
    isSending = true
    while (link && waiting.length > 0) {
      const texts = waiting.splice(0)
      try {
        await link.send(texts)
      } catch {
        // The connection is lost, so these are sent again on the next one.
        waiting.unshift(...texts)
        break
      }
    }
    isSending = false
  }

  return {
    bus: {
      id,
      publish(channel, message) {
        // Sends to the other nodes first, because writing to the sockets of a room takes a while.
        waiting.push(JSON.stringify([node, channel]) + message)
        if (waiting.length > MOST_WAITING) waiting.shift()
        send()
        tell(channel, message)
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      onDoubt(listener) {
        doubters.add(listener)
        return () => doubters.delete(listener)
      },
      ping: async () => link?.ping() ?? false
    },
    ends: {
      hear(text) {
        if (text.startsWith(own)) return
        const head = text.indexOf(']') + 1
        const [, channel] = JSON.parse(text.slice(0, head)) as [string, string]
        tell(channel, text.slice(head))
      },
      connected(next) {
        link = next
        doubt(true)
        send()
      },
      lost() {
        link = null
      }
    },
    async stop() {
      clearInterval(timer)
      await sent
    }
  }
}
