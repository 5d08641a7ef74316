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
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed through as they are
    override query(config: any, ...rest: any[]): any {
      if (isStatement(config) && Array.isArray(rest[0]) && rest[0].length > 0) {
        return super.query({ ...config, name: nameOf(config.text) }, ...rest)
      }
      return super.query(config, ...rest)
    }
  } as typeof Client
}

function isStatement(config: unknown): config is QueryConfig {
  return typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
}
