/**
 * Prepares statements with parameters by name, so that each connection parses and plans a text once, also in
 * transactions (docs/decisions/0002). All connections of the pool use the same names.
 */
import { Client, type QueryConfig } from 'pg'

/**
 * The most names. PostgreSQL keeps each of them in memory on every connection. The app uses some 200 texts all the time;
 * filters of lists make some hundred more. The one that was used longest ago makes room for a new one.
 */
const MOST_NAMES = 500

export function preparingClient(): typeof Client {
  const names = new Map<string, string>()
  let count = 0
  const nameOf = (text: string): string => {
    // A name never means another text later: each connection learns in its own time that it is gone.
    const name = names.get(text) ?? `s${count++}`
    use(names, text, name)
    return name
  }
  return class PreparingClient extends Client {
    #held = false
    /** The names that this connection has used. */
    #prepared = new Map<string, true>()

    /** What makes room is forgotten by the library only when PostgreSQL has: a statement that waits may still use it. */
    #remember(name: string): void {
      const oldest = use(this.#prepared, name, true)
      if (oldest === undefined) return
      const { parsedStatements } = (this as unknown as Connected).connection
      // In a transaction that failed it stays, and no harm is done: the name is not used again for another text.
      super.query(`deallocate ${oldest}`, error => {
        if (!error) delete parsedStatements[oldest]
      })
    }

    /** What is asked for in one turn of the event loop, such as a `begin` and what follows it, goes out in one write. */
    #holdWrites(): void {
      if (this.#held) return
      this.#held = true
      // pg has no call that sends several statements at once, so its stream is held back meanwhile.
      const { stream } = (this as unknown as Connected).connection
      stream.cork()
      process.nextTick(() => {
        this.#held = false
        stream.uncork()
      })
    }

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed through as they are
    override query(config: any, ...rest: any[]): any {
      this.#holdWrites()
      if (isStatement(config) && Array.isArray(rest[0]) && rest[0].length > 0) {
        const name = nameOf(config.text)
        const running = super.query({ ...config, name }, ...rest)
        this.#remember(name)
        return running
      }
      return super.query(config, ...rest)
    }
  } as typeof Client
}

/** Makes an entry the latest. Returns the key that was used longest ago, when it had to make room. */
function use<Value>(entries: Map<string, Value>, key: string, value: Value): string | undefined {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= MOST_NAMES) return undefined
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
  return oldest
}

interface Connected {
  connection: { stream: { cork: () => void; uncork: () => void }; parsedStatements: Record<string, string> }
}

function isStatement(config: unknown): config is QueryConfig {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}
