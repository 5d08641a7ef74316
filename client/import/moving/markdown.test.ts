/** Texts of the editor go to Markdown and come back. */
import { expect, test } from 'vitest'
import { toMarkdown } from '../../export/to-markdown.ts'
import { toHtml } from './markdown-html.ts'

const NAME = 'a'.repeat(32)

test.each([
  ['paragraphs', '<p>One</p><p>Two <strong>bold</strong>, <em>leaning</em> and <s>gone</s></p>'],
  ['headings', '<h2>Chapter</h2><h4>Part</h4><p>Text</p>'],
  [
    'signs of Markdown',
    '<p>1. not a list, * no star, _no_ line, `no` code, # no heading, [no](link), &lt;b&gt; &amp;amp;</p>'
  ],
  ['a line break', '<p>One<br>two</p>'],
  ['lists', '<ul><li>One<ul><li>Inside</li></ul></li><li>Two</li></ul><ol start="3"><li>Three</li></ol>'],
  ['a quotation', '<blockquote><p>Said</p><p>again</p></blockquote>'],
  ['code', '<p><code>a &lt; b</code></p><pre><code class="language-js">if (a &lt; b) {\n\n  go()\n}</code></pre>'],
  ['a link', '<p><a href="https://example.org/a?b=1&amp;c=2">there</a></p>'],
  ['a line', '<p>Above</p><hr><p>Below</p>'],
  ['signs that Markdown lacks', '<p>H<sub>2</sub>O, x<sup>2</sup>, <u>under <em>lined</em></u></p>'],
  [
    'a table',
    '<figure class="table"><table><tbody><tr><td>1</td><td><p>A</p><p>B</p></td></tr></tbody></table></figure>'
  ],
  ['another language', '<p dir="rtl" lang="he">שלום</p><p>a <i lang="fr">mot</i></p>'],
  ['a list in another language', '<ul><li dir="rtl">שלום</li><li>b</li></ul>'],
  ['a picture of another site', '<figure class="image"><img src="https://example.org/a.jpg" alt="A [b]"></figure>']
])('%s', (_, html) => {
  const again = toHtml(toMarkdown(html).markdown).innerHTML
  // Both mean the same, and the editor writes the second one.
  expect(again.replace('<em lang', '<i lang')).toBe(html)
})

test('a picture names its file in the folder, and its caption stays', () => {
  const image = `<img style="aspect-ratio:4/3;" src="/uploads/${NAME}.jpg" srcset="/uploads/${NAME}-320.jpg 320w" sizes="100vw" width="4" height="3" alt="A cat">`
  const { markdown, pictures } = toMarkdown(
    `<figure class="image">${image}<figcaption>My "cat"</figcaption></figure><p>Text</p>`
  )
  expect(pictures).toEqual([`${NAME}.jpg`])
  expect(markdown).toBe(`![A cat](pictures/${NAME}.jpg "My \\"cat\\"")\n\nText`)
  expect(toHtml(markdown).innerHTML).toBe(
    `<figure class="image"><img src="pictures/${NAME}.jpg" alt="A cat"><figcaption>My "cat"</figcaption></figure><p>Text</p>`
  )
})

test('a picture at the side stays HTML', () => {
  const html = `<figure class="image image-style-side" style="width:40%;"><img src="/uploads/${NAME}.png" alt=""></figure>`
  const { markdown } = toMarkdown(`<p>Text</p>${html}`)
  expect(toHtml(markdown).innerHTML).toBe(`<p>Text</p>${html.replace('/uploads', 'pictures')}`)
})

test('Markdown of other programs: a table, a task list, code without a language', () => {
  expect(toHtml('| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n```\nx\n```').innerHTML).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
      '<ul><li>☑ done</li></ul><pre><code class="language-plaintext">x</code></pre>'
  )
})
