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
])('whether the page %s takes cards: %s', { tags: 'D-10' }, (pathname, expected) => {
  expect(takesCards(pathname)).toBe(expected)
})
