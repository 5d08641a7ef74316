import { expect, test } from 'vitest'
import { foreignSource, linkForeignPictures, previewOf, shownText } from './in-texts.ts'

const APP = 'https://hut.example'
const REL = 'rel="noopener nofollow ugc"'

test.each([
  ['<img src="/uploads/a.jpg" alt="">', null],
  ['<img src="https://hut.example/uploads/a.jpg">', null],
  ['<img alt="no source">', null],
  ['<img src="https://hut.example.evil/uploads/a.jpg">', 'https://hut.example.evil/uploads/a.jpg'],
  ['<img src="https://hut.example/elsewhere.jpg">', 'https://hut.example/elsewhere.jpg'],
  ['<img alt="a" src="HTTP://other.example/a.jpg">', 'HTTP://other.example/a.jpg']
])('the foreign source of %s', { tags: 'D-141' }, (image, source) => {
  expect(foreignSource(image, APP)).toBe(source)
})

test('without the address of the product, every absolute address is foreign', { tags: 'D-141' }, () => {
  expect(foreignSource('<img src="https://hut.example/uploads/a.jpg">', '')).toBe('https://hut.example/uploads/a.jpg')
})

test.each([
  ['no picture', '<p>a &lt;img src="https://b.example"&gt;</p>', null],
  ['a picture of our own', '<p><img src="/uploads/a.jpg" srcset="/uploads/a-320.jpg 320w"></p>', null],
  [
    'named by its alternative text',
    '<p><img src="https://b.example/c?d=1&amp;e" alt="A &quot;hut&quot;"> x</p>',
    `<p><a href="https://b.example/c?d=1&amp;e" ${REL}>Picture: A &quot;hut&quot;</a> x</p>`
  ],
  [
    'named by its address, in a figure',
    '<figure class="image"><img src="https://b.example/c" alt=""><figcaption>C</figcaption></figure>',
    `<figure class="image"><a href="https://b.example/c" ${REL}>Picture: https://b.example/c</a><figcaption>C</figcaption></figure>`
  ],
  [
    'inside a link, which stays',
    `<a href="https://d.example" ${REL}>To <img src="https://b.example/c" alt="D">\n</a><img src="/uploads/a.jpg">`,
    `<a href="https://d.example" ${REL}>To Picture: D\n</a><img src="/uploads/a.jpg">`
  ]
])('foreign pictures become links: %s', { tags: 'D-141' }, (_, html, shown) => {
  expect(linkForeignPictures(html, APP)).toBe(shown ?? html)
})

test('the preview of a text has its beginning and its first own picture', { tags: 'D-20' }, () => {
  expect(previewOf('<p>Words</p>')).toEqual({ description: 'Words' })
  const html = '<p>One <img src="https://b.example/c"></p><img alt="" src="/uploads/a.jpg"><img src="/uploads/b.jpg">'
  expect(previewOf(html)).toEqual({ description: 'One', image: '/uploads/a.jpg' })
})

test('shown pictures are lazy, as wide as the column, and have an alternative text', () => {
  const html = '<p><img src="/a.jpg"><img src="/b.jpg" alt="B" srcset="/b-320.jpg 320w" sizes="100vw"></p>'
  expect(shownText(html, APP)).toBe(
    '<p><img alt="" loading="lazy" decoding="async" src="/a.jpg">' +
      '<img loading="lazy" decoding="async" src="/b.jpg" alt="B" srcset="/b-320.jpg 320w" sizes="(min-width: 44rem) 42rem, 100vw"></p>'
  )
})

test.each([
  [`${APP}/group/walkers`, ''],
  [APP, ''],
  [`${APP}.evil.example/`, ` ${REL}`],
  ['https://evil.example/', ` ${REL}`]
])('a link to %s has the attribute: %j', (href, rel) => {
  expect(shownText(`<a href="${href}" ${REL}>A</a>`, APP)).toBe(`<a href="${href}"${rel}>A</a>`)
})
