import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test.each([
  [400, 'usd', '$4.00'],
  [1005, 'usd', '$10.05'],
  [123456789, 'usd', '$1,234,567.89'],
  [0, 'usd', '$0.00'],
  [-1000, 'usd', '-$10.00'],
  [500, 'jpy', '¥500'],
  [1999, 'eur', '€19.99']
])('%d of the smallest unit of %s reads %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})

test.each([
  [1, 'usd', '$0.01'],
  [-1, 'usd', '-$0.01'],
  [100, 'jpy', '¥100'],
  [1234, 'kwd', 'KWD\u00a01.234']
])('%d of the smallest unit of %s is not rounded: %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})
