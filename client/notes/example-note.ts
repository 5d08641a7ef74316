/** The note that visitors see. It is never stored (D-46). */
import type { Note } from '../../domain/notes/api.ts'

export const EXAMPLE_NOTE: Note = {
  id: 0,
  title: 'Books for the winter',
  content: 'Start with the short ones. Two evenings a week are enough.',
  todo: 'Ask Grace for her list\nFetch “The Summer Book”',
  done: 'Library card renewed',
  goal_id: null,
  goal: { id: 0, title: 'Read 12 books this year' },
  created_at: '2026-01-10T18:30:00.000Z',
  revision: 0
}
