/**
 * Toggl Track's detailed report. Source: the columns of its CSV import and export, support.toggl.com, "Importing time
 * entries via CSV" and "Detailed report".
 */
import type { Row } from '../file.ts'
import { ownRow, type SourceFile, tableOf } from './source-file.ts'

const COLUMNS = ['Project', 'Description', 'Start date', 'Start time', 'Duration']

/** Returns the rows of time entries, or null for other files. An entry without a project counts for its description. */
export function readToggl([file]: readonly SourceFile[]): Row[] | null {
  if (!file) return null
  const { header, lines, cell } = tableOf(file)
  if (!COLUMNS.every(name => header.includes(name))) return null
  return lines.map(line => {
    const [project, description] = [cell(line, 'Project'), cell(line, 'Description')]
    const notes = [cell(line, 'Task'), cell(line, 'Tags')]
    return ownRow(line, {
      date: `${cell(line, 'Start date')} ${cell(line, 'Start time')}`.trim(),
      goal: project || description,
      title: project ? description : '',
      duration: inSeconds(cell(line, 'Duration')),
      content: notes.filter(Boolean).join('\n')
    })
  })
}

/** Returns the seconds of "01:15:00". Any other text stays, so that the import names it. */
function inSeconds(clock: string): string {
  const [, hours, minutes, seconds] = /^(\d+):(\d{2}):(\d{2})$/.exec(clock) ?? []
  return hours ? String((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) : clock
}
