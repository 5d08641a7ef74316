/**
 * Prepares statements with parameters under a name, so that each connection parses and plans a text once, also in
 * transactions (docs/decisions/0002). All connections of the pool use the same names. `npm run bench -- statements`
 * shows what it saves.
 */
import { Client, type Connection, type QueryConfig } from 'pg'

/**
 * The most prepared statements. PostgreSQL keeps each of them in memory on every connection. The app uses about 200
 * texts all the time, and filters of lists add some hundred. A new text replaces the one that was not used for the
 * longest time.
 */
const MOST_NAMES = 500

/** Returns the client class for a pool. */
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
    /** The names of the statements that this connection has prepared, by text. */
    #prepared = new Map<string, string>()
    #dropped = 0

    /**
     * Returns the name for a text. A dropped name is never used again, because a waiting statement or a failed
     * `deallocate` may still have it.
     */
    #nameOf(text: string): string {
      const name = this.#prepared.get(text) ?? nameOf(text) + (this.#dropped === 0 ? '' : `_${this.#dropped}`)
      const oldest = use(this.#prepared, text, name)
      if (oldest !== undefined) this.#drop(oldest)
      return name
    }

    #drop(name: string): void {
      this.#dropped++
      const { parsedStatements } = this.connection as Connection & Parsed
      // PostgreSQL does not have this statement yet, and dropping a missing one would abort a transaction.
      if (parsedStatements[name] === undefined) return
      // In a failed transaction it stays and only costs memory.
      super.query(`deallocate ${name}`, () => {
        delete parsedStatements[name]
      })
    }

    /**
     * Sends all statements of one turn of the event loop in one write, such as a `begin` and the statements after it.
     */
    #holdWrites(): void {
      if (this.#held) return
      this.#held = true
      // pg cannot send several statements at once, so hold back its stream.
      const { stream } = this.connection
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

/** Marks a text as used last. Returns the name that must be dropped, if there are too many. */
function use(names: Map<string, string>, text: string, name: string): string | undefined {
  names.delete(text)
  names.set(text, name)
  if (names.size <= MOST_NAMES) return undefined
  const [oldest] = names
  if (!oldest) return undefined
  names.delete(oldest[0])
  return oldest[1]
}

/**
 * The texts that `pg` has prepared, by name. Its types hide this field. Nothing public removes a dropped name from it,
 * and it would grow with each drop.
 */
interface Parsed {
  parsedStatements: Record<string, string>
}

function isStatement(config: unknown): config is QueryConfig {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}
