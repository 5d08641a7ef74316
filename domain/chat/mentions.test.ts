import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMentioned, namesOf, splitMentions } from './mentions.ts'

const known = namesOf(['ada', 'Grace', 'mary-ann', 'ada-2'])

test.each([
  ['@ada', ['@ada>ada']],
  ['Thanks @ada!', ['Thanks ', '@ada>ada', '!']],
  ['(@GRACE, @ada)', ['(', '@GRACE>Grace', ', ', '@ada>ada', ')']],
  ['@mary-ann and @ada-2', ['@mary-ann>mary-ann', ' and ', '@ada-2>ada-2']],
  ['@ada- no, @ada_', ['@ada>ada', '- no, ', '@ada>ada', '_']],
  ['@adam and @nobody', ['@adam and @nobody']],
  ['ada@ada.org and https://hut.example/@ada', ['ada@ada.org and https://hut.example/@ada']],
  ['@@ada', ['@@ada']],
  ['', []]
])('splitMentions finds the known names in "%s"', { tags: 'CHAT-21' }, (text, pieces) => {
  expect(splitMentions(text, known).map(one => (one.username ? `${one.text}>${one.username}` : one.text))).toEqual(
    pieces
  )
})

test('the pieces of an odd text add up to the text', { tags: 'CHAT-21' }, () => {
  for (const text of ['@', '@-', '@ada@grace', 'a @ada\n@ada', '@ada'.repeat(500), `@${'-'.repeat(2000)}`]) {
    expect(
      splitMentions(text, known)
        .map(one => one.text)
        .join('')
    ).toBe(text)
  }
})

test('a mention ignores case, and a longer name is another person', { tags: 'CHAT-21' }, () => {
  expect(isMentioned('Hi @ADA', 'ada')).toBe(true)
  expect(isMentioned('Hi @ada-2', 'ada')).toBe(false)
})

test('the pieces of a random text add up to it, and each mention is @ and a known name', { tags: 'CHAT-21' }, () => {
  const word = fc.constantFrom('@', 'ada', 'Grace', 'mary-ann', '-', '_', ' ', '.', '/', '\n', 'x', '@ada')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), words => {
      const text = words.join('')
      const pieces = splitMentions(text, known)
      expect(pieces.map(piece => piece.text).join('')).toBe(text)
      for (const piece of pieces) {
        if (piece.username === null) continue
        expect(piece.text.toLowerCase()).toBe(`@${piece.username.toLowerCase()}`)
        expect(known.get(piece.username.toLowerCase())).toBe(piece.username)
      }
    }),
    { seed: 21, numRuns: 500 }
  )
})

test.each([
  [`@${'a'.repeat(50)}`, true],
  [`@${'a'.repeat(51)}`, false]
])('%j mentions the person with a name of 50 letters: %s', { tags: 'CHAT-21' }, (text, is) => {
  expect(isMentioned(text, 'a'.repeat(50))).toBe(is)
})
