/** What a person does with their notes. The caller shows refusals; every page that shows the note follows by itself. */
import { goalLogsPage, goalNotesPage, goalPage } from '../../domain/goals/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import * as api from '../../domain/notes/api.ts'
import type { NoteTexts } from '../../domain/notes/note.ts'
import { call } from '../lib/api.ts'
import { type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'
import { tellOtherTabs } from '../logs/other-tabs.ts'
import { removeSoon } from '../ui/remove-soon.ts'

const PAGES = [api.myNotesPage, goalPage, goalLogsPage, goalNotesPage] as const

/** @param making of one form: however often it is sent, it makes one note */
export async function createNote(
  note: NoteTexts & { goal_id: number | null },
  making: { current: Making }
): Promise<void> {
  await makeOnce(
    note,
    making,
    (body, key) => call(api.storeNote, { body, key }),
    ({ id }) => updateNote(id, note)
  )
  making.current = newMaking()
  tellOtherTabs()
  await reloadPages(PAGES)
}

/** What is not sent stays as it is. */
export async function updateNote(id: number, body: Partial<NoteTexts> & { revision?: number }): Promise<api.Note> {
  const saved = await call(api.updateNote, { params: { note: String(id) }, body })
  changeNotes(notes => notes.map(note => (note.id === id ? saved : note)))
  return saved
}

/** Of the call that deletes it. */
export const deletionPath = ({ id }: api.Note): string => fillPath(api.deleteNote.path, { note: String(id) })

/** In ten seconds, unless it is undone. */
export function deleteNoteSoon(note: api.Note): void {
  const name = note.title ? `“${note.title}”` : 'The note'
  removeSoon({ path: deletionPath(note), name, remove: () => deleteNote(note) })
}

async function deleteNote({ id }: api.Note): Promise<void> {
  await call(api.deleteNote, { params: { note: String(id) } })
  changeNotes(notes => notes.filter(note => note.id !== id))
}

function changeNotes(change: (notes: api.Note[]) => api.Note[]): void {
  changePages(PAGES, data => ({ ...data, notes: change(data.notes) }))
  tellOtherTabs()
}
