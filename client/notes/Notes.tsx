import { Button } from '@mantine/core'
import IconNotebook from '@tabler/icons-react/dist/esm/icons/IconNotebook.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useId, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Note } from '../../domain/notes/api.ts'
import type { NoteTexts } from '../../domain/notes/fields.ts'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { requireSignIn } from '../accounts/sign-in.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { newMaking } from '../lib/make-once.ts'
import type { Stored } from '../lib/merged-save.ts'
import { useOpenedByAddress } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useWithoutRemoving } from '../ui/rows/remove-soon.ts'
import { EXAMPLE_NOTE } from './example-note.ts'
import { NoteCard } from './NoteCard.tsx'
import { NoteForm } from './NoteForm.tsx'
import classes from './notes.module.css'
import { createNote, deletionPath } from './notes.ts'

interface Props {
  /** Null for visitors, who see the example. */
  notes: readonly Note[] | null
  /** The goal of all these notes; null on My Notes, which has a search. */
  goalId: number | null
}

/** The form for a new note, and the notes as cards (NOTE-02, NOTE-03). */
export function Notes({ notes, goalId }: Props) {
  const [search] = useSearchParams()
  const [writing, setWriting] = useOpenedByAddress()
  const toggle = useRef<HTMLButtonElement>(null)
  const q = search.get('q') ?? ''
  return (
    <>
      <div className={classes.bar}>
        {goalId === null && notes && (notes.length > 0 || q) && <SearchBox label="Search my notes" />}
        <Button
          ref={toggle}
          aria-expanded={writing}
          // On a goal's page, Log Progress is the filled button.
          variant={writing ? 'default' : goalId === null ? 'filled' : 'light'}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setWriting(!writing)}
        >
          Write a Note
        </Button>
      </div>
      {/* Hidden instead of removed, so that the typed text is still there when it opens again. */}
      <div hidden={!writing}>
        <NewNote
          goalId={goalId}
          onDrafts={() => setWriting(true)}
          onCreated={() => {
            setWriting(false)
            toggle.current?.focus()
          }}
        />
      </div>
      {notes ? (
        <Cards notes={notes} hideGoal={goalId !== null} q={q} isQuiet={writing} />
      ) : (
        <div className={classes.notes}>
          <NoteCard note={EXAMPLE_NOTE} example />
        </div>
      )}
    </>
  )
}

interface CardsProps {
  notes: readonly Note[]
  hideGoal: boolean
  q: string
  /** Hides the text about an empty list while someone writes the first note. */
  isQuiet: boolean
}

function Cards({ notes: all, hideGoal, q, isQuiet }: CardsProps) {
  const notes = useWithoutRemoving(all, deletionPath)
  if (notes.length === 0) {
    if (q) return <EmptyState text={`None of your notes contain “${q}”.`} />
    return isQuiet ? null : (
      <EmptyState
        icon={<IconNotebook size={40} aria-hidden />}
        text={hideGoal ? 'No notes about this goal yet.' : "You haven't written any notes yet."}
      />
    )
  }
  return (
    <>
      <ul className={classes.notes}>
        {pageOf(notes).map(note => (
          <li key={note.id}>
            <ErrorBoundary what="this note">
              <NoteCard note={note} hideGoal={hideGoal} />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
      <Pager rows={notes} />
    </>
  )
}

const EMPTY: Stored<NoteTexts> = { form: { title: '', content: '', todo: '', done: '' }, revision: 0 }

interface NewNoteProps {
  goalId: number | null
  onDrafts: () => void
  onCreated: () => void
}

/** The form for a new note. A visitor signs in on Save, and then the typed note is created. */
function NewNote({ goalId, onDrafts, onCreated }: NewNoteProps) {
  const making = useRef(newMaking())
  const id = useId()
  return (
    <Panel id={id} title="New note" mb="xl">
      <ApprovedOnly>
        <NoteForm
          label="New note"
          item={goalId === null ? 'new note' : `new note of goal ${goalId}`}
          base={EMPTY}
          making={making}
          onDrafts={onDrafts}
          mayGoOn={goOn => requireSignIn('to write a note', goOn)}
          save={async note => {
            await createNote({ ...note, goal_id: goalId }, making)
            onCreated()
          }}
        />
      </ApprovedOnly>
    </Panel>
  )
}
