import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { date, flag, link, pageNumber, quantity, requiredText, seconds, text, title, uuid, whole } from './fields.ts'

/** Returns the parsed value, or the first error message. */
const taken = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = z.safeParse(schema, value)
  return result.success ? result.data : result.error.issues[0]?.message
}

test.each([
  ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00.000Z'],
  ['2026-03-02 09:00:00', '2026-03-02T09:00:00.000Z'],
  ['2026-03-02T11:00:00+02:00', '2026-03-02T09:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2099-12-31T23:59:59Z', '2099-12-31T23:59:59.000Z']
])('the date %s is parsed and converted to UTC', { tags: 'D-128' }, (sent, expected) => {
  expect(taken(date, sent)).toBe(expected)
})

const NO_DATE = 'Enter a date between 1970 and 2100, such as 2026-01-31T18:00:00Z.'

test.each(['1969-12-31T23:59:59Z', '2100-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-13-01 00:00:00', 'today', ''])(
  'an invalid date, or one outside of 1970 to 2100, is refused: %s',
  sent => {
    expect(taken(date, sent)).toBe(NO_DATE)
  }
)

test.each([
  [undefined, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['many', 1],
  ['1.5', 1],
  ['99999999999', 1]
])('page %s of a list means page %s', { tags: ['API-07', 'API-08'] }, (sent, expected) => {
  expect(taken(pageNumber, sent)).toBe(expected)
})

test.each([
  [seconds(), -1, 'A duration can’t be negative.'],
  [seconds(), 2_592_001, 'A duration is at most 30 days.'],
  [seconds(), 1.5, 'Enter whole seconds.'],
  [quantity(), Number.NaN, 'Enter a number.'],
  [quantity(), Number.POSITIVE_INFINITY, 'Enter a number.'],
  [title(), '   ', 'Value is required.'],
  [title(), undefined, 'Value is required.'],
  [title(), null, 'Value is required.'],
  [title(), 5, 'Value must be text.'],
  [title(255, 'Say something.'), undefined, 'Say something.'],
  [title(255, 'Say something.'), ['a'], 'Value must be text.'],
  [title(3), 'four', 'Use at most 3 characters.'],
  [text(10), `a${String.fromCharCode(0)}b`, 'Remove the character that text can’t contain.'],
  [link, 'javascript:alert(1)', 'Enter an address that starts with http:// or https://.'],
  [flag, 2, 'Give 0 or 1.']
])('an invalid value has an error message (%#)', (schema, value, message) => {
  expect(taken(schema, value)).toBe(message)
})

test('a flag accepts 0, 1, true and false', () => {
  expect([0, 1, true, false].map(value => taken(flag, value))).toEqual([0, 1, 1, 0])
})

test('a uuid may be in upper or lower case, with or without hyphens', () => {
  const given = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const forms = [given, given.toUpperCase(), given.replaceAll('-', '')]
  expect(forms.map(form => taken(uuid, form))).toEqual(forms)
  for (const wrong of ['', 'x', '-'.repeat(36), `${given}0`, given.replace('7', 'g')]) {
    expect(taken(uuid, wrong)).toBe('Give a uuid.')
  }
})

test.each([
  [0, 0],
  [2_592_000, 2_592_000],
  [2_592_001, 'A duration is at most 30 days.'],
  [-1, 'A duration can’t be negative.'],
  [0.5, 'Enter whole seconds.'],
  ['60', 'Enter whole seconds.'],
  [Number.NaN, 'Enter whole seconds.'],
  [null, 'Enter whole seconds.']
])('the duration %j is parsed as %s', (value, expected) => {
  expect(taken(seconds(), value)).toBe(expected)
})

test.each([
  [0, 0],
  [1_000_000_000, 1_000_000_000],
  [1_000_000_000.001, 'Enter a number of at most 1,000,000,000.'],
  [-0.001, 'Enter a number that isn’t negative.'],
  ['5', 'Enter a number.'],
  [Number.POSITIVE_INFINITY, 'Enter a number.']
])('the amount %j is parsed as %s', (value, expected) => {
  expect(taken(quantity(), value)).toBe(expected)
})

test.each([
  [1, 1],
  [1000, 1000],
  [0, 'Enter a whole number of at least 1.'],
  [1001, 'Enter a whole number of at most 1,000.'],
  [1.5, 'Enter a whole number.']
])('the whole number %j is parsed as %s', (value, expected) => {
  expect(taken(whole(1, 1000), value)).toBe(expected)
})

test.each([
  [1, 1],
  [0, 0],
  [true, 1],
  [false, 0],
  ['1', 'Give 0 or 1.'],
  [2, 'Give 0 or 1.'],
  [null, 'Give 0 or 1.']
])('the flag %j is parsed as %s', (value, expected) => {
  expect(taken(flag, value)).toBe(expected)
})

test.each([
  ['', ''],
  ['https://a.example/x?y#z', 'https://a.example/x?y#z'],
  ['  HTTP://a.example  ', 'HTTP://a.example'],
  ['javascript:alert(1)', 'Enter an address that starts with http:// or https://.'],
  ['java\nscript:alert(1)', 'Enter an address that starts with http:// or https://.'],
  ['//a.example', 'Enter an address that starts with http:// or https://.'],
  ['https:// a.example', 'Enter an address that starts with http:// or https://.'],
  ['data:text/html,x', 'Enter an address that starts with http:// or https://.'],
  [`https://${'x'.repeat(2000)}`, 'Use at most 2,000 characters.']
])('the link %j is parsed as %s', (value, expected) => {
  expect(taken(link, value)).toBe(expected)
})

test.each([
  ['a title', 'a title'],
  ['  a title  ', 'a title'],
  ['x'.repeat(255), 'x'.repeat(255)],
  [` ${'x'.repeat(255)} `, 'x'.repeat(255)],
  ['x'.repeat(256), 'Use at most 255 characters.'],
  ['   ', 'Value is required.'],
  [undefined, 'Value is required.'],
  [5, 'Value must be text.'],
  ['a\u0000b', 'Remove the character that text can’t contain.'],
  ['half \ud83d', 'Remove the character that text can’t contain.']
])('the title %j is parsed as %s', (value, expected) => {
  expect(taken(title(), value)).toBe(expected)
})

test('a missing text and a value of another type have different messages', () => {
  expect([undefined, null, 5, {}].map(value => taken(requiredText('Say something.'), value))).toEqual([
    'Say something.',
    'Say something.',
    'Value must be text.',
    'Value must be text.'
  ])
})

test.each([
  [undefined, 1],
  ['', 1],
  ['2', 2],
  [3, 3],
  ['1000000', 1_000_000],
  ['1000001', 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['NaN', 1],
  ['two', 1]
])('the page number %j means page %i', { tags: ['API-07', 'API-08'] }, (value, number) => {
  expect(taken(pageNumber, value)).toBe(number)
})

test.each([
  ['00000000-0000-4000-8000-000000000001', true],
  ['00000000000040008000000000000001', true],
  ['AAAAAAAA-0000-4000-8000-00000000000F', true],
  ['00000000-0000-4000-8000-00000000000', false],
  ['00000000-0000-4000-8000-00000000000g', false],
  [' 00000000-0000-4000-8000-000000000001', false],
  ['', false]
])('%j is a uuid: %s', (value, is) => {
  expect(uuid.safeParse(value).success).toBe(is)
})

test.each([
  ['1970-01-01T00:00:00Z', true],
  ['1969-12-31T23:59:59Z', false],
  ['2099-12-31T23:59:59.999Z', true],
  ['2100-01-01T00:00:00Z', false],
  // The same instant as the beginning of 2100 in UTC.
  ['2100-01-01T01:00:00+01:00', false],
  ['2099-12-31T23:00:00-01:00', false],
  ['2028-02-29T12:00Z', true],
  ['2027-02-29T12:00Z', false],
  ['2026-01-31T24:00:00Z', true],
  ['2026-01-31T25:00:00Z', false],
  ['2026-01-31', false],
  ['2026-01-31T12:00:00', false]
])('the date %s is valid: %s', (value, is) => {
  expect(date.safeParse(value).success).toBe(is)
})

test('a text keeps its spaces, and they count towards its length', () => {
  expect(taken(text(3), ' a ')).toBe(' a ')
  expect(taken(text(3), 'abcd')).toBe('Use at most 3 characters.')
  expect(taken(text(3), '')).toBe('')
})
