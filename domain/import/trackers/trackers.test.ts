import { expect, test } from 'vitest'
import { UTC } from '../../lib/day.ts'
import { firstChoices, needsChoices, readFile } from '../file.ts'
import type { SourceFile } from './source-file.ts'
import { recognise } from './trackers.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')

const fileOf = (path: string, ...lines: string[]): SourceFile => ({
  path,
  rows: lines.map((line, index) => ({ number: index + 1, cells: line.split('|') }))
})

/** Reads files as the import does, without any choice of the person. */
function read(...files: SourceFile[]) {
  const found = recognise(files)
  if (!found) return null
  const choices = firstChoices(found.rows)
  const file = readFile(found.rows, choices, UTC, NOW)
  expect(needsChoices(file, choices)).toBe(false)
  const { wrong, nothing } = file
  return { tracker: found.tracker, logs: file.logs.map(({ row, log }) => ({ row, ...log })), wrong, nothing }
}

test('Loop’s table of marks gives a log for each day that was done', { tags: 'LOG-28' }, () => {
  const file = read(
    fileOf(
      'Checkmarks.csv',
      'Date|Meditate|Run|',
      '2026-11-03|YES_MANUAL|5500|',
      '2026-11-02|SKIP|0|',
      '2026-11-01|YES_AUTO|UNKNOWN|'
    )
  )
  expect(file).toMatchObject({ tracker: 'Loop Habit Tracker', wrong: [] })
  expect(file?.logs).toMatchObject([
    { row: 2, day: '2026-11-03', goal: 'Meditate', amount: 1 },
    { row: 2, day: '2026-11-03', goal: 'Run', amount: 5.5 }
  ])
  expect(file?.nothing.map(({ said }) => said).sort()).toEqual(['0', 'SKIP', 'UNKNOWN', 'YES_AUTO'])
})

test('Loop’s older files mark a done day with 2', { tags: 'LOG-28' }, () => {
  const file = read(fileOf('Checkmarks.csv', 'Date|Floss|', '2026-11-02|2|', '2026-11-01|0|'))
  expect(file?.logs).toMatchObject([{ day: '2026-11-02', goal: 'Floss', amount: 1 }])
})

test('Loop’s zip gives notes, units and whole names', { tags: 'LOG-28' }, () => {
  const file = read(
    fileOf('Habits.csv', 'Position|Name|Type|Unit|Archived?', '001|Müsli|YES_NO||false', '002|Run|NUMERICAL|km|false'),
    fileOf('001 Msli/Checkmarks.csv', 'Date|Value|Notes', '2026-11-02|YES_MANUAL|with berries', '2026-11-01|NO|'),
    fileOf('002 Run/Checkmarks.csv', 'Date|Value|Notes', '2026-11-02|12500|'),
    fileOf('Checkmarks.csv', 'Date|Müsli|Run|', '2026-11-02|YES_MANUAL|12500|')
  )
  expect(file?.logs).toMatchObject([
    { goal: 'Müsli', amount: 1, unit: '', content: 'with berries' },
    { goal: 'Run', amount: 12.5, unit: 'km' }
  ])
})

test('a table of plain numbers without Loop’s name or marks is not Loop’s', { tags: 'LOG-28' }, () => {
  expect(recognise([fileOf('mine.csv', 'Date|Floss|Run', '2026-11-02|2|1000')])).toBeNull()
})

test('Habitica’s row counts once when the value of its task rose', { tags: 'LOG-28' }, () => {
  const file = read(
    fileOf(
      'habitica-tasks-history.csv',
      'Task Name|Task ID|Task Type|Date|Value',
      'Be Awesome|e8|habit|2016-06-02 13:26:05|1',
      'Be Awesome|e8|habit|2016-06-03 05:06:55|1.026657310999762',
      'Be Awesome|e8|habit|2016-06-04 05:06:55|0.5',
      'Floss|f1|daily|2016-06-04 23:59:00|-1.5'
    )
  )
  expect(file).toMatchObject({ tracker: 'Habitica', nothing: [{ said: 'no', times: 2 }] })
  expect(file?.logs).toMatchObject([
    { row: 2, goal: 'Be Awesome', at: '2016-06-02T13:26:05.000Z', amount: 1, title: '' },
    { row: 3, goal: 'Be Awesome', at: '2016-06-03T05:06:55.000Z', amount: 1 }
  ])
})

