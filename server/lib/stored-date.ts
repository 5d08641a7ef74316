/** A date of a rule (ISO 8601, or null) as the database takes it. */
export function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
