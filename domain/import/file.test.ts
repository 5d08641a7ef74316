import { expect, test } from 'vitest'
import { UTC } from '../days/day.ts'
import { MOST_AT_ONCE } from './api.ts'
import { aimsOf, firstChoices, partsOf, type Row, readFile } from './file.ts'
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
  ['date;duration;distance', { durations: 'seconds', distances: 'miles' }]
])('the units of %s are those in the names', (header, units) => {
  expect(firstChoices(rowsOf(header))).toMatchObject({ isNamed: true, ...units })
})

test('a file is read row by row, and what is wrong is said by its row', () => {
  const file = read(rowsOf('Date;Habit;Count', '25.11.2026;Read;1,5', 'soon;Read;1', '24.11.2026;Run;x'))
  expect(file.logs).toMatchObject([{ row: 2, log: { day: '2026-11-25', goal: 'Read', amount: 1.5 } }])
  expect(file.wrong).toEqual([
    { row: 3, problems: ['Date: “soon” cannot be read.'] },
    { row: 4, problems: ['Amount: “x” cannot be read.'] }
  ])
})

test('what the file does not tell is asked for', () => {
  const rows = rowsOf('date;amount;duration;distance', '3/4/2026;1;90;5')
  expect(read(rows).unsure).toEqual({ order: true, durations: true, distances: true })
  expect(read(rows, { order: 'day first' }).logs[0]?.log.day).toBe('2026-04-03')
  expect(read(rows, { order: 'month first' }).logs[0]?.log.day).toBe('2026-03-04')
  const told = read(rowsOf('date;amount;duration;distance', '3/14/2026;1;1:30:00;5 km', '3/4/2026;1;0;'))
  expect(told.unsure).toEqual({ order: false, durations: false, distances: false })
})

test('a file without names has its first row read too', () => {
  const rows = rowsOf('2026-11-25;3')
  expect(firstChoices(rows)).toMatchObject({ isNamed: false, mapping: [null, null] })
  expect(read(rows, { mapping: ['date', 'amount'] }).logs).toMatchObject([{ row: 1, log: { amount: 3 } }])
})

test('what logs are for is told by their goal, else by what is done', () => {
  const logs = [{ goal: 'Read', unit: 'pages' }, { action: 'Run' }, { goal: 'Read', action: 'Study' }, {}]
  expect(aimsOf(logs.map(log => ({ ...LOG, ...log })))).toEqual([
    { name: 'Read', action: 'Study', unit: 'pages', logs: 2 },
    { name: 'Run', action: 'Run', unit: '', logs: 1 }
  ])
})

test('logs are sent in parts that one call takes, the earliest first', () => {
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
