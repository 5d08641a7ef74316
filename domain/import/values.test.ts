import { expect, test } from 'vitest'
import {
  guessDateOrder,
  guessDecimalMark,
  parseAmount,
  parseDistance,
  parseSeconds,
  parseWhen,
  readText
} from './values.ts'

const BERLIN = 'Europe/Berlin'
const at = (iso: string) => ({ at: Date.parse(iso) })

test.each([
  ['2026-03-04', { day: '2026-03-04' }],
  ['2026/3/4', { day: '2026-03-04' }],
  ['4.3.2026', { day: '2026-03-04' }],
  ['04/03/2026', { day: '2026-03-04' }],
  ['04-03-26', { day: '2026-03-04' }],
  ['4 Mar 2026', { day: '2026-03-04' }],
  ['March 4th, 2026', { day: '2026-03-04' }],
  ['Wednesday, March 4, 2026', { day: '2026-03-04' }],
  ['Wed, 4 Mar 2026 18:30', at('2026-03-04T17:30:00Z')],
  ['2026-03-04T18:30:00.000Z', at('2026-03-04T18:30:00Z')],
  ['2026-03-04 18:30:15 +0530', at('2026-03-04T13:00:15Z')],
  ['04.03.2026, 18:30', at('2026-03-04T17:30:00Z')],
  ['2026-03-04 6:30 pm', at('2026-03-04T17:30:00Z')],
  ['2026-03-04 12:05 AM', at('2026-03-03T23:05:00Z')],
  // The clocks skip this hour, and have that one twice.
  ['2026-03-29 02:30', at('2026-03-29T01:30:00Z')],
  ['2026-10-25 02:30', at('2026-10-25T00:30:00Z')]
])('a date of a file: %j', (cell, when) => {
  expect(parseWhen(cell, 'day first', BERLIN)).toEqual(when)
})

test.each(['30.2.2026', '2026-13-01', '2026-03-04 25:00', '2026-03-04 13:00 pm', '4/3', 'yesterday', '', '1969-12-31'])(
  '%j is no date',
  cell => {
    expect(parseWhen(cell, 'day first', BERLIN)).toBeNull()
  }
)

test('a date with slashes is read as the file has it', () => {
  expect(parseWhen('3/4/2026', 'month first', BERLIN)).toEqual({ day: '2026-03-04' })
  expect(parseWhen('13/4/2026', 'month first', BERLIN)).toBeNull()
})

test.each([
  [['3/4/2026', '5/6/2026'], 'month first', false],
  [['3/4/2026', '25/6/2026'], 'day first', true],
  [['3/4/2026 18:00', '5/26/2026 19:00'], 'month first', true],
  [['3.4.2026'], 'day first', true],
  [['3/3/2026'], 'month first', true],
  [['2026-03-04', ''], 'month first', true]
] as const)('the dates %j are %s, surely: %s', (cells, order, sure) => {
  expect(guessDateOrder(cells)).toEqual({ order, sure })
})

test.each([
  [['1,5', '2'], ','],
  [['1.234,5'], ','],
  [['1,234', '2.5'], '.'],
  [['1,234'], '.'],
  [['3,2 km'], ','],
  [['', 'x'], '.']
] as const)('the numbers %j have their decimals behind %j', (cells, mark) => {
  expect(guessDecimalMark(cells)).toBe(mark)
})

test.each([
  ['', '.', null],
  ['1,234.5', '.', 1234.5],
  ['1.234,5', ',', 1234.5],
  ['1.234', ',', 1234],
  ['-2', '.', -2],
  ['many', '.', undefined]
] as const)('an amount of a file: %j with %j', (cell, mark, amount) => {
  expect(parseAmount(cell, mark)).toBe(amount)
})

test.each([
  ['5', 'miles', 5],
  ['10', 'kilometers', 6.214],
  ['10 km', 'miles', 6.214],
  ['400 m', 'miles', 0.249],
  ['3 mi', 'kilometers', 3],
  ['', 'miles', null],
  ['3 leagues', 'miles', undefined]
] as const)('a distance of a file: %j in %s', (cell, unit, miles) => {
  expect(parseDistance(cell, '.', unit)).toBe(miles)
})

test.each([
  ['90', 'seconds', 90],
  ['1.5', 'minutes', 90],
  ['1.5', 'hours', 5400],
  ['1:30:00', 'seconds', 5400],
  ['25:00', 'minutes', 1500],
  ['1:30', 'hours', 5400],
  ['00:00:12.5', 'seconds', 12],
  ['1 h 30 min', 'seconds', 5400],
  ['', 'seconds', null],
  ['long', 'seconds', undefined]
] as const)('a duration of a file: %j in %s', (cell, unit, seconds) => {
  expect(parseSeconds(cell, '.', unit)).toBe(seconds)
})

test.each([
  ["'=1+1", '=1+1'],
  ["'-5", '-5'],
  ["'quoted'", "'quoted'"],
  ["it's", "it's"]
])('the apostrophe that protects a formula is taken off again: %j', (cell, text) => {
  expect(readText(cell)).toBe(text)
})
