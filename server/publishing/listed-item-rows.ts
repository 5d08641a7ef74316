/** Lists of items. */
import { type SQL, sql } from 'drizzle-orm'
import { type Item, LISTED_CONTENT } from '../../domain/publishing/item.ts'
import type { Database } from '../db/database.ts'
import { cut, type Slice } from '../lib/paging.ts'
import { columns, JOINED, read, toWireItem } from './item-rows.ts'

/** A list of items of a person or of a book, either all or only public ones. */
export interface Listed {
  where: SQL
  /** Lists only items that everyone sees. */
  publicOnly: boolean
}

/** Matches the items of a person that are not books. */
export const ofPerson = (personId: number): SQL => sql`i.person_id = ${personId} and not i.is_book`
export const booksOf = (personId: number): SQL => sql`i.person_id = ${personId} and i.is_book`
export const ofBook = (bookId: number): SQL => sql`i.parent_id = ${bookId}`

/** The highest order first, with only the beginning of a long content. */
export async function listItems(
  db: Database,
  { where, publicOnly }: Listed,
  viewer: { id: number } | null,
  slice: Slice
): Promise<Item[]> {
  const condition = publicOnly ? sql`${where} and i.is_public` : where
  return readList(db, viewer, condition, sql`i.order_ms desc, i.id desc`, slice)
}

/** Public items, the last published first. */
export function listNewest(db: Database, where: SQL, limit: number): Promise<Item[]> {
  const condition = sql`${where} and i.is_public`
  return readList(db, null, condition, sql`i.published_at desc, i.id desc`, { limit, offset: 0 })
}

async function readList(
  db: Database,
  viewer: { id: number } | null,
  condition: SQL,
  order: SQL,
  slice: Slice
): Promise<Item[]> {
  const beginning = sql`left(i.content, ${sql.raw(String(LISTED_CONTENT))})`
  const rows = await read(
    db,
    sql`select ${columns(viewer, beginning)}
      from (select * from items i where ${condition} order by ${order} ${cut(slice)}) i ${JOINED} order by ${order}`
  )
  return rows.map(toWireItem)
}
