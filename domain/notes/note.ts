/**
 * A note about a person's plans and progress. Only its owner sees it (D-130). It has four plain texts, of which at
 * least one must not be empty (D-53).
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

/** Returns an error by field for a note whose texts are all empty; else an empty object (NOTE-13, D-53). */
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
