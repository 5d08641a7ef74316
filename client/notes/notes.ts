/** Actions on notes. The caller shows refusals; pages that show the note update themselves. */
import { goalLogsPage, goalNotesPage, goalPage } from '../../domain/goals/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import * as api from '../../domain/notes/api.ts'
import type { NoteTexts } from '../../domain/notes/fields.ts'
import { call } from '../lib/api.ts'
import { type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { changePages, reloadPages } from '../lib/page-cache.ts'
import { notifyOtherTabs } from '../logs/other-tabs.ts'
import { removeSoon } from '../ui/rows/remove-soon.ts'

const PAGES = [api.myNotesPage, goalPage, goalLogsPage, goalNotesPage] as const

/** @param making belongs to one form, so that sending it several times creates one note */
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
  notifyOtherTabs()
  await reloadPages(PAGES)
}

/** Fields that are not sent stay unchanged. */
export async function updateNote(id: number, body: Partial<NoteTexts> & { revision?: number }): Promise<api.Note> {
  const saved = await call(api.updateNote, { params: { note: String(id) }, body })
  changeNotes(notes => notes.map(note => (note.id === id ? saved : note)))
  return saved
}

/** The path of the call that deletes the note. */
export const deletionPath = ({ id }: api.Note): string => fillPath(api.deleteNote.path, { note: String(id) })

/** Deletes the note in ten seconds, unless the person undoes it. */
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
  notifyOtherTabs()
}
