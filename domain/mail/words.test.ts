import { expect, test } from 'vitest'
import { cardText } from './words.ts'

test.each([
  [{ brand: 'visa', last4: '4242' }, 'Visa ending in 4242'],
  [{ brand: 'american express', last4: '0005' }, 'American express ending in 0005']
])('the text of the card %o is “%s”', (card, text) => {
  expect(cardText(card)).toBe(text)
})
