/** Books, and the books that contain them. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListedBook } from '../../domain/publishing/api.ts'
import { ItemStatus, itemPath, MOST_BOOKS } from '../../domain/publishing/item.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { updateRows } from '../db/rows.ts'
import { items, names } from '../db/schema/publishing.ts'

export interface BookRow {
  id: number
  person_id: number
  is_book: boolean
  is_public: boolean
}

export async function findBook(tx: Transaction, id: number): Promise<BookRow | null> {
  const { person_id, is_book, is_public } = items
  const [row] = await tx.select({ id: items.id, person_id, is_book, is_public }).from(items).where(eq(items.id, id))
  return row ?? null
}

/** A book and the books around it, from the inside out. */
export async function listAbove(db: Handle, bookId: number): Promise<{ id: number; slug: string; title: string }[]> {
  const { rows } = await db.execute<{ id: number; slug: string; title: string }>(sql`
    with recursive above as (
      select id, parent_id, slug, title, 1 as level from items where id = ${bookId}
      union all select i.id, i.parent_id, i.slug, i.title, above.level + 1 from items i join above on i.id = above.parent_id
    ) select id::int, slug, title from above order by level`)
  return rows
}

/** Moves a book's items out of it. Items of an unpublished book stay unpublished. Old addresses stay. */
export async function emptyBook(
  tx: Transaction,
  book: { id: number; person_id: number; is_public: boolean }
): Promise<void> {
  if (book.is_public) {
    await tx.update(names).set({ item_id: null, person_id: book.person_id }).where(eq(names.item_id, book.id))
  }
  const stays = book.is_public ? {} : { status: 0, is_public: false }
  await updateRows(tx, items, eq(items.parent_id, book.id), {
    parent_id: null,
    revision: sql`${items.revision} + 1`,
    ...stays
  })
}

export async function countBooks(tx: Transaction, personId: number): Promise<number> {
  return tx.$count(items, and(eq(items.person_id, personId), items.is_book))
}

/** The books of a person, in their order. */
export async function listBooks(
  db: Database,
  person: { id: number; username: string },
  publicOnly: boolean
): Promise<ListedBook[]> {
  const parents = alias(items, 'parents')
  const rows = await db
    .select({
      id: items.id,
      slug: items.slug,
      title: items.title,
      status: items.status,
      parents_title: parents.title
    })
    .from(items)
    .leftJoin(parents, eq(parents.id, items.parent_id))
    .where(and(eq(items.person_id, person.id), items.is_book, publicOnly ? items.is_public : undefined))
    .orderBy(desc(items.order_ms), desc(items.id))
    .limit(MOST_BOOKS)
  return rows.map(row => ({
    ...row,
    status: row.status === ItemStatus.Published ? ItemStatus.Published : ItemStatus.Unpublished,
    path: itemPath({ ...row, is_book: true }, person.username, null)
  }))
}
