/**
 * Habitica's history of tasks. Source: `exportUserHistory` in dataexport.js of github.com/HabitRPG/habitica.
 *
 * The rule that surprises: Value is no amount. Habitica raises it when a task is done, and lowers it when a task is
 * missed or a bad habit is counted. So a row means "once" if its value is higher than that of the task's row before.
 */
import type { Row } from '../file.ts'
import { inUtc, ownRow, type SourceFile, tableOf } from './source-file.ts'

const COLUMNS = ['Task Name', 'Task ID', 'Task Type', 'Date', 'Value']

/** Returns the rows of a history, or null for other files. */
export function readHabitica([file]: readonly SourceFile[]): Row[] | null {
  if (!file) return null
  const { header, lines, cell } = tableOf(file)
  if (!COLUMNS.every((name, column) => header[column] === name)) return null
  const values = new Map<string, number>()
  return lines.map(line => {
    const [task, value] = [cell(line, 'Task ID'), Number(cell(line, 'Value'))]
    const isDone = value > (values.get(task) ?? 0)
    values.set(task, value)
    return ownRow(line, {
      date: inUtc(cell(line, 'Date')),
      goal: cell(line, 'Task Name'),
      amount: isDone ? 'yes' : 'no'
    })
  })
}
