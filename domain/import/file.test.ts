import { expect, test } from 'vitest'
import { LOG_COLUMNS } from '../export/export.ts'
import { UTC } from '../lib/day.ts'
import { MOST_AT_ONCE } from './api.ts'
import { aimsOf, firstChoices, needsChoices, partsOf, type Row, readFile } from './file.ts'
import type { ReadLog } from './line.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const rowsOf = (...lines: string[]): Row[] =>
  lines.map((line, index) => ({ number: index + 1, cells: line.split(';') }))
const read = (rows: Row[], change: object = {}) => readFile(rows, { ...firstChoices(rows), ...change }, UTC, NOW)
const LOG: ReadLog = {
  ...{ at: null, day: '2026-01-01', goal: '', action: '', unit: '' },
  ...{ amount: 1, distance: null, duration: null, title: '', content: '' }
}

test.each([
  ['date;duration (min);distance (km)', { durations: 'minutes', distances: 'kilometers' }],
  ['date;hours;km', { durations: 'hours', distances: 'kilometers' }],
  ['date;duration;distance', { durations: null, distances: null }],
  ['date;duration (ms);distance (leagues)', { durations: 'milliseconds', distances: null }],
  ['Start Time;movingTime_min;distance_km', { durations: 'minutes', distances: 'kilometers' }],
  ['date;Value (km);Time in hours', { distances: 'kilometers' }],
  [LOG_COLUMNS.join(';'), { durations: 'seconds', distances: 'miles' }]
])('the columns %s have units in their names', (header, units) => {
  expect(firstChoices(rowsOf(header))).toMatchObject({ isNamed: true, ...units })
})

test('readFile lists the logs and the problems by row', () => {
  const file = read(rowsOf('Date;Habit;Count', '25.11.2026;Read;1,5', 'soon;Read;1', '24.11.2026;Run;x'))
  expect(file.logs).toMatchObject([{ row: 2, log: { day: '2026-11-25', goal: 'Read', amount: 1.5 } }])
  expect(file.wrong).toEqual([
    { row: 3, problems: ['Date: “soon” can’t be read.'] },
    { row: 4, problems: ['Amount: “x” can’t be read.'] }
  ])
})

test('readFile lists what the person must choose', () => {
  const rows = rowsOf('date;amount;duration;distance', '3/4/2026;1;90;5')
  expect(read(rows).unsure).toEqual({ order: true, durations: true, distances: true, rows: false })
  const chosen = { order: 'day first', durations: 'seconds', distances: 'kilometers' } as const
  const open = (change: object) => needsChoices(read(rows, change), { ...firstChoices(rows), ...change })
  expect([open({}), ...Object.keys(chosen).map(key => open({ ...chosen, [key]: null })), open(chosen)]).toEqual([
    ...[true, true, true, true, false]
  ])
  expect(read(rows, { order: 'day first' }).logs[0]?.log.day).toBe('2026-04-03')
  expect(read(rows, { order: 'month first' }).logs[0]?.log.day).toBe('2026-03-04')
  const clear = read(rowsOf('date;amount;duration;distance', '3/14/2026;1;1:30:00;5 km', '3/4/2026;1;0;'))
  expect(clear.unsure).toEqual({ order: false, durations: false, distances: false, rows: false })
})

test('without column names, the first row is a log', () => {
  const rows = rowsOf('2026-11-25;3')
  expect(firstChoices(rows)).toMatchObject({ isNamed: false, mapping: ['date', null] })
  expect(read(rows, { mapping: ['date', 'amount'] }).logs).toMatchObject([{ row: 1, log: { amount: 3 } }])
})

test('the date column is found by its cells when no name is known', () => {
  const german = rowsOf('Menge;Datum;Erstellt', '12;25.11.2026;26.11.2026', '3;;', '4;1.12.2026;x')
  expect(firstChoices(german).mapping).toEqual(['habit', 'date', null])
  expect(firstChoices(rowsOf('Menge;Datum', '12;25.11.2026', '3;soon')).mapping).toEqual([null, null])
  expect(firstChoices(rowsOf('Menge;Datum')).mapping).toEqual([null, null])
  // Numbers in the range of a spreadsheet's dates may be amounts.
  expect(firstChoices(rowsOf('Menge;Wert', '46085;46086')).mapping).toEqual([null, null])
  expect(firstChoices(rowsOf('Created;Date', '25.11.2026;24.11.2026')).mapping).toEqual([null, 'date'])
})

