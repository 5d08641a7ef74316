type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Without the keys that were not sent. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}
