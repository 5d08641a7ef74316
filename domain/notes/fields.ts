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
