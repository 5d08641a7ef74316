/**
 * Exports of Loop Habit Tracker: a zip, or one of its files. Checkmarks.csv has a column for each habit. A habit's folder
 * has its own Checkmarks.csv, with notes. Habits.csv has names and units. Source: HabitsCSVExporter.kt and Entry.kt of
 * github.com/iSoron/uhabits.
 *
 * The rules that surprise: measures are in thousandths. YES_AUTO is a day on which nothing was done and nothing was
 * due. Older versions write 2 instead of YES_MANUAL.
 */
import type { Row } from '../file.ts'
import { nameOf, ownRow, type SourceFile, type Table, tableOf } from './source-file.ts'

const CHECKMARKS = 'Checkmarks'
const MARKS = new Set(['YES_MANUAL', 'YES_AUTO', 'NO', 'SKIP', 'UNKNOWN'])
const OLD_MARKS = new Map(
  Object.entries({ 2: 'YES_MANUAL', 1: 'YES_AUTO', 0: 'NO', 3: 'SKIP', '-3': 'SKIP', '-1': 'UNKNOWN' })
)
const isNumber = (cell: string): boolean => /^-?\d+$/.test(cell)
const isMark = (cell: string): boolean => MARKS.has(cell) || isNumber(cell)

interface Habit {
  name: string
  unit: string
}

/** Returns the rows of an export, or null for other files. */
export function readLoop(files: readonly SourceFile[]): Row[] | null {
  const habits = files.find(({ path }) => nameOf(path) === 'Habits')
  const marks = files.filter(({ path }) => nameOf(path) === CHECKMARKS)
  const ofHabits = marks.filter(file => tableOf(file).header.includes('Value'))
  if (habits && ofHabits.length > 0) return ofHabits.flatMap(file => rowsOfHabit(file, habitOf(file, tableOf(habits))))
  const [file] = marks.length > 0 ? marks.filter(one => !ofHabits.includes(one)) : files
  return file ? rowsOfAll(file, marks.length > 0) : null
}

/** The habit of a folder such as "001 Meditate": the folder's name leaves out letters, so Habits.csv has the name. */
function habitOf({ path }: SourceFile, { lines, cell }: Table): Habit {
  const folder = path.split('/').at(-2) ?? ''
  const [position = '', ...rest] = folder.split(' ')
  const line = lines.find(one => cell(one, 'Position') === position)
  return { name: (line && cell(line, 'Name')) || rest.join(' '), unit: line ? cell(line, 'Unit') : '' }
}

function rowsOfHabit(file: SourceFile, habit: Habit): Row[] {
  const { lines, cell } = tableOf(file)
  const read = readerOf(lines.map(line => cell(line, 'Value')))
  return lines.map(line =>
    ownRow(line, {
      ...{ date: cell(line, 'Date'), goal: habit.name, unit: habit.unit },
      ...{ amount: read(cell(line, 'Value')), content: cell(line, 'Notes') }
    })
  )
}

/** @param isNamed whether the file has Loop's name; without it, one of the cells has to be a mark that Loop alone uses */
function rowsOfAll(file: SourceFile, isNamed: boolean): Row[] | null {
  const { header, lines, cell } = tableOf(file)
  const names = header.slice(1).filter(name => name !== '')
  const all = names.map(name => lines.map(line => cell(line, name)))
  const isLoop = isNamed || all.flat().some(mark => mark === 'YES_MANUAL' || mark === 'YES_AUTO')
  if (header[0] !== 'Date' || names.length === 0 || !isLoop || !all.flat().every(mark => mark === '' || isMark(mark)))
    return null
  return names.flatMap((goal, column) => {
    const read = readerOf(all[column] ?? [])
    return lines.map(line => ownRow(line, { date: cell(line, 'Date'), goal, amount: read(cell(line, goal)) }))
  })
}

/** Returns what reads a habit's cells: as marks, also those of older versions, or as measures. */
function readerOf(cells: readonly string[]): (cell: string) => string {
  const isMeasured = cells.some(cell => isNumber(cell) && !OLD_MARKS.has(cell))
  return cell => {
    if (!isNumber(cell)) return cell || 'UNKNOWN'
    if (!isMeasured || Number(cell) < 0) return OLD_MARKS.get(cell) ?? 'UNKNOWN'
    return String(Number(cell) / 1000)
  }
}
