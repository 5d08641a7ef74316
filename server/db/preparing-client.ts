/**
 * Prepares statements with parameters by name, so that each connection parses and plans a text once, also in
 * transactions (docs/decisions/0002). All connections of the pool use the same names.
 */
import { Client, type QueryConfig } from 'pg'

/**
 * The most names. PostgreSQL keeps each of them in memory on every connection. The app has some 200 texts, because
 * whatever differs from call to call is a parameter.
 */
const MOST_NAMES = 500

/** @param onFull is called once, when later texts are no longer prepared */
export function preparingClient(onFull: () => void): typeof Client {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size === MOST_NAMES) return known
    const name = `s${names.size}`
    names.set(text, name)
    if (names.size === MOST_NAMES) onFull()
    return name
  }
  return class PreparingClient extends Client {
    #held = false

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
        return super.query({ ...config, name: nameOf(config.text) }, ...rest)
      }
      return super.query(config, ...rest)
    }
  } as typeof Client
}

interface Connected {
  connection: { stream: { cork: () => void; uncork: () => void } }
}

function isStatement(config: unknown): config is QueryConfig {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}
