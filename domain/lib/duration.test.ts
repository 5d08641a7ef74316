import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountText,
  clockFace,
  countdown,
  formatDuration,
  lengthText,
  MONTH,
  parseDuration,
  probableSeconds,
  shortDuration,
  spokenDuration
} from './duration.ts'

describe('duration field', () => {
  test.each([
    ['0d 0h 0m 0s', 0],
    ['1d 2h 3m 4s', 93_784],
    ['2500ms', 2],
    ['90s', 90],
    ['5m', 300],
    ['5 Minutes', 300],
    ['2.05m', 123],
    ['4.35m', 261],
    ['1.5h', 5400],
    ['2 days', 172_800],
    ['1w', 604_800],
    ['1 month', 2_592_000],
    ['1mo', 2_592_000],
    ['1y', 31_536_000],
    ['5', 0],
    ['5000', 5],
    ['1h30m', 5400],
    ['4.35s 650ms', 5],
    ['', null],
    ['   ', null]
  ])('%j is %j seconds', { tags: ['BLD-22..BLD-32', 'BLD-34'] }, (text, seconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, seconds })
  })

  test.each(['abc', '5 parsecs', '1h x', '-5m', '--', '1..5h', '1h!', '1 2h', '9'.repeat(400)])(
    '%j is refused',
    { tags: 'BLD-33' },
    text => {
      expect(parseDuration(text)).toEqual({ ok: false, message: `The value [${text}] could not be parsed` })
    }
  )

  test('a formatted duration is parsed as the same duration', { tags: 'BLD-22' }, () => {
    fc.assert(
      fc.property(fc.nat(400_000_000), seconds => {
        expect(parseDuration(formatDuration(seconds))).toEqual({ ok: true, seconds })
      }),
      { seed: 22, numRuns: 500 }
    )
  })

  test('any text gives whole seconds, null or the error message', { tags: 'BLD-33' }, () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const parsed = parseDuration(text)
        if (parsed.ok) expect(parsed.seconds === null || Number.isSafeInteger(parsed.seconds)).toBe(true)
        else expect(parsed.message).toBe(`The value [${text.trim()}] could not be parsed`)
      }),
      { seed: 23, numRuns: 500 }
    )
  })
})

test.each([
  [-5, '00:00'],
  [0, '00:00'],
  [0.2, '00:01'],
  [59, '00:59'],
  [61, '01:01'],
  [3599.5, '1:00:00'],
  [3600, '1:00:00'],
  [3601, '2 hours'],
  [7200, '2 hours'],
  [86_400, '24 hours'],
  [86_401, '2 days'],
  [172_801, '3 days']
])('%j s counts down as %j', { tags: ['TMR-16', 'TMR-17'] }, (seconds, text) => {
  expect(countdown(seconds)).toBe(text)
})

test('a clock face shows the exact time', { tags: 'TMR-16' }, () => {
  expect([5, 65, 3661, 90_061].map(clockFace)).toEqual(['00:05', '01:05', '1:01:01', '25:01:01'])
})

test.each([
  [0, 'no time'],
  [20, 'less than a minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '1 hour'],
  [7500, '2 hours 5 minutes'],
  [90_000, '1 day 1 hour']
])('a screen reader says %j s as %j', { tags: 'TMR-16' }, (seconds, text) => {
  expect(spokenDuration(seconds)).toBe(text)
})

test('amounts are times, or the unit when there is one', { tags: 'TMR-19' }, () => {
  expect([amountText(1), amountText(12), amountText(12, 'pages')]).toEqual(['1 time', '12 times', '12 pages'])
})

test.each([
  ['3', [180, 3, 10_800]],
  [' 1.5 ', [90, 2, 5400]],
  ['1000', [60_000, 1000]],
  ['1:30', [90, 5400]],
  ['45:00', [2700, 162_000]],
  ['0', []],
  ['3m', []],
  ['1:75', []],
  ['soon', []],
  ['', []]
])('%j probably means %j seconds', { tags: 'D-137' }, (text, seconds) => {
  expect(probableSeconds(text)).toEqual(seconds)
})

test.each([
  [0, '0 s', '0 s'],
  [45, '45 s', '45 s'],
  [180, '3 min', '3 min'],
  [5400, '1 h 30 min', '1 h 30 min'],
  [8130, '2 h 15 min 30 s', '2 h 15 min'],
  [MONTH, '30 d', '30 d'],
  [90_061, '1 d 1 h 1 min 1 s', '1 d 1 h'],
  [-5, '0 s', '0 s']
])('a length of %i s is %j, or %j in short', { tags: 'D-137' }, (seconds, text, short) => {
  expect(lengthText(seconds)).toBe(text)
  expect(shortDuration(seconds)).toBe(short)
})

test('lengthText is parsed as the same duration', { tags: 'D-137' }, () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MONTH }), seconds => {
      expect(parseDuration(lengthText(seconds))).toEqual({ ok: true, seconds })
    }),
    { seed: 20_261_122 }
  )
})

test.each([
  [1, 'books', '1 book'],
  [1, 'glasses', '1 glass'],
  [1, 'boxes', '1 box'],
  [1, 'stories', '1 story'],
  [1, 'pages of Tolstoy', '1 pages of Tolstoy'],
  [1, 'movies', '1 movie'],
  [1, 'bus', '1 bus'],
  [1, 'kg', '1 kg'],
  [1, 'glass', '1 glass'],
  [1, 'yoga', '1 yoga'],
  [1.5, 'books', '1.5 books'],
  [0, 'books', '0 books'],
  [10_000, 'steps', '10,000 steps']
])('%s of the unit %j is %j', { tags: 'TMR-19' }, (amount, unit, text) => {
  expect(amountText(amount, unit)).toBe(text)
})
