import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { foreignSource } from '../../domain/uploads/in-texts.ts'
import { HARMFUL_TEXTS } from '../../testing/input/harmful-texts.ts'
import { RICH_TEXTS } from '../../testing/input/rich-texts.ts'
import { cleanAhead, safeHtml } from './html.ts'

describe('rich text', { tags: 'D-119' }, () => {
  test.each(HARMFUL_TEXTS)('safeHtml makes %s harmless', (_, sent, stored) => {
    expect(safeHtml(sent)).toBe(stored)
    expect(safeHtml(stored)).toBe(stored)
  })

  test.each(Object.entries(RICH_TEXTS))('safeHtml keeps %s as the editor wrote it', (_, html) => {
    expect(safeHtml(html)).toBe(html)
  })

  test.each([
    'https:evil.example/a.png',
    'http:/\\evil.example/a.png',
    'https:\\\\evil.example/a.png',
    ' https://evil.example/a.png',
    'ht\ttp\ns://evil.example/a.png'
  ])('a foreign picture is recognized with the odd address %j', { tags: 'D-141' }, source => {
    expect(foreignSource(safeHtml(`<img src="${source}">`), '')).toMatch(/^https?:\/\/evil\.example\/a\.png$/)
  })

  test.each([
    '/api/tokens/get-payment-intent',
    '/api/export/logs.csv',
    '/uploads/../api/get-user',
    '/uploads/a.jpg/../../api/get-user',
    '/uploads/%2e%2e/api.jpg',
    '/uploads/a.svg',
    '/uploads/a.jpg?b',
    '//evil.example/uploads/a.jpg',
    'a.jpg'
  ])('a picture must be an upload or foreign, so this address of ours is removed: %s', { tags: 'D-119' }, source => {
    expect(safeHtml(`<p><img src="${source}"></p>`)).toBe('<p></p>')
    const sizes = `<img src="/uploads/a.jpg" srcset="${source} 2x">`
    expect(safeHtml(sizes)).toBe('<img src="/uploads/a.jpg">')
  })

  test('tags that are nested too deeply are removed', () => {
    expect(safeHtml(`${'<blockquote>'.repeat(5000)}a`).split('<blockquote>')).toHaveLength(51)
  })

  test('no combination of pieces becomes something that runs', () => {
    const piece = fc.constantFrom(
      ...['<', '>', '/', '"', "'", '=', ' ', '&', ';', '\n', '<!--', '-->', '<p>', '</p>', '<img src=', '<a href='],
      ...[
        'script',
        '<svg>',
        '<style>',
        '</style>',
        'onerror=',
        'javascript:',
        'style="width:1px',
        '&lt;',
        '&#x3c;',
        'a'
      ]
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const stored = safeHtml(pieces.join(''))
        const tags = [...stored.matchAll(/<[^>]*>/g)].map(String)
        for (const tag of tags) expect(tag).toMatch(/^<\/?(p|img|a)( (href|src|rel|style)="[^"<>]*")*>$/)
        // Inside a tag. In text, behind `&lt;`, these words are harmless.
        for (const tag of tags) expect(tag).not.toMatch(/(href|src)="\s*javascript:/)
      }),
      { seed: 72, numRuns: 2000 }
    )
  })

  test('plain text is escaped and shows as it was typed', () => {
    expect(escapeHtml('<b>"a" & \'b\'</b>')).toBe('&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;')
  })
})

test('the texts of a large plan are cleaned in small batches, with pauses for other requests', async () => {
  const parts = Array.from({ length: 500 }, (_, index) => ({
    title: '<b>A title</b>',
    content: `<p>${index} ${'<strong>words</strong> '.repeat(80)}</p>`
  }))
  const length = parts.reduce((sum, { content }) => sum + content.length, 0)
  let rests = 0
  await cleanAhead({ challenge: { parts: [{ parts }] } }, async () => void rests++)
  expect(rests).toBeGreaterThanOrEqual(Math.floor(length / 50_000))
  // The cleaned texts are remembered.
  for (const { content } of parts) expect(safeHtml(content)).toBe(content)
})
