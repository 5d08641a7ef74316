import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { lockRow } from '../db/rows.ts'
import { notes } from '../db/schema/notes.ts'
import type { Slice } from '../lib/paging.ts'
import { type NoteRow, selectNotes } from './note-rows.ts'

export type NewNote = typeof notes.$inferInsert

/**
 * My notes, the newest first.
 * @param words the note must contain each of them, in any case
 */
export function listNotes(db: Database, userId: number, words: string[], slice: Slice): Promise<NoteRow[]> {
  const text = sql`concat_ws(' ', ${notes.title}, ${notes.content}, ${notes.todo}, ${notes.done})`
  const found = words.map(word => sql`${text} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
  return selectNotes(db)
    .where(and(eq(notes.user_id, userId), isNull(notes.deleted_at), ...found))
    .orderBy(desc(notes.id))
    .limit(slice.limit)
    .offset(slice.offset)
}

/** My note; someone else's is not found (D-130). */
export async function findNote(db: Handle, userId: number, id: number): Promise<NoteRow | null> {
  const [row] = await selectNotes(db).where(and(eq(notes.id, id), eq(notes.user_id, userId), isNull(notes.deleted_at)))
  return row ?? null
}

/** Like `findNote`, locked until the transaction ends. */
export function lockNote(tx: Transaction, userId: number, id: number): Promise<NoteRow['note'] | null> {
  return lockRow(tx, notes, and(eq(notes.id, id), eq(notes.user_id, userId), isNull(notes.deleted_at)))
}

/** The note with this request key, even a deleted one. */
export async function findNoteByKey(db: Database, userId: number, key: string): Promise<NoteRow | null> {
  const [row] = await selectNotes(db).where(and(eq(notes.user_id, userId), eq(notes.request_key, key)))
  return row ?? null
}

export async function insertNote(tx: Transaction, note: NewNote): Promise<number> {
  const [row] = await tx.insert(notes).values(note).returning({ id: notes.id })
  if (!row) throw new Error('no note was made')
  return row.id
}

export async function changeNote(tx: Transaction, id: number, change: Partial<NewNote>): Promise<void> {
  await tx.update(notes).set(change).where(eq(notes.id, id))
}
