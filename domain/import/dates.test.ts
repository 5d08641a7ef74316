import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, wallClock } from '../lib/day.ts'
import { guessDateOrder, parseWhen } from './dates.ts'

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
  // A spreadsheet's own numbers for 4 March 2026, and for 18:30 on that day.
  ['46085', { day: '2026-03-04' }],
  ['46085.7708333333', at('2026-03-04T17:30:00Z')],
  ['46085,7708333333', at('2026-03-04T17:30:00Z')],
  // The clocks skip the first of these hours and show the second twice.
  ['2026-03-29 02:30', at('2026-03-29T01:30:00Z')],
  ['2026-10-25 02:30', at('2026-10-25T00:30:00Z')]
])('parseWhen reads %j', (cell, when) => {
  expect(parseWhen(cell, 'day first', BERLIN)).toEqual(when)
})

test.each([
  '30.2.2026',
  '2026-13-01',
  '2026-03-04 25:00',
  '2026-03-04 13:00 pm',
  '4/3',
  'yesterday',
  '',
  '1969-12-31',
  '10000',
  '99999',
  '460851'
])('parseWhen refuses %j', cell => {
  expect(parseWhen(cell, 'day first', BERLIN)).toBeNull()
})

test('a date with slashes is read in the order of the file', () => {
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
] as const)('the dates %j are %s; sure: %s', (cells, order, sure) => {
  expect(guessDateOrder(cells)).toEqual({ order, sure })
})

const days = fc.integer({ min: 0, max: 20_000 }).map(count => addDays('1990-01-01', count))
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October'
].concat('November', 'December')

test('a day is read in each format that programs write', { tags: 'LOG-28' }, () => {
  fc.assert(
    fc.property(days, day => {
      const [year, month, date] = day.split('-') as [string, string, string]
      const name = MONTHS[Number(month) - 1] as string
      const dayFirst = [
        `${date}.${month}.${year}`,
        `${Number(date)}/${Number(month)}/${year}`,
        `${date}-${month}-${year}`
      ]
      const either = [
        day,
        `${year}/${month}/${date}`,
        `${Number(date)} ${name} ${year}`,
        `${name} ${Number(date)}, ${year}`
      ]
      const short = [`${date}-${name.slice(0, 3)}-${year}`, `${name.slice(0, 3)}. ${date} ${year}`, ` ${day} `]
      for (const cell of [...dayFirst, ...either, ...short]) {
        expect(parseWhen(cell, 'day first', BERLIN), cell).toEqual({ day })
      }
      expect(parseWhen(`${month}/${date}/${year}`, 'month first', BERLIN)).toEqual({ day })
    }),
    { seed: 1, numRuns: 300 }
  )
})

test('a time without an offset is a wall-clock time in the zone of the person', { tags: 'LOG-28' }, () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2050, 0, 1) }), moment => {
      const at = Math.floor(moment / 1000) * 1000
      const wall = new Date(wallClock(at, BERLIN)).toISOString().slice(0, 19)
      const read = parseWhen(wall.replace('T', ' '), 'day first', BERLIN)
      const found = read && 'at' in read ? read.at : Number.NaN
      // A time that the clock shows twice is read as the first one.
      expect(at - found).toBeOneOf([0, 3_600_000])
      expect(parseWhen(`${new Date(at).toISOString().slice(0, 19)}Z`, 'day first', BERLIN)).toEqual({ at })
    }),
    { seed: 2, numRuns: 300 }
  )
})

test.each([
  ['12:00 am', 0, 0],
  ['12:59 am', 0, 59],
  ['1:00 am', 1, 0],
  ['11:59 AM', 11, 59],
  ['12:00 pm', 12, 0],
  ['12:30PM', 12, 30],
  ['1:05 pm', 13, 5],
  ['11:59 pm', 23, 59],
  ['23:59', 23, 59],
  ['0:00', 0, 0]
])('%s is %i hours and %i minutes after midnight', { tags: 'LOG-28' }, (time, hours, minutes) => {
  const expected = Date.parse('2026-06-01T00:00:00Z') + (hours * 60 + minutes) * 60_000
  expect(parseWhen(`2026-06-01 ${time}`, 'day first', 'UTC')).toEqual({ at: expected })
})

test.each([
  ['2026-06-01 24:00'],
  ['2026-06-01 12:60'],
  ['2026-06-01 12:00:60'],
  ['2026-06-01 1:5'],
  ['2026-00-10'],
  ['0/0/2026'],
  ['31/4/2026'],
  ['29 Feb 2027'],
  ['Foo 3, 2026'],
  ['2026-06'],
  ['1780272000']
])('parseWhen refuses the invalid time or date %j', { tags: 'LOG-28' }, cell => {
  expect(parseWhen(cell, 'day first', 'UTC')).toBeNull()
})

test.each([
  ['2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00Z'],
  ['2026-06-01T12:00:00-0330', '2026-06-01T15:30:00Z'],
  ['2026-06-01 00:30 GMT', '2026-06-01T00:30:00Z'],
  ['2026-06-01 23:30 -05:00', '2026-06-02T04:30:00Z'],
  ['2026-06-01T12:00:00.123456Z', '2026-06-01T12:00:00Z'],
  ['2026-06-01T12:00:00,5Z', '2026-06-01T12:00:00Z']
])('an offset in the cell wins over the zone of the person: %s', { tags: 'LOG-28' }, (cell, expected) => {
  expect(parseWhen(cell, 'day first', 'Asia/Kathmandu')).toEqual(at(expected))
})

test.each([
  [['13/1/2026', '1/13/2026'], 'day first', true],
  [['1/2/26', '3/4/26 18:00'], 'month first', false],
  [['Mon, 3/14/2026'], 'month first', true],
  [['4 Mar 2026'], 'month first', true],
  [[], 'month first', true]
] as const)('the order of the dates %j is %s; sure: %s', { tags: 'LOG-28' }, (cells, order, sure) => {
  expect(guessDateOrder(cells)).toEqual({ order, sure })
})
