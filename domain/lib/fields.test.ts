import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { date, flag, link, pageNumber, quantity, seconds, text, title, uuid } from './fields.ts'

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
])('D-128 the date %s is taken as UTC', (sent, expected) => {
  expect(taken(date, sent)).toBe(expected)
})

const NO_DATE = 'Give a date between 1970 and 2100, such as 2026-01-31T18:00:00Z.'

test.each(['1969-12-31T23:59:59Z', '2100-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-13-01 00:00:00', 'today', ''])(
  'a date outside of 1970 to 2100, or none at all, is refused: %s',
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
])('API-07 API-08 page %s means %s', (sent, expected) => {
  expect(taken(pageNumber, sent)).toBe(expected)
})

test.each([
  [seconds(), -1, 'A duration cannot be negative.'],
  [seconds(), 2_592_001, 'A duration is at most 30 days.'],
  [seconds(), 1.5, 'Give whole seconds.'],
  [quantity(), Number.NaN, 'Give a number.'],
  [quantity(), Number.POSITIVE_INFINITY, 'Give a number.'],
  [title(), '   ', 'Value is required.'],
  [title(), undefined, 'Value is required.'],
  [title(), null, 'Value is required.'],
  [title(), 5, 'Value must be text.'],
  [title(255, 'Say something.'), undefined, 'Say something.'],
  [title(255, 'Say something.'), ['a'], 'Value must be text.'],
  [title(3), 'four', 'Use at most 3 characters.'],
  [text(10), `a${String.fromCharCode(0)}b`, 'Remove the character that no text can hold.'],
  [link, 'javascript:alert(1)', 'Give an address that starts with http:// or https://.'],
  [flag, 2, 'Give 0 or 1.']
])('a wrong value says what to do (%#)', (schema, value, message) => {
  expect(taken(schema, value)).toBe(message)
})

test('flags are 0 and 1, also when they come as true and false', () => {
  expect([0, 1, true, false].map(value => taken(flag, value))).toEqual([0, 1, 1, 0])
})

test('a uuid is taken in any case, with or without its hyphens, and nothing else', () => {
  const given = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const forms = [given, given.toUpperCase(), given.replaceAll('-', '')]
  expect(forms.map(form => taken(uuid, form))).toEqual(forms)
  for (const wrong of ['', 'x', '-'.repeat(36), `${given}0`, given.replace('7', 'g')]) {
    expect(taken(uuid, wrong)).toBe('Give a uuid.')
  }
})
