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
    const name = names.get(text) ?? `s${count++}`
    use(names, text, name)
    return name
  }
  return class PreparingClient extends Client {
    #held = false
    /** The names that this connection holds, by text. */
    #prepared = new Map<string, string>()
    #dropped = 0

    /** A name that was dropped is never used again: a statement that waits, or a `deallocate` that failed, may still hold it. */
    #nameOf(text: string): string {
      const name = this.#prepared.get(text) ?? nameOf(text) + (this.#dropped === 0 ? '' : `_${this.#dropped}`)
      const oldest = use(this.#prepared, text, name)
      if (oldest !== undefined) this.#drop(oldest)
      return name
    }

    #drop(name: string): void {
      this.#dropped++
      const { parsedStatements } = (this as unknown as Connected).connection
      // PostgreSQL does not have it, or not yet, and dropping it would end a transaction.
      if (parsedStatements[name] === undefined) return
      // In a transaction that has failed it stays, and costs its memory.
      super.query(`deallocate ${name}`, () => {
        delete parsedStatements[name]
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
        return super.query({ ...config, name: this.#nameOf(config.text) }, ...rest)
      }
      return super.query(config, ...rest)
    }
  } as typeof Client
}

/** Makes a text the latest. Returns the name of the one that was used longest ago, when it had to make room. */
function use(names: Map<string, string>, text: string, name: string): string | undefined {
  names.delete(text)
  names.set(text, name)
  if (names.size <= MOST_NAMES) return undefined
  const [oldest] = names
  if (!oldest) return undefined
  names.delete(oldest[0])
  return oldest[1]
}

interface Connected {
  connection: { stream: { cork: () => void; uncork: () => void }; parsedStatements: Record<string, string> }
}

function isStatement(config: unknown): config is QueryConfig {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}
