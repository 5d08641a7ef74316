/** The options of a select for rows with an id and a title. */
export function optionsOf(rows: Iterable<{ id: number; title: string }>): { value: string; label: string }[] {
  return Array.from(rows, ({ id, title }) => ({ value: String(id), label: title }))
}
