/**
 * The mapping of a file's columns to fields of logs: guessed from the column names, and changed by the person.
 *
 * The rule that surprises: some trackers write a table with one column per habit. Such a column is mapped to `HABIT`:
 * its name is the goal, and each of its cells is a log.
 */
import { lengthUnitOf, timeUnitOf } from './values.ts'

export const FIELDS = [
  ...(['date', 'day', 'goal', 'action', 'amount', 'done', 'unit', 'distance', 'duration', 'title', 'content'] as const)
]
export type Field = (typeof FIELDS)[number]
export const HABIT = 'habit'

/** The field of each column; null for a column that is left out. No field occurs twice, but `HABIT` may. */
export type Mapping = readonly (Field | typeof HABIT | null)[]

/** Column names that other trackers use. An earlier name wins over a later one when a file has both. */
const NAMES: Record<Exclude<Field, 'done'>, readonly string[]> = {
  date: ['date', 'started at', 'start date', 'start time', 'start', 'datetime', 'timestamp', 'when', 'time'],
  day: ['day'],
  goal: ['goal', 'habit', 'project', 'task', 'tracker', 'name'],
  action: ['action', 'activity', 'activity type', 'exercise', 'sport', 'type', 'category'],
  amount: ['amount', 'quantity', 'count', 'value', 'reps', 'repetitions', 'times'],
  unit: ['unit', 'units'],
  distance: ['distance', 'miles', 'mi', 'km', 'kilometers', 'kilometres'],
  duration: ['duration', 'elapsed', 'elapsed time', 'moving time', 'time spent', 'seconds', 'minutes', 'hours'],
  title: ['title', 'activity name', 'headline', 'summary', 'description'],
  content: ['content', 'note', 'notes', 'text', 'comment', 'comments', 'memo']
}

/** Guesses the fields of columns from their names. It ignores units: "Distance (km)" is a distance. */
export function guessMapping(header: readonly string[]): Mapping {
  const names = header.map(plainName)
  const columns = new Map<number, Field>()
  for (const [field, known] of Object.entries(NAMES) as [Field, readonly string[]][]) {
    const free = (name: string) =>
      names.findIndex((each, index) => (each === name || withoutUnit(each) === name) && !columns.has(index))
    const column = known.map(free).find(index => index >= 0)
    if (column !== undefined) columns.set(column, field)
  }
  for (const [column, field] of columns) {
    const unit = field === 'amount' ? unitInName(header[column] ?? '') : ''
    const measure = unit === 'm' ? null : lengthUnitOf(unit) ? 'distance' : timeUnitOf(unit) ? 'duration' : null
    if (measure && ![...columns.values()].includes(measure)) columns.set(column, measure)
  }
  // Without a date column, the day column is the date.
  if (![...columns.values()].includes('date')) {
    for (const [column, field] of columns) if (field === 'day') columns.set(column, 'date')
  }
  return header.map((_, index) => columns.get(index) ?? null)
}

/** Maps a column to a field, and removes the field from any other column. */
export function choose(mapping: Mapping, column: number, field: Mapping[number]): Mapping {
  return mapping.map((each, index) => (index === column ? field : each === field && each !== HABIT ? null : each))
}

/** Whether the first row has column names: one of them is known, or no cell contains a digit. */
export function hasNames(first: readonly string[]): boolean {
  return guessMapping(first).some(field => field !== null) || !first.some(cell => /\d/.test(cell))
}

/** Returns the unit in "Distance (km)", "distance_km" or "km", in lower case; '' without a unit. */
export function unitInName(name: string): string {
  const inside = /[([]([^)\]]*)[)\]]/.exec(name)?.[1]
  if (inside !== undefined) return inside.trim().toLowerCase()
  const last = plainName(name).split(' ').at(-1) ?? ''
  return isUnit(last) ? last : ''
}

/** Returns a habit's name without its unit: "Run" for "Run (km)". */
export function nameWithoutUnit(name: string): string {
  return name.replace(/[([][^)\]]*[)\]]\s*$/, '').trim() || name.trim()
}

/** Returns "distance" for "distance km" and "distance in km". */
function withoutUnit(plain: string): string {
  const [, rest = '', last = ''] = /^(.+?)(?: in)? (\S+)$/.exec(plain) ?? []
  return isUnit(last) ? rest : plain
}

function isUnit(word: string): boolean {
  return lengthUnitOf(word) !== null || timeUnitOf(word) !== null
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
