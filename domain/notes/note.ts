/** Returns an error by field for a note whose texts are all empty; else an empty object (NOTE-13, D-53). */
import type { NoteTexts } from './fields.ts'
export function checkNote({ title, content, todo, done }: NoteTexts): { content?: string } {
  const isEmpty = [title, content, todo, done].every(each => each.trim() === '')
  return isEmpty ? { content: 'Write something: a title, a content, a todo or what is done.' } : {}
}

/** The most words of a search that count; the others are ignored. */
const MOST_WORDS = 10

/** Returns the words of a search. A note is found when it contains all of them, in upper or lower case. */
export function searchedWords(q: string): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
}
