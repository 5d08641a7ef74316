/** What the columns of a file of logs hold: guessed from their names, and chosen by the person. */

export const FIELDS = [
  ...(['date', 'day', 'goal', 'action', 'amount', 'unit', 'distance', 'duration', 'title', 'content'] as const)
]
export type Field = (typeof FIELDS)[number]

/** What each column holds; null for one that is left out. No field is there twice. */
export type Mapping = readonly (Field | null)[]

/** Names that other trackers use, the likeliest first: a column with a later one is taken if none has an earlier. */
const NAMES: Record<Field, readonly string[]> = {
  date: ['date', 'started at', 'start date', 'start time', 'start', 'datetime', 'timestamp', 'when', 'time'],
  day: ['day'],
  goal: ['goal', 'habit', 'project', 'task', 'tracker', 'name'],
  action: ['action', 'activity', 'activity type', 'exercise', 'sport', 'type', 'category'],
  amount: ['amount', 'quantity', 'count', 'value', 'reps', 'repetitions', 'times'],
  unit: ['unit', 'units'],
  distance: ['distance', 'miles', 'mi', 'km', 'kilometers', 'kilometres'],
  duration: ['duration', 'elapsed', 'elapsed time', 'moving time', 'time spent', 'seconds', 'minutes', 'hours'],
  title: ['title', 'headline', 'summary', 'description'],
  content: ['content', 'note', 'notes', 'text', 'comment', 'comments', 'memo']
}

/** What the columns of these names probably hold. "Distance (km)" is a distance. */
export function guessMapping(header: readonly string[]): Mapping {
  const names = header.map(plainName)
  const columns = new Map<number, Field>()
  for (const field of FIELDS) {
    const free = (name: string) => names.findIndex((each, index) => each === name && !columns.has(index))
    const column = NAMES[field].map(free).find(index => index >= 0)
    if (column !== undefined) columns.set(column, field)
  }
  // With a day alone, the day is when it was done.
  if (![...columns.values()].includes('date')) {
    for (const [column, field] of columns) if (field === 'day') columns.set(column, 'date')
  }
  return header.map((_, index) => columns.get(index) ?? null)
}

/** The mapping in which a column holds a field, which no other column holds then. */
export function choose(mapping: Mapping, column: number, field: Field | null): Mapping {
  return mapping.map((each, index) => (index === column ? field : each === field ? null : each))
}

/** Whether the first line has names: one of them is known, or none of its cells is a number or a date. */
export function hasNames(first: readonly string[]): boolean {
  return guessMapping(first).some(field => field !== null) || !first.some(cell => /\d/.test(cell))
}

/** What stands in parentheses behind a name, such as "km", in lower case; '' without any. */
export function unitInName(name: string): string {
  return (/[([]([^)\]]*)[)\]]/.exec(name)?.[1] ?? '').trim().toLowerCase()
}

function plainName(name: string): string {
  return name
    .replace(/[([].*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\d ]/gu, '')
    .trim()
    .toLowerCase()
}
