/** Tests how the builder's fields read and write text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateText, readDate } from './date-text.ts'
import { randomCode } from './random-code.ts'

test('readDate reads what dateText writes, to the second', { tags: 'BLD-40' }, () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2099, 0, 1) }), moment => {
      const date = new Date(Math.floor(moment / 1000) * 1000).toISOString()
      const read = readDate(dateText(date)) ?? ''
      // An hour that clocks show twice may be read as either one.
      expect([0, 3_600_000]).toContain(Math.abs(Date.parse(read) - Date.parse(date)))
      expect(dateText(read)).toBe(dateText(date))
    }),
    { seed: 40, numRuns: 200 }
  )
})

test.each([
  ['2026-05-31', '2026-05-31 12:00:00'],
  ['2026-05-31 9:05', '2026-05-31 09:05:00'],
  ['2026-05-31T18:30', '2026-05-31 18:30:00'],
  ['  2026-05-31 18:30:15 ', '2026-05-31 18:30:15'],
  ['2028-02-29 00:00', '2028-02-29 00:00:00']
])('readDate reads %j as %s', { tags: 'BLD-40' }, (typed, text) => {
  expect(dateText(readDate(typed) ?? null)).toBe(text)
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-05-32',
  '2026-05-31 24:00',
  '2026-05-31 12:60',
  '2026-05-31 12:00:60',
  '31.5.2026',
  '2026-5-31',
  'tomorrow',
  '2026-05-31 18'
])('readDate rejects %j', { tags: 'BLD-40' }, typed => {
  expect(readDate(typed)).toBeUndefined()
})

test.each([
  ['en-US', '12/25/2026 7:15 PM', '2026-12-25 19:15:00'],
  ['en-US', '12/25/2026, 7:15 PM', '2026-12-25 19:15:00'],
  ['en-US', '1/2/26 12:05 AM', '2026-01-02 00:05:00'],
  ['en-US', '1/2/2026', '2026-01-02 12:00:00'],
  ['en-GB', '25/12/2026, 19:15', '2026-12-25 19:15:00'],
  ['de', '25.12.2026, 19:15:30', '2026-12-25 19:15:30'],
  ['ko', '2026. 12. 25. 19:15', '2026-12-25 19:15:00']
])('in the language %s, readDate reads %j as %s', { tags: 'BLD-40' }, (language, typed, text) => {
  expect(dateText(readDate(typed, language) ?? null)).toBe(text)
})

test.each(['13/13/2026', '25/12/2026', '2/30/2026', '1/2/2026 13:00 PM', '1/2/2026 0:30 AM', '1/2/202', '1/2'])(
  'in US English, readDate rejects %j',
  { tags: 'BLD-40' },
  typed => {
    expect(readDate(typed, 'en-US')).toBeUndefined()
  }
)

test('an empty text is read as no date', { tags: 'BLD-40' }, () => {
  expect([readDate(''), readDate('  ')]).toEqual([null, null])
  expect(dateText(null)).toBe('')
})

test('random codes use 32 characters that are hard to confuse', { tags: 'D-77' }, () => {
  const codes = Array.from({ length: 400 }, () => randomCode())
  expect(codes.every(code => /^[a-km-np-z2-9]{5}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(395)
  expect(new Set(randomCode(4000)).size).toBe(32)
})
