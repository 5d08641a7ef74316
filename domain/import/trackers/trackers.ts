/** Recognises the files of known trackers, so that an import needs no answers about their columns. */
import type { Row } from '../file.ts'
import { readBeeminder } from './beeminder.ts'
import { readHabitica } from './habitica.ts'
import { readLoop } from './loop.ts'
import { OWN_HEADER, type SourceFile } from './source-file.ts'
import { readStrava } from './strava.ts'
import { readToggl } from './toggl.ts'

const TRACKERS = [
  { name: 'Loop Habit Tracker', read: readLoop },
  { name: 'Habitica', read: readHabitica },
  { name: 'Strava', read: readStrava },
  { name: 'Toggl Track', read: readToggl },
  { name: 'Beeminder', read: readBeeminder }
] as const

export type TrackerName = (typeof TRACKERS)[number]['name']

/** The names of the files in a zip that a tracker needs. */
export const ZIPPED = /(^|\/)(Habits|Checkmarks|activities)\.csv$/

/** Returns the name of the tracker that wrote the files, and their logs in the columns of our own export; else null. */
export function recognise(files: readonly SourceFile[]): { tracker: TrackerName; rows: Row[] } | null {
  for (const { name, read } of TRACKERS) {
    const rows = read(files)
    if (rows) return { tracker: name, rows: [OWN_HEADER, ...rows] }
  }
  return null
}
