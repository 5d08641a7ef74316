import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

const linksIn = (text: string): string[] => splitLinks(text).flatMap(piece => (piece.isLink ? piece.text : []))

test.each([
  ['a text without links', []],
  ['see https://hut.example/a?b=1#c', ['https://hut.example/a?b=1#c']],
  ['http://one.example and HTTPS://two.example', ['http://one.example', 'HTTPS://two.example']],
  ['Look at https://hut.example/map.', ['https://hut.example/map']],
  ['“https://hut.example/map”, he said', ['https://hut.example/map']],
  ['(https://hut.example/map)', ['https://hut.example/map']],
  ['(https://hut.example/map.)', ['https://hut.example/map']],
  ['https://hut.example/Hut_(shelter)', ['https://hut.example/Hut_(shelter)']],
  ['(https://hut.example/Hut_(shelter))', ['https://hut.example/Hut_(shelter)']],
  ['<https://hut.example/>', ['https://hut.example/']],
  ['javascript:alert(1)', []],
  ['data:text/html,https', []],
  ['ftp://hut.example', []],
  ['https://', []],
  ['xhttps://hut.example', []]
])('the links in "%s"', { tags: 'CHAT-21' }, (text, links) => {
  expect(linksIn(text)).toEqual(links)
})

test.each([
  '',
  'no address',
  'https://a.example',
  'a https://a.example, b\nhttp://b.example) c',
  'https://[ https://a.example]'
])('the pieces add up to the text: "%s"', { tags: 'CHAT-21' }, text => {
  expect(
    splitLinks(text)
      .map(piece => piece.text)
      .join('')
  ).toBe(text)
})

test('thousands of closing brackets do not belong to a link', { tags: 'CHAT-21' }, () => {
  const text = `https://a.example/${')'.repeat(2000)}`
  expect(linksIn(text)).toEqual(['https://a.example/'])
})

test('the pieces of a random text add up to it, and each link is a valid http URL', () => {
  const piece = fc.constantFrom(
    'http://',
    'https://a.example',
    '/path',
    '(',
    ')',
    '[',
    ']',
    '.',
    ',',
    ' ',
    'javascript:',
    '"',
    '<',
    'x',
    '\n',
    '%'
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), parts => {
      const text = parts.join('')
      const pieces = splitLinks(text)
      expect(pieces.map(one => one.text).join('')).toBe(text)
      for (const { text: address, isLink } of pieces) {
        if (!isLink) continue
        expect(['http:', 'https:']).toContain(new URL(address).protocol)
        expect(address).toMatch(/^https?:\/\/[^\s<>"]+$/i)
      }
    }),
    { seed: 44, numRuns: 400 }
  )
})