test('Strava’s second distance is in meters, and its dates are in UTC', { tags: 'LOG-28' }, () => {
  const file = read(
    fileOf(
      'activities.csv',
      'Activity ID|Activity Date|Activity Name|Activity Type|Activity Description|Elapsed Time|Distance|Elapsed Time|Moving Time|Distance',
      '9|Apr 30, 2026, 7:00:00 PM|Evening run, easy|Run|Wet|2700|8.1|2700.0|2640.0|8046.72',
      '8|Apr 29, 2026, 7:00:00 AM|Stretching|Yoga||600|0|600.0||0.0'
    )
  )
  expect(file?.logs).toMatchObject([
    {
      ...{ at: '2026-04-30T19:00:00.000Z', goal: 'Run', action: 'Run', title: 'Evening run, easy', content: 'Wet' },
      ...{ distance: 5, duration: 2640, amount: null }
    },
    { goal: 'Yoga', duration: 600, distance: null }
  ])
})

test('Strava’s only distance is in kilometers', { tags: 'LOG-28' }, () => {
  const file = read(
    fileOf(
      'activities.csv',
      'Activity ID|Activity Date|Activity Name|Activity Type|Elapsed Time|Distance',
      '9001|2026-08-10 06:12:00|Morning Run|Run|2700|8.04672'
    )
  )
  expect(file?.logs).toMatchObject([{ distance: 5, duration: 2700 }])
})

test('Toggl’s entry counts for its project, with its description as the title', { tags: 'LOG-28' }, () => {
  const file = read(
    fileOf(
      'Toggl_time_entries.csv',
      'User|Email|Client|Project|Task|Description|Billable|Start date|Start time|End date|End time|Duration|Tags',
      'Ada|a@example.org||Thesis|Chapter 2|Reading|No|2026-10-13|14:30:00|2026-10-13|15:45:00|01:15:00|deep',
      'Ada|a@example.org||||Standup|No|2026-10-13|09:00:00|2026-10-13|09:15:30|00:15:30|'
    )
  )
  expect(file?.logs).toMatchObject([
    {
      ...{ at: '2026-10-13T14:30:00.000Z', goal: 'Thesis', title: 'Reading', duration: 4500 },
      content: 'Chapter 2\ndeep'
    },
    { goal: 'Standup', title: '', duration: 930 }
  ])
})

test.each([
  ['lines', fileOf('pages.txt', '2014 08 10 10 "to remember|these pages"', '2014 08 11 0')],
  ['CSV', fileOf('pages.csv', 'Daystamp|Value|Comment', '20140810|10|to remember,these pages', '20140811|0|')]
])('Beeminder’s %s count for the goal with the name of the file', { tags: 'LOG-28' }, (_, source) => {
  const file = read(source)
  expect(file).toMatchObject({ tracker: 'Beeminder', nothing: [{ said: '0', times: 1 }], wrong: [] })
  expect(file?.logs).toMatchObject([
    { day: '2014-08-10', goal: 'pages', amount: 10, content: 'to remember,these pages' }
  ])
})

test('Beeminder’s time and day may differ, because its days end when people choose', { tags: 'LOG-28' }, () => {
  const file = read(fileOf('w.csv', 'timestamp|daystamp|value|comment', '1407715200|20140810|3|'))
  expect(file?.logs).toMatchObject([{ at: '2014-08-11T00:00:00.000Z', day: '2014-08-10', amount: 3 }])
})

test.each([[[]], [['Date|Goal|Amount', '2026-11-01|Read|3']], [['Date', '2026-11-01']]])(
  'a table of another program stays as it is: %j',
  { tags: 'LOG-28' },
  lines => {
    expect(recognise([fileOf('table.csv', ...lines)])).toBeNull()
  }
)
