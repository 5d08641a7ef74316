import { expect, test } from 'vitest'
import { takesCards } from './card-pages.ts'

test.each([
  ['/tokens', true],
  ['/account/tokens/', true],
  ['/subscribe', true],
  ['/account', true],
  ['/account/invoices', false],
  ['/pricing', false],
  ['/my/tokens', false],
  ['/', false]
])('D-10 whether the page %s takes cards: %s', (pathname, expected) => {
  expect(takesCards(pathname)).toBe(expected)
})
