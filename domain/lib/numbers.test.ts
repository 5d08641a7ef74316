import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMiles } from './distance.ts'
import { numberCharacters, numberText, parseNumber, percentOf } from './numbers.ts'

test.each([
  ['', null],
  ['  ', null],
  ['7', 7],
  ['12.5', 12.5],
  ['.5', 0.5],
  ['5.', 5],
  ['-7', -7],
  ['10,000', 10_000],
  ['1,000.5', 1000.5],
  ['1,234,567', 1_234_567],
  ['1000000', 1_000_000],
  ['10 000', 10_000],
  // The keypad of some phones has a comma but no dot.
  ['1,5', 1.5],
  ['0,25', 0.25],
  ['1000,5', 1000.5],
  ['1.000,5', 1000.5],
  ['12,', 12],
  ['1.23456', 1.235]
])('%j is parsed as %s', { tags: ['BLD-41', 'BLD-42'] }, (text, number) => {
  expect(parseNumber(text)).toEqual({ ok: true, number })
})

test.each([['.'], ['-'], [','], ['1.2.3'], ['1,2,3'], ['1,00,000'], ['1.5,'.repeat(2)], ['1-2'], ['e5'], ['Infinity']])(
  '%j is refused with an example of a number',
  { tags: ['BLD-41', 'BLD-42'] },
  text => {
    expect(parseNumber(text)).toEqual({ ok: false, message: 'Write a number such as 12.5 or 1,000.' })
  }
)

test('numberText is parsed as the same number', { tags: ['BLD-41', 'BLD-42'] }, () => {
  const thousandths = fc.integer({ min: -1e12, max: 1e12 }).map(value => value / 1000)
  fc.assert(
    fc.property(thousandths, value => {
      expect(parseNumber(numberText(value))).toEqual({ ok: true, number: value === 0 ? expect.closeTo(0) : value })
    }),
    { seed: 20_261_122 }
  )
})

test('numberText returns the same as Intl.NumberFormat for English', () => {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })
  const thousandths = fc.integer({ min: -1e14, max: 1e14 }).map(value => value / 1000)
  fc.assert(
    fc.property(fc.oneof(thousandths, fc.maxSafeInteger()), value => {
      expect(numberText(value)).toBe(format.format(value))
    }),
    { seed: 20_261_123 }
  )
})

test.each([
  [0, '0'],
  [100, '100'],
  [1000, '1,000'],
  [-1234.5, '-1,234.5'],
  [0.1 + 0.2, '0.3'],
  [2 / 3, '0.667'],
  [0.0004, '0'],
  [9999.9996, '10,000']
])('%s is written "%s"', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test.each([
  [' 12.5 miles', '12.5'],
  ['-a7b', '-7'],
  ['1-2-3', '123'],
  ['10,000 steps', '10,000'],
  ['<b>', '']
])('numberCharacters keeps of %j: %j', { tags: ['BLD-41', 'BLD-42'] }, (typed, kept) => {
  expect(numberCharacters(typed)).toBe(kept)
})

test.each([
  [1000, '1,000'],
  [0.1 + 0.2, '0.3'],
  [8.0999, '8.1'],
  [-2.5, '-2.5']
])('numberText(%s) is %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test('a formatted number with thousands and decimals is parsed as the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), thousandths => {
      const number = thousandths / 1000
      expect(parseNumber(numberText(number))).toEqual({ ok: true, number })
    }),
    { seed: 45, numRuns: 400 }
  )
})

test('any typed text is refused or parsed as a number with its digits', () => {
  const letters = fc.array(fc.constantFrom('1', '2', '0', '.', ',', '-', ' '), { maxLength: 9 })
  fc.assert(
    fc.property(letters, typed => {
      const parsed = parseNumber(typed.join(''))
      if (!parsed.ok || parsed.number === null) return
      expect(Number.isFinite(parsed.number)).toBe(true)
      const digits = typed.filter(letter => /\d/.test(letter)).join('')
      // The number has the typed digits, except for those rounded away after the third decimal.
      const shown = String(Math.abs(parsed.number)).replace('.', '')
      expect(digits.replace(/^0+/, '').startsWith(shown.replace(/^0+/, '').slice(0, 3))).toBe(true)
    }),
    { seed: 46, numRuns: 400 }
  )
})

test('percentOf rounds down, except what only rounding took away', { tags: 'D-154' }, () => {
  expect(percentOf(toMiles(1, 'km') / toMiles(5, 'km'))).toBe(20)
  expect([0, 0.29, 0.999, 1, 1.5].map(percentOf)).toEqual([0, 29, 99, 100, 150])
})
