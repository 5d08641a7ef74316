import { expect, test } from 'vitest'
import { LOG_COLUMNS } from '../export/export.ts'
import { choose, guessMapping, hasNames, unitInName } from './columns.ts'

test.each([
  [LOG_COLUMNS, ['date', 'goal', 'action', 'amount', 'unit', 'distance', 'duration', 'title', 'content', null, 'day']],
  [
    ['Start Time', 'Activity Type', 'Distance (km)', 'Elapsed_Time', 'Note'],
    ['date', 'action', 'distance', 'duration', 'content']
  ],
  [
    ['Day', 'Habit', 'Count'],
    ['date', 'goal', 'amount']
  ],
  [
    ['Date', 'Time', 'Value', 'Value'],
    ['date', null, 'amount', null]
  ],
  [
    ['startedAt', 'x', ''],
    ['date', null, null]
  ]
])('the columns %j are guessed from their names', (header, mapping) => {
  expect(guessMapping(header)).toEqual(mapping)
})

test('a field that is chosen for a column leaves the one that it had', () => {
  const mapping = guessMapping(['date', 'goal', 'what'])
  expect(choose(mapping, 2, 'goal')).toEqual(['date', null, 'goal'])
  expect(choose(mapping, 1, null)).toEqual(['date', null, null])
})

test.each([
  [['date', 'amount'], true],
  [['Wann', 'Wieviel'], true],
  [['2026-01-31', '5'], false]
])('the first line %j has names: %s', (first, expected) => {
  expect(hasNames(first)).toBe(expected)
})

test.each([
  ['Distance (km)', 'km'],
  ['Duration [Min]', 'min'],
  ['Distance', '']
])('the unit in %j', (name, unit) => {
  expect(unitInName(name)).toBe(unit)
})
