/** Fails unless a response matches its contract exactly: an undeclared key would reach the page unnoticed. */
import * as z from 'zod/mini'
import { own } from '../../domain/lib/own.ts'

type Fields = Record<string, unknown>

export function holdToSchema(schema: z.ZodMiniType, response: unknown, what: string): unknown {
  const parsed = z.parse(schema, response)
  const undeclared = undeclaredKeys(response, parsed, '')
  if (undeclared.length > 0) throw new Error(`${what} has keys that its contract does not declare: ${undeclared}`)
  return parsed
}

/** Parsing drops undeclared keys, so this reports keys that are missing afterwards. */
function undeclaredKeys(response: unknown, parsed: unknown, path: string): string[] {
  if (typeof response !== 'object' || response === null) return []
  if (typeof parsed !== 'object' || parsed === null) return [path]
  return Object.entries(response).flatMap(([key, value]) => {
    // Zod drops this name from a record regardless of its value.
    if (key === '__proto__') return []
    const here = path === '' ? key : `${path}.${key}`
    return Object.hasOwn(parsed, key) ? undeclaredKeys(value, own(parsed as Fields, key), here) : [here]
  })
}
