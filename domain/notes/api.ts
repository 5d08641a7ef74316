/** A person's own notes, alone or about a goal (NOTE-01..NOTE-27, D-53). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { responseDate, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { noteTexts } from './fields.ts'

export const note = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  todo: z.string(),
  done: z.string(),
  goal_id: z.nullable(z.int()),
  /** The goal that the note is about. */
  goal: z.nullable(z.object({ id: z.int(), title: z.string() })),
  created_at: responseDate,
  /** A save of the form sends it back (D-140). */
  revision: z.int()
})
export type Note = z.output<typeof note>

const fields = { ...noteTexts, goal_id: z._default(z.nullable(z.int('Choose a goal.')), null) }

export const storeNote = endpoint('POST', '/api/notes', {
  summary: 'Write a note; it costs one use', // TOK-06
  keyed: true,
  body: sentBody({ ...fields }),
  response: note,
  // 404: the goal is gone, or a retry refers to a note that was deleted since the first try.
  refusals: ['unauthenticated', 'notFound', 'insufficientTokens']
})

export const updateNote = endpoint('PATCH', '/api/notes/:note', {
  summary: 'Save the sent fields of a note', // NOTE-16
  body: sentBody({
    ...sentKeys(fields).shape,
    /** An old revision is refused, and the response holds the newer state (D-140). */
    revision: sentRevision
  }),
  response: note,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const deleteNote = endpoint('DELETE', '/api/notes/:note', {
  summary: 'Delete a note and what it says; no token back', // D-53
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

export const myNotesPage = page('/my/notes', {
  query: ['page', 'q'],
  data: z.object({ notes: z.array(note) }),
  personal: 'My Notes',
  head: () => ({ title: 'My Notes' })
})
