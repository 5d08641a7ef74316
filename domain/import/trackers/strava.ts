/**
 * Strava's activities.csv, alone or in the zip of an account. Source: support.strava.com, "Exporting your Data and Bulk
 * Export".
 *
 * The rules that surprise: dates are in UTC. Newer files have the columns Distance and Elapsed Time twice: first as shown
 * to the person, then exact, in meters and seconds. Files with one Distance have kilometers.
 */
import type { Row } from '../file.ts'
import { inUtc, nameOf, ownRow, type SourceFile, tableOf } from './source-file.ts'

const COLUMNS = ['Activity ID', 'Activity Date', 'Activity Name', 'Activity Type']

/** Returns the rows of activities, or null for other files. */
export function readStrava(files: readonly SourceFile[]): Row[] | null {
  const file = files.find(({ path }) => nameOf(path) === 'activities') ?? files[0]
  if (!file) return null
  const { header, lines, cell } = tableOf(file)
  if (!COLUMNS.every(name => header.includes(name))) return null
  const isTwice = header.indexOf('Distance') !== header.lastIndexOf('Distance')
  return lines.map(line => {
    const distance = cell(line, 'Distance')
    const notes = [cell(line, 'Activity Description'), cell(line, 'Activity Private Note')]
    const [type, date] = [cell(line, 'Activity Type'), cell(line, 'Activity Date')]
    return ownRow(line, {
      ...{ date: inUtc(date), goal: type, action: type, title: cell(line, 'Activity Name') },
      distance: Number(distance) > 0 ? `${distance} ${isTwice ? 'm' : 'km'}` : '',
      duration: cell(line, 'Moving Time') || cell(line, 'Elapsed Time'),
      content: notes.filter(Boolean).join('\n\n')
    })
  })
}
