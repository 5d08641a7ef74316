import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOG_COLUMNS } from '../export/export.ts'
import { choose, FIELDS, guessMapping, hasNames, unitInName } from './columns.ts'

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
])('guessMapping guesses the columns %j', (header, mapping) => {
  expect(guessMapping(header)).toEqual(mapping)
})

test('choosing a field for a column removes it from its old column', () => {
  const mapping = guessMapping(['date', 'goal', 'what'])
  expect(choose(mapping, 2, 'goal')).toEqual(['date', null, 'goal'])
  expect(choose(mapping, 1, null)).toEqual(['date', null, null])
})

test.each([
  [['date', 'amount'], true],
  [['Wann', 'Wieviel'], true],
  [['2026-01-31', '5'], false]
])('the first row %j has column names: %s', (first, expected) => {
  expect(hasNames(first)).toBe(expected)
})

test.each([
  ['Distance (km)', 'km'],
  ['Duration [Min]', 'min'],
  ['Distance', '']
])('the unit in %j', (name, unit) => {
  expect(unitInName(name)).toBe(unit)
})

test('no field is ever in two columns, for any names and choices', { tags: 'LOG-28' }, () => {
  const names = fc.constantFrom('Date', 'day', 'Start', 'Goal', 'habit', 'Count', 'value', 'km', 'Note', 'notes', '')
  const choices = fc.array(fc.tuple(fc.nat(7), fc.constantFrom(...FIELDS, null)), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 8 }), choices, (header, chosen) => {
      let mapping = guessMapping(header)
      for (const [column, field] of [[0, null] as const, ...chosen]) {
        if (column < header.length) mapping = choose(mapping, column, field)
        const held = mapping.filter(field => field !== null)
        expect(new Set(held).size).toBe(held.length)
        expect(mapping).toHaveLength(header.length)
      }
    }),
    { seed: 5, numRuns: 300 }
  )
})

test.each([
  ['STARTED_AT', 'date'],
  ['Activity-Type', 'action'],
  ['movingTime', 'duration'],
  ['Distance [mi]', 'distance'],
  ['Notes:', 'content'],
  ['  Reps  ', 'amount'],
  ['constructor', null],
  ['日付', null]
])('a column called %j holds a %s', { tags: 'LOG-28' }, (name, field) => {
  expect(guessMapping([name])).toEqual([field])
})

test('a day column is the date when there is no date column', { tags: 'LOG-28' }, () => {
  expect(guessMapping(['day', 'date'])).toEqual(['day', 'date'])
  expect(guessMapping(['amount', 'day'])).toEqual(['amount', 'date'])
})

test('a first row with a digit and no known name has no column names', { tags: 'LOG-28' }, () => {
  expect([['5'], ['2026-01-01', 'Read'], ['amount', '5'], ['Quoi', 'Combien'], []].map(hasNames)).toEqual([
    false,
    false,
    true,
    true,
    true
  ])
})
