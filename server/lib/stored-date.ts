/** Converts a date of the domain (ISO 8601, or null) for the database. */
export function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