test('the name of a log is its goal, else its action', () => {
  const logs = [{ goal: 'Read', unit: 'pages' }, { action: 'Run' }, { goal: 'Read', action: 'Study' }, {}]
  expect(aimsOf(logs.map(log => ({ ...LOG, ...log })))).toEqual([
    { name: 'Read', action: 'Study', unit: 'pages', logs: 2 },
    { name: 'Run', action: 'Run', unit: '', logs: 1 }
  ])
})

test('partsOf splits logs into calls, the earliest first', () => {
  const logs = Array.from({ length: MOST_AT_ONCE + 1 }, (_, index) => ({ ...LOG, goal: 'Read', amount: index }))
  const parts = partsOf([...logs, { ...LOG, day: '2025-12-31' }], aim => (aim === 'Read' ? 7 : null))
  expect(parts.map(part => part.length)).toEqual([MOST_AT_ONCE, 2])
  expect(parts[0]?.slice(0, 2)).toMatchObject([
    { day: '2025-12-31', goal_id: null },
    { amount: 0, goal_id: 7 }
  ])
  expect(parts[0]?.[0]).not.toHaveProperty('unit')
  const long = partsOf(
    logs.map(log => ({ ...log, content: 'x'.repeat(10_000) })),
    () => null
  )
  expect(Math.max(...long.map(part => JSON.stringify(part).length))).toBeLessThan(250_000)
})

test.each([
  ['one more than a call holds', MOST_AT_ONCE + 1, 1, [MOST_AT_ONCE, 1]],
  ['exactly one call', MOST_AT_ONCE, 1, [MOST_AT_ONCE]],
  ['no logs', 0, 1, []],
  // Each counts 300 + 10,000 characters, so 19 stay below 200,000.
  ['long texts', 40, 10_000, [19, 19, 2]]
])('the sizes of the parts: %s', { tags: 'LOG-28' }, (_, count, characters, sizes) => {
  const logs = Array.from({ length: count }, () => ({ ...LOG, content: 'x'.repeat(characters - 1) }))
  expect(partsOf(logs, () => null).map(part => part.length)).toEqual(sizes)
})

test('logs of one day are sorted by time, those without a time first', { tags: 'LOG-28' }, () => {
  const at = (time: string | null) => ({ ...LOG, at: time, title: time ?? 'none' })
  const [part] = partsOf([at('2026-01-01T18:00:00.000Z'), at(null), at('2026-01-01T06:00:00.000Z')], () => null)
  expect(part?.map(({ title }) => title)).toEqual(['none', '2026-01-01T06:00:00.000Z', '2026-01-01T18:00:00.000Z'])
})

test('rows keep their spreadsheet numbers, also after empty rows', { tags: 'LOG-28' }, () => {
  const rows: Row[] = [
    { number: 1, cells: ['Date', 'Amount'] },
    { number: 4, cells: ['2026-11-01', 'x'] },
    { number: 9, cells: ['2026-11-02', '2'] }
  ]
  const { logs, wrong } = read(rows)
  expect([logs.map(({ row }) => row), wrong.map(({ row }) => row)]).toEqual([[9], [4]])
})

test('each bad row is listed with all its problems', { tags: 'LOG-28' }, () => {
  const file = read(
    rowsOf(
      'Date;Goal;Amount;Duration',
      '2026-11-01;Read;1;',
      ';Read;1;',
      '2026-02-30;Read;1;',
      '2026-11-02;Read;many;',
      '2026-11-03;Read;;31d',
      '2027-01-01;Read;-1;',
      '2026-11-04;Read;2;'
    )
  )
  expect(file.logs.map(({ row }) => row)).toEqual([2, 8])
  expect(file.wrong).toEqual([
    { row: 3, problems: ['Date: it’s missing.'] },
    { row: 4, problems: ['Date: “2026-02-30” can’t be read.'] },
    { row: 5, problems: ['Amount: “many” can’t be read.'] },
    { row: 6, problems: ['Duration: at most 30 days.'] },
    { row: 7, problems: ['Date: it’s in the future.', 'Amount: it can’t be negative.'] }
  ])
})

test('a decimal comma in one column applies to all columns', { tags: 'LOG-28' }, () => {
  const rows = rowsOf('Date;Amount;Distance;Duration', '1.11.2026;1,5;2,5 km;0:30', '2.11.2026;1.234;10 km;1,5 h')
  expect(read(rows).logs.map(({ log }) => [log.amount, log.distance, log.duration])).toEqual([
    [1.5, 1.553427980593, 30],
    [1234, 6.213711922373, 5400]
  ])
})

