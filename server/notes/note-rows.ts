/** Note rows that goals use too. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Note } from '../../domain/notes/api.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { updateRows } from '../db/rows.ts'
import { goals } from '../db/schema/goals.ts'
import { notes } from '../db/schema/notes.ts'
import type { Slice } from '../lib/paging.ts'

export interface NoteRow {
  note: typeof notes.$inferSelect
  goal: { id: number; title: string } | null
}

export function selectNotes(db: Handle) {
  return db
    .select({ note: notes, goal: { id: goals.id, title: goals.title } })
    .from(notes)
    .leftJoin(goals, eq(goals.id, notes.goal_id))
}

const notesOfGoal = prepared((db: Database) =>
  selectNotes(db)
    .where(and(eq(notes.goal_id, sql.placeholder('id')), isNull(notes.deleted_at)))
    .orderBy(desc(notes.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
)

/** The newest first. The caller has checked the owner of the goal. */
export async function listNotesOfGoal(db: Database, id: number, slice: Slice): Promise<Note[]> {
  return (await notesOfGoal(db).execute({ id, ...slice })).map(toWireNote)
}

/** Deletes the notes of a deleted goal (D-47). */
export async function deleteNotesOfGoal(tx: Transaction, goalId: number, now: Date): Promise<void> {
  await updateRows(tx, notes, and(eq(notes.goal_id, goalId), isNull(notes.deleted_at)), {
    deleted_at: now,
    updated_at: now
  })
}

/** Restores the notes that `deleteNotesOfGoal` deleted at that time. */
export async function restoreNotesOfGoal(tx: Transaction, goalId: number, at: Date, now: Date): Promise<void> {
  await updateRows(tx, notes, and(eq(notes.goal_id, goalId), eq(notes.deleted_at, at)), {
    deleted_at: null,
    updated_at: now
  })
}

export function toWireNote({ note, goal }: NoteRow): Note {
  const { id, title, content, todo, done, goal_id, created_at, revision } = note
  return { id, title, content, todo, done, goal_id, goal, created_at: created_at.toISOString(), revision }
}
