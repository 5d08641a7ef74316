import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml, plainText } from './plain-text.ts'

test.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['<p>A <b>bold</b>, <a href="https://x.example">linked</a>.</p>', 'A bold, linked.'],
  ['<ul><li>tent</li><li>stove</li></ul>', 'tent stove'],
  ['one<br>two', 'one two'],
  ['<p>a&nbsp;b \n\t c</p>', 'a b c'],
  ['<p>1 &lt; 2 &amp; 3 &gt; 2</p>', '1 < 2 & 3 > 2'],
  // A text about HTML.
  ['<p>Type &amp;lt; for &lt;</p>', 'Type &lt; for <'],
  ['<p>&amp;amp;</p>', '&amp;'],
  ['<pre><code>let a</code></pre>', 'let a'],
  ['<img src="x.png" alt="a hill">', ''],
  ['', '']
])('plainText(%s)', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('a long text is cut to 200 characters including …, and never inside an emoji', () => {
  expect(plainText('x'.repeat(200))).toBe('x'.repeat(200))
  expect(plainText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(plainText(`${'x'.repeat(198)} yz`)).toBe(`${'x'.repeat(198)}…`)
  expect(plainText(`${'x'.repeat(198)}🛖🛖`)).toBe(`${'x'.repeat(198)}…`)
  expect(plainText('x'.repeat(300), 250)).toHaveLength(250)
})

test('plainText restores escaped text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), text => {
      const read = plainText(`<p>${escapeHtml(text)}</p>`)
      expect(read).toBe(text.replace(/\s+/g, ' ').trim())
      expect(read.isWellFormed()).toBe(true)
    }),
    { seed: 33, numRuns: 300 }
  )
})

test('escaped text contains no markup', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('<', '>', '&', '"', "'", 'a', '&lt;', '/')), letters => {
      expect(escapeHtml(letters.join(''))).toMatch(/^(?:[^<>"'&]|&(?:lt|gt|amp|quot|#39);)*$/)
    }),
    { seed: 34, numRuns: 200 }
  )
})