test('aimsOf counts logs by name, the most frequent first, with their first unit and action', {
  tags: 'LOG-28'
}, () => {
  const logs = [
    { ...LOG, goal: 'Run' },
    { ...LOG, action: 'Swim', unit: 'lanes' },
    { ...LOG, goal: 'Run', unit: 'miles', action: 'Jog' },
    { ...LOG, title: 'no name' }
  ]
  expect(aimsOf(logs)).toEqual([
    { name: 'Run', action: 'Jog', unit: 'miles', logs: 2 },
    { name: 'Swim', action: 'Swim', unit: 'lanes', logs: 1 }
  ])
})

test('a single number without a unit makes the unit of durations unsure', {
  tags: 'LOG-28'
}, () => {
  const unsure = (...cells: string[]) =>
    read(rowsOf('date;amount;duration', ...cells.map(cell => `2026-11-01;1;${cell}`))).unsure.durations
  expect(unsure('1:30', '90', '2 h')).toBe(true)
  expect(unsure('1:30', '2 h', '')).toBe(false)
  // 0 is the same in every unit.
  expect(unsure('0', '0.0')).toBe(false)
})

test('fractions of a second in clock times do not decide the decimal mark', { tags: 'LOG-28' }, () => {
  const rows = rowsOf('date;amount;duration', '1.11.2026;1,5;1:30:00.5', '2.11.2026;2,5;0:45:00.5')
  expect(read(rows).logs.map(({ log }) => log.amount)).toEqual([1.5, 2.5])
})

test('equally frequent names keep the order of the file', {
  tags: 'LOG-28'
}, () => {
  const names = ['Run', 'Read', 'Swim', 'Swim', 'Read', 'Read']
  expect(aimsOf(names.map(goal => ({ ...LOG, goal }))).map(({ name, logs }) => `${name} ${logs}`)).toEqual([
    'Read 3',
    'Swim 2',
    'Run 1'
  ])
})

test('titles count towards the size of a part', { tags: 'LOG-28' }, () => {
  const logs = Array.from({ length: 400 }, () => ({ ...LOG, title: 'x'.repeat(255) }))
  // Each counts 555 characters, so 360 stay below 200,000.
  expect(partsOf(logs, () => null).map(part => part.length)).toEqual([360, 40])
})

test('in a yes-or-no file only yes makes a log, and the rest is counted by its text', {
  tags: 'LOG-28'
}, () => {
  const said = ['YES_MANUAL', 'NO', 'SKIP', 'UNKNOWN', 'NO', '']
  const rows = rowsOf('Date;Habit;Entry', ...said.map((entry, index) => `2026-11-0${index + 1};Floss;${entry}`))
  expect(firstChoices(rows).mapping).toEqual(['date', 'goal', 'done'])
  const file = read(rows)
  expect(file.logs.map(({ row, log }) => [row, log.amount])).toEqual([[2, 1]])
  expect(file.wrong).toEqual([])
  expect(file.nothing).toEqual([
    { said: 'NO', times: 2 },
    ...['SKIP', 'UNKNOWN', ''].map(each => ({ said: each, times: 1 }))
  ])
})

test('a table with one column per habit gives logs, and ignores its text columns', { tags: 'LOG-28' }, () => {
  const rows = rowsOf('Date;Meditate;Run (km);Mood', '2026-11-01;yes;5;good', '2026-11-02;no;;bad')
  expect(firstChoices(rows).mapping).toEqual(['date', 'habit', 'habit', null])
  const file = read(rows)
  expect(file.logs.map(({ log }) => [log.day, log.goal])).toEqual([
    ['2026-11-01', 'Meditate'],
    ['2026-11-01', 'Run']
  ])
  expect([file.ignored, file.nothing]).toEqual([[3], [{ said: 'no', times: 1 }]])
})

test('rows count once only if no ignored column could say otherwise', { tags: 'LOG-28' }, () => {
  const alone = rowsOf('Date;Habit', '2026-11-01;Floss')
  expect(needsChoices(read(alone), firstChoices(alone))).toBe(false)
  const more = rowsOf('Date;Habit;Outcome', '2026-11-01;Floss;almost')
  expect([read(more).unsure.rows, read(more).ignored]).toEqual([true, [2]])
  expect(needsChoices(read(more), firstChoices(more))).toBe(true)
  expect(needsChoices(read(more), { ...firstChoices(more), rowsCount: true })).toBe(false)
})
