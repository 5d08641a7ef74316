import type { Note } from '../../domain/notes/api.ts'
import type { NoteTexts } from '../../domain/notes/fields.ts'
import { useMerging } from '../ui/forms/ClashDialog.tsx'
import { NoteForm } from './NoteForm.tsx'
import { updateNote } from './notes.ts'

/** Edits a note in place. Sends only the changed fields, so that changes from other tabs stay (NOTE-12, D-140). */
export function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const merging = useMerging<NoteTexts>(() => ({ form: textsOf(note), revision: note.revision }))
  return (
    <>
      {merging.dialog}
      <NoteForm
        takesFocus
        label="Edit this note"
        item={`note ${note.id}`}
        base={merging.base}
        onRestore={merging.setBase}
        onCancel={onDone}
        save={async (texts, show) => {
          await merging.save(texts, {
            send: change => updateNote(note.id, change),
            read: textsOf,
            show
          })
          onDone()
        }}
      />
    </>
  )
}

const textsOf = ({ title, content, todo, done }: NoteTexts): NoteTexts => ({ title, content, todo, done })
