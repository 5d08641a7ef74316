import * as z from 'zod/mini'

/**
 * Checks a body against the schema of its contract, before it may wait for hours without a connection.
 * @returns the messages by field
 */
export function errorsOf(schema: z.ZodMiniType, body: object): Record<string, string> {
  const { error } = z.safeParse(schema, body)
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}
