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
])('the page %s has card fields: %s', { tags: 'D-10' }, (pathname, expected) => {
  expect(takesCards(pathname)).toBe(expected)
})
