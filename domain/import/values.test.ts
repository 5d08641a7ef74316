import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessDecimalMark, parseAmount, parseDistance, parseSeconds, readText } from './values.ts'

test.each([
  [['1,5', '2'], ','],
  [['1.234,5'], ','],
  [['1,234', '2.5'], '.'],
  [['1,234'], '.'],
  [['3,2 km'], ','],
  [['', 'x'], '.']
] as const)('the numbers %j have the decimal mark %j', (cells, mark) => {
  expect(guessDecimalMark(cells)).toBe(mark)
})

test.each([
  ['', '.', null],
  ['1,234.5', '.', 1234.5],
  ['1.234,5', ',', 1234.5],
  ['1.234', ',', 1234],
  ['-2', '.', -2],
  ['many', '.', undefined]
] as const)('parseAmount reads %j with the decimal mark %j', (cell, mark, amount) => {
  expect(parseAmount(cell, mark)).toBe(amount)
})

test.each([
  ['5', 'miles', 5],
  ['10', 'kilometers', 6.213711922373],
  ['10 km', 'miles', 6.213711922373],
  ['400 m', 'miles', 0.248548476895],
  ['3 mi', 'kilometers', 3],
  ['3 constructor', 'miles', undefined],
  ['', 'miles', null],
  ['3 leagues', 'miles', undefined]
] as const)('parseDistance reads %j in %s', (cell, unit, miles) => {
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
] as const)('parseSeconds reads %j in %s', (cell, unit, seconds) => {
  expect(parseSeconds(cell, '.', unit)).toBe(seconds)
})

test.each([
  ["'=1+1", '=1+1'],
  ["'-5", '-5'],
  ["'quoted'", "'quoted'"],
  ["it's", "it's"]
])('readText removes the apostrophe in front of a formula: %j', (cell, text) => {
  expect(readText(cell)).toBe(text)
})

test('English and German number formats are read with their decimal mark', {
  tags: 'LOG-28'
}, () => {
  const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
  const german = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 3 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), thousandths => {
      const number = thousandths / 1000
      expect(parseAmount(english.format(number), '.')).toBe(number)
      expect(parseAmount(german.format(number), ',')).toBe(number)
      expect(parseAmount(String(number), '.')).toBe(number)
    }),
    { seed: 3, numRuns: 500 }
  )
})

test.each([
  [['1.234.567'], ','],
  [['1,234,567'], '.'],
  [['1.234.567,8'], ','],
  [['0,5', '1.234.567'], ','],
  [['12,5 km', '3'], ','],
  [['-1,5'], ','],
  [['1.5', '2,5'], '.'],
  [['7'], '.'],
  [[], '.']
] as const)('the decimal mark of %j is %s', { tags: 'LOG-28' }, (cells, mark) => {
  expect(guessDecimalMark(cells)).toBe(mark)
})

test.each([
  ['0.1', ',', 1],
  ['1,5', ',', 1.5],
  ['1.000.000', ',', 1_000_000],
  ['1 000', '.', 1000],
  ['0.0004', '.', 0],
  ['5 books', '.', undefined],
  ['1e3', '.', undefined],
  ['--1', '.', undefined]
] as const)('parseAmount reads the edge case %j with the decimal mark %j', { tags: 'LOG-28' }, (cell, mark, amount) => {
  expect(parseAmount(cell, mark)).toBe(amount)
})

test.each([
  ['1,5 km', ',', 'miles', 0.932056788356],
  ['42.195', '.', 'kilometers', 26.218757456454],
  ['1 mile', '.', 'kilometers', 1],
  ['1609.344 Meters', '.', 'miles', 1],
  ['1760 yd', '.', 'miles', 1],
  ['5', '.', 'feet', 0.000946969697],
  ['0 km', '.', 'miles', 0],
  ['km', '.', 'miles', null],
  ['5 km/h', '.', 'miles', undefined]
] as const)(
  'parseDistance reads the edge case %j with the decimal mark %j in %s',
  { tags: 'LOG-28' },
  (cell, mark, unit, miles) => {
    expect(parseDistance(cell, mark, unit)).toBe(miles)
  }
)

test.each([
  ['0', 'hours', 0],
  ['0.5', 'seconds', 1],
  ['1,5', 'hours', 5400],
  ['100:00:00', 'seconds', 360_000],
  ['90:00', 'minutes', 5400],
  ['0:59', 'minutes', 59],
  ['1:60', 'minutes', undefined],
  ['1:2:3', 'seconds', undefined],
  ['2 hours', 'minutes', 7200],
  ['-5', 'seconds', -5]
] as const)('parseSeconds reads the edge case %j in %s', { tags: 'LOG-28' }, (cell, unit, seconds) => {
  expect(parseSeconds(cell, cell.includes(',') ? ',' : '.', unit)).toBe(seconds)
})

test('clock times of any length are read as seconds', { tags: 'LOG-28' }, () => {
  fc.assert(
    fc.property(fc.nat(2_592_000), seconds => {
      const two = (value: number) => String(value).padStart(2, '0')
      const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
      expect(parseSeconds(clock, '.', 'hours')).toBe(seconds)
      expect(parseSeconds(String(seconds), '.', 'seconds')).toBe(seconds)
    }),
    { seed: 4, numRuns: 300 }
  )
})
