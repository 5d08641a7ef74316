/**
 * Statements are prepared by name: a connection parses and plans each text once, however often it comes, in
 * transactions too (docs/decisions/0002). Which texts there are is known for the whole pool.
 */
import { Client, type QueryConfig } from 'pg'

/** Texts made by hand for one use, with lists of any length, must not fill the server's memory. */
const MOST_NAMES = 500

export function preparingClient(): typeof Client {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size === MOST_NAMES) return known
    const name = `s${names.size}`
    names.set(text, name)
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
