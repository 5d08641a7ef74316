import { expect, test } from 'vitest'
import { hasLink } from './chat.ts'

test.each([
  ['See https://example.org', true],
  ['HTTP://EXAMPLE.ORG', true],
  ['www.example.org', true],
  ['buy at spam.shop now', true],
  ['spam.example.com/deal', true],
  ['Done. Next one!', false],
  ['I ran 3.5 km in 20.5 min', false],
  ['Hello...world', false],
  ['e.g. this', false],
  ['v1.2/3', false],
  ['', false]
])('%j contains a link: %s', (content, expected) => {
  expect(hasLink(content)).toBe(expected)
})
