/** Operations on notes. Writing one costs one use (TOK-06), and only its owner sees it (D-130). */
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { Note, storeNote, updateNote as updateNoteCall } from '../../domain/notes/api.ts'
import type { NoteTexts } from '../../domain/notes/fields.ts'
import { checkNote } from '../../domain/notes/note.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { given } from '../lib/given.ts'
import { readId } from '../lib/id.ts'
import { NO_KEY, once, type RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { lockGoal, NO_SUCH_GOAL } from '../progress/goal-rows.ts'
import { spend } from '../tokens/ledger-rows.ts'
import { type NoteRow, toWireNote } from './note-rows.ts'
import { changeNote, findNote, findNoteByKey, insertNote, lockNote } from './queries.ts'

interface Created {
  note: Note
  left: number | null
}

/** Writes a note. With a key, a second call returns what the first one made and charges nothing. */
export async function createNote(
  { db, clock, config }: Dependencies,
  viewer: SignedIn,
  { client_uuid: _, ...fields }: ReceivedBy<typeof storeNote>['body'],
  key: RequestKey | null
): Promise<Created> {
  const find = async (known: string) => {
    const row = await findNoteByKey(db, viewer.id, known)
    return row && { row, request_digest: row.note.request_digest }
  }
  return once<{ row: NoteRow; request_digest: string | null }, Created>(
    key,
    'notes_request',
    find,
    // A retry must not bring back a note that was deleted meanwhile.
    ({ row }) =>
      row.note.deleted_at
        ? refuse({ kind: 'notFound', message: 'This note was deleted.' })
        : { note: toWireNote(row), left: null },
    () =>
      db.transaction(async tx => {
        refuseEmpty(fields)
        await needGoal(tx, viewer, fields.goal_id)
        const now = dateAt(clock)
        const id = await insertNote(tx, {
          ...fields,
          ...(key ?? NO_KEY),
          user_id: viewer.id,
          created_at: now,
          updated_at: now
        })
        const left = await spend(tx, { config }, viewer.id, 'note', { ids: [id], inSession: false }, now)
        return { note: await getNote(tx, viewer, id), left }
      })
  )
}

/** Saves the sent fields (NOTE-16). Refuses a change of an older state, with the newer one (D-140). */
export async function updateNote(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  id: string,
  { client_uuid: _, revision, ...sent }: ReceivedBy<typeof updateNoteCall>['body']
): Promise<Note> {
  const { note, isSaved } = await db.transaction(async tx => {
    const stored = (await lockNote(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    const isSaved = !isOld(revision, stored.revision)
    if (isSaved) {
      const change = given(sent)
      refuseEmpty({ ...stored, ...change })
      if (change.goal_id !== stored.goal_id) await needGoal(tx, viewer, change.goal_id)
      await changeNote(tx, stored.id, { ...change, revision: stored.revision + 1, updated_at: dateAt(clock) })
    }
    return { note: await getNote(tx, viewer, stored.id), isSaved }
  })
  return isSaved ? note : refuse(changedMeanwhile(note))
}

/** Erases the text. The row stays for its charge, and no token is returned (D-53). */
export async function deleteNote({ db, clock }: Dependencies, viewer: SignedIn, id: string): Promise<void> {
  await db.transaction(async tx => {
    const note = (await lockNote(tx, viewer.id, readId(id))) ?? refuse({ kind: 'notFound' })
    const now = dateAt(clock)
    await changeNote(tx, note.id, { title: '', content: '', todo: '', done: '', deleted_at: now, updated_at: now })
  })
}

function refuseEmpty(note: NoteTexts): void {
  const { content } = checkNote(note)
  if (content) refuse(invalid('content', content))
}

/** Locks the goal, so that no note is written about a goal that is being deleted. */
async function needGoal(tx: Transaction, viewer: SignedIn, id: number | null | undefined): Promise<void> {
  if (id != null && !(await lockGoal(tx, viewer.id, id))) refuse(NO_SUCH_GOAL)
}

async function getNote(tx: Transaction, viewer: SignedIn, id: number): Promise<Note> {
  return toWireNote((await findNote(tx, viewer.id, id)) ?? refuse({ kind: 'notFound' }))
}
