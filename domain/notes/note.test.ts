import { expect, test } from 'vitest'
import { checkNote, searchedWords } from './note.ts'

const EMPTY = { title: '', content: '', todo: '', done: '' }

test.each(['title', 'content', 'todo', 'done'] as const)(
  'a note may have a %s alone',
  { tags: ['NOTE-13', 'D-53'] },
  field => {
    expect(checkNote({ ...EMPTY, [field]: 'Snow boots' })).toEqual({})
  }
)

test.each([EMPTY, { ...EMPTY, title: '  ', content: '\n', todo: '\t' }])(
  'a note that says nothing is told what to write: %j',
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
])('a search asks for each of its words, up to ten: %j', (q, words) => {
  expect(searchedWords(q)).toEqual(words)
})
