type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Without the keys that were not sent. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}

/** Converts a date of the domain (ISO 8601, or null) for the database. */
export function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
