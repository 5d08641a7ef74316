/**
 * A note: what a person plans and what they have done, in words. Only its owner sees it (D-130). All four texts are plain,
 * and each may be empty, but not all of them (D-53).
 */
import * as z from 'zod/mini'
import { text } from '../lib/fields.ts'

const LONGEST_TEXT = 20_000

export const noteTexts = {
  title: z._default(text(255), ''),
  content: z._default(text(LONGEST_TEXT), ''),
  todo: z._default(text(LONGEST_TEXT), ''),
  done: z._default(text(LONGEST_TEXT), '')
}
export type NoteTexts = Record<keyof typeof noteTexts, string>

/** What is wrong with a note as a whole, by field: one that says nothing helps nobody (NOTE-13, D-53). */
export function checkNote({ title, content, todo, done }: NoteTexts): { content?: string } {
  const isEmpty = [title, content, todo, done].every(each => each.trim() === '')
  return isEmpty ? { content: 'Write something: a title, a content, a todo or what is done.' } : {}
}

/** At most so many words of a search count; the rest changes nothing. */
const MOST_WORDS = 10

/** What a note must have somewhere, in any case, to be found by `q`. */
export function searchedWords(q: string): string[] {
  return q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
}
