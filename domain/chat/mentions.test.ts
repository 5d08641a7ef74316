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
])('CHAT-21 %s names whom it names', (text, pieces) => {
  expect(splitMentions(text, known).map(one => (one.username ? `${one.text}>${one.username}` : one.text))).toEqual(
    pieces
  )
})

test('CHAT-21 the pieces are the whole text, whatever it is', () => {
  for (const text of ['@', '@-', '@ada@grace', 'a @ada\n@ada', '@ada'.repeat(500), `@${'-'.repeat(2000)}`]) {
    expect(
      splitMentions(text, known)
        .map(one => one.text)
        .join('')
    ).toBe(text)
  }
})

test('CHAT-21 I am named in any case, and not by a longer name', () => {
  expect(isMentioned('Hi @ADA', 'ada')).toBe(true)
  expect(isMentioned('Hi @ada-2', 'ada')).toBe(false)
})
