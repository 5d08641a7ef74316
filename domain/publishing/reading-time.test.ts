import { expect, test } from 'vitest'
import { readingMinutes } from './reading-time.ts'

test.each([
  ['', 1],
  ['<p>Short.</p>', 1],
  [`<p>${'word '.repeat(230 * 4)}</p>`, 4],
  [`<p>${'<strong>word</strong> – '.repeat(230 * 4)}</p>`, 4],
  [`<p>${'読む'.repeat(230 * 3)}</p>`, 3],
  [`<p>${'word&nbsp;'.repeat(230 * 4)}</p>`, 4],
  [`<img src="/uploads/a.png" alt="${'word '.repeat(1000)}">`, 1]
])('a text is read in whole minutes, without its tags: case %#', (html, minutes) => {
  expect(readingMinutes(html)).toBe(minutes)
})
