import { expect, test } from 'vitest'
import { cardText, dayOf, minuteOf } from './words.ts'

test.each([
  ['2026-03-02T18:05:00.000Z', 'March 2, 2026', 'March 2, 2026 at 18:05 UTC'],
  // Midnight is 00:00, not 24:00.
  ['2026-12-31T00:00:59.999Z', 'December 31, 2026', 'December 31, 2026 at 00:00 UTC'],
  ['2026-12-31T23:59:59.999Z', 'December 31, 2026', 'December 31, 2026 at 23:59 UTC'],
  // The day is that of UTC, wherever the server stands.
  ['2027-01-01T01:30:00+02:00', 'December 31, 2026', 'December 31, 2026 at 23:30 UTC']
])('a mail writes %s as %s, and with its minute as %s', (iso, day, minute) => {
  expect([dayOf(iso), minuteOf(iso)]).toEqual([day, minute])
})

test.each([
  [{ brand: 'visa', last4: '4242' }, 'Visa ending in 4242'],
  [{ brand: 'american express', last4: '0005' }, 'American express ending in 0005']
])('a mail calls the card %o “%s”', (card, text) => {
  expect(cardText(card)).toBe(text)
})
