/** What the buses between nodes have in common: who listens here, what waits to be sent, and when in doubt. */
import type { Bus, Listener } from './bus.ts'

/** A node may have died between its commit and its message. */
const DOUBT_EVERY_MS = 5000
/** More than this is not kept while the other nodes cannot be reached: they look for it themselves. */
const MOST_WAITING = 10_000

/** A connection to the other nodes. */
export interface Link {
  /** Resolves when all of it is sent. */
  send: (texts: string[]) => Promise<void>
  ping: () => Promise<boolean>
}

export interface Ends {
  /** A text of any node, this one included. */
  hear: (text: string) => void
  /** The connection is there, for the first time or again. */
  connected: (link: Link) => void
  lost: () => void
}

/**
 * Messages are heard on this node at once, and on the others in the order in which they were published.
 * @param node is not heard twice by itself
 */
export function shareBus(id: string, node: string): { bus: Omit<Bus, 'close'>; ends: Ends; stop: () => Promise<void> } {
  /** How its messages begin. */
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
        // The link says that it is lost, and they are sent again when it is back.
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
        // First to the others: writing to the sockets of a room takes a while.
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
