/** What the database says when a rule of the schema stopped a write. Drizzle wraps the driver's error in `cause`. */
import { DatabaseError } from 'pg'

const UNIQUE_VIOLATION = '23505'

/** Whether a unique index stopped the write; with a name, whether it was that index. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const cause = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
  if (!(cause instanceof DatabaseError) || cause.code !== UNIQUE_VIOLATION) return false
  return index === undefined || cause.constraint === index
}
