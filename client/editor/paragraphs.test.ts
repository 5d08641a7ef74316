import { expect, test } from 'vitest'
import { hasFormatting, htmlOf, textOf } from './paragraphs.ts'

test('converts plain paragraphs to rich text and back', () => {
  const text = 'One & <two>\nmore\n\nLast'
  expect(htmlOf(text)).toBe('<p>One &amp; &lt;two&gt;<br>more</p><p>Last</p>')
  expect(textOf(htmlOf(text))).toBe(text)
  expect([hasFormatting(htmlOf(text)), hasFormatting('<p>a <strong>b</strong></p>')]).toEqual([false, true])
})
