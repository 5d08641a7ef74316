import { expect, test } from 'vitest'
import { checkNote, searchedWords } from './note.ts'

const EMPTY = { title: '', content: '', todo: '', done: '' }

test.each(['title', 'content', 'todo', 'done'] as const)(
  'a note needs only a %s',
  { tags: ['NOTE-13', 'D-53'] },
  field => {
    expect(checkNote({ ...EMPTY, [field]: 'Snow boots' })).toEqual({})
  }
)

test.each([EMPTY, { ...EMPTY, title: '  ', content: '\n', todo: '\t' }])(
  'an empty note is refused: %j',
  { tags: 'D-53' },
  note => {
    expect(checkNote(note)).toEqual({ content: expect.stringMatching(/^Write something/) })
  }
)

test.each([
  ['', []],
  ['  boots  ', ['boots']],
  ['snow\t boots\n50%', ['snow', 'boots', '50%']],
  [Array.from({ length: 30 }, (_, word) => `w${word}`).join(' '), Array.from({ length: 10 }, (_, word) => `w${word}`)]
])('a search has up to ten words: %j', (q, words) => {
  expect(searchedWords(q)).toEqual(words)
})
