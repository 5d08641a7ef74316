import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListedBook, Paraphrase } from '../../domain/publishing/api.ts'
import { ItemStatus, itemPath, MOST_BOOKS, MOST_VERSIONS } from '../../domain/publishing/item.ts'
import type { Database, Handle, Transaction } from '../db/database.ts'
import { preparedInsert } from '../db/prepared.ts'
import { deleteRows, findRow, insertIfNew, updateRows, updaterOf } from '../db/rows.ts'
import { users } from '../db/schema/accounts.ts'
import {
  favorites,
  itemDrafts,
  items,
  itemVersions,
  names,
  newItemDrafts,
  paraphrases
} from '../db/schema/publishing.ts'
import { cut, type Slice } from '../lib/paging.ts'
import type { FoundItem, Listed } from './item-rows.ts'

export const insertItem = preparedInsert(items)

/** Inserts a name. A name that is taken breaks `names_pkey`. */
export async function insertName(tx: Transaction, name: string, itemId: number): Promise<void> {
  await tx.insert(names).values({ name, item_id: itemId })
}

/** Returns whether the name belongs to the item now, or did before. */
export async function claimName(tx: Transaction, name: string, itemId: number): Promise<boolean> {
  await tx.insert(names).values({ name, item_id: itemId }).onConflictDoNothing()
  const [row] = await tx.select({ item_id: names.item_id }).from(names).where(eq(names.name, name))
  return row?.item_id === itemId
}

export async function findItemByKey(db: Database, personId: number, key: string) {
  const [row] = await db
    .select({ id: items.id, request_digest: items.request_digest })
    .from(items)
    .where(and(eq(items.person_id, personId), eq(items.request_key, key)))
  return row ?? null
}

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

export const updateItemRow = updaterOf(items)

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

export async function deleteItemRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(items).where(eq(items.id, id))
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

/** Counts up to 100 items. */
export async function countItems(db: Database, { where, publicOnly }: Listed): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (select from items i
    where ${where} ${publicOnly ? sql`and i.is_public` : sql``} limit 100) found`)
  return rows[0]?.count ?? 0
}

/** The items before and after an item in its book that the viewer may read. */
export async function findNeighbours(
  db: Database,
  item: FoundItem,
  publicOnly: boolean
): Promise<Record<'previous' | 'next', { title: string; path: string } | null>> {
  const { book_slug } = item
  if (item.parent_id === null || book_slug === null) return { previous: null, next: null }
  const one = async (beyond: '<' | '>') => {
    const direction = sql.raw(beyond === '<' ? 'desc' : 'asc')
    const { rows } = await db.execute<{
      slug: string
      title: string
      is_book: boolean
    }>(sql`select slug, title, is_book from items
      where parent_id = ${item.parent_id} and (order_ms, id) ${sql.raw(beyond)} (${item.order_ms}, ${item.id})
        ${publicOnly ? sql`and is_public` : sql``}
      order by order_ms ${direction}, id ${direction} limit 1`)
    const [row] = rows
    return row ? { title: row.title, path: itemPath(row, item.username, { slug: book_slug }) } : null
  }
  const [previous, next] = await Promise.all([one('>'), one('<')])
  return { previous, next }
}

/** Prevents the deletion of an item until the transaction ends. Returns false when it is already gone. */
export async function holdItem(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, id)).for('key share')
  return rows.length > 0
}

export async function listFavorites(db: Database, userId: number, itemIds: number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`select item_id::int as id from favorites
    where user_id = ${userId} and item_id = any(${sql.param(itemIds)}::bigint[])`)
  return new Set(rows.map(({ id }) => id))
}

/** Adds a star. Returns whether it is new. */
export function insertFavorite(tx: Transaction, userId: number, itemId: number, now: Date): Promise<boolean> {
  return insertIfNew(tx, favorites, { user_id: userId, item_id: itemId, created_at: now })
}

export async function deleteFavorite(tx: Transaction, userId: number, itemId: number): Promise<void> {
  await tx.delete(favorites).where(and(eq(favorites.user_id, userId), eq(favorites.item_id, itemId)))
}

/** Adds a version, and keeps only the newest ones of an item. */
export async function insertVersion(tx: Transaction, version: typeof itemVersions.$inferInsert): Promise<void> {
  await tx.insert(itemVersions).values(version)
  const newest = tx
    .select({ id: itemVersions.id })
    .from(itemVersions)
    .where(eq(itemVersions.item_id, version.item_id))
    .orderBy(desc(itemVersions.id))
    .limit(MOST_VERSIONS)
  await deleteRows(
    tx,
    itemVersions,
    and(eq(itemVersions.item_id, version.item_id), notInArray(itemVersions.id, newest))
  )
}

export type VersionRow = typeof itemVersions.$inferSelect

/** The newest first. Contents are cut, because a list shows a line of each. */
export function listVersions(db: Database, itemId: number): Promise<VersionRow[]> {
  const { id, item_id, revision, title, created_at } = itemVersions
  return db
    .select({ id, item_id, revision, title, created_at, content: sql<string>`left(${itemVersions.content}, 2000)` })
    .from(itemVersions)
    .where(eq(item_id, itemId))
    .orderBy(desc(id))
}

export function findVersion(db: Handle, itemId: number, id: number): Promise<VersionRow | null> {
  return findRow(db, itemVersions, and(eq(itemVersions.item_id, itemId), eq(itemVersions.id, id)))
}

export type DraftRow = typeof itemDrafts.$inferSelect

export function findDraft(db: Handle, itemId: number, userId: number): Promise<DraftRow | null> {
  return findRow(db, itemDrafts, isDraft(itemId, userId))
}

export async function upsertDraft(tx: Transaction, draft: DraftRow): Promise<void> {
  const { item_id, user_id, ...set } = draft
  await tx
    .insert(itemDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [itemDrafts.item_id, itemDrafts.user_id], set })
}

export async function deleteDraftRow(db: Handle, itemId: number, userId: number): Promise<void> {
  await db.delete(itemDrafts).where(isDraft(itemId, userId))
}

const isDraft = (itemId: number, userId: number) => and(eq(itemDrafts.item_id, itemId), eq(itemDrafts.user_id, userId))

export type NewDraftRow = typeof newItemDrafts.$inferSelect

const isNewDraft = (personId: number, uuid: string) =>
  and(eq(newItemDrafts.person_id, personId), eq(newItemDrafts.uuid, uuid))

/** The drafts of new items, the last saved first. */
export function listNewDrafts(db: Database, personId: number): Promise<NewDraftRow[]> {
  return db
    .select()
    .from(newItemDrafts)
    .where(eq(newItemDrafts.person_id, personId))
    .orderBy(desc(newItemDrafts.saved_at), desc(newItemDrafts.id))
}

export function findNewDraft(tx: Transaction, personId: number, uuid: string): Promise<NewDraftRow | null> {
  return findRow(tx, newItemDrafts, isNewDraft(personId, uuid))
}

export async function countNewDrafts(tx: Transaction, personId: number): Promise<number> {
  return tx.$count(newItemDrafts, eq(newItemDrafts.person_id, personId))
}

export async function upsertNewDraft(tx: Transaction, draft: typeof newItemDrafts.$inferInsert): Promise<void> {
  const { person_id, uuid, ...set } = draft
  await tx
    .insert(newItemDrafts)
    .values(draft)
    .onConflictDoUpdate({ target: [newItemDrafts.person_id, newItemDrafts.uuid], set })
}

export async function deleteNewDraftRow(db: Handle, personId: number, uuid: string): Promise<void> {
  await db.delete(newItemDrafts).where(isNewDraft(personId, uuid))
}

export async function deleteVersionRow(tx: Transaction, itemId: number, id: number): Promise<void> {
  await tx.delete(itemVersions).where(and(eq(itemVersions.item_id, itemId), eq(itemVersions.id, id)))
}

/**
 * Items whose time to be published has come, the first ones first. What a moderator took down waits until that is
 * lifted, and texts of suspended people until the suspension ends.
 */
export async function listDueItems(db: Database, now: Date, most: number): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    `select i.id::int from items i join persons p on p.id = i.person_id join users u on u.id = p.user_id
     where i.publish_at <= $1 and i.status = 0 and i.hidden_at is null and coalesce(u.suspended_until <= $1, true)
     order by i.publish_at, i.id limit $2`,
    [now, most]
  )
  return rows.map(({ id }) => id)
}

interface SourceRow extends Record<string, unknown> {
  id: number
  slug: string
  title: string
  username: string
  snippets: { id: number; slug: string; title: string }[]
}

const MOST_SNIPPETS = 20

/** Public books that contain something public, the newest first, each with its first snippets. */
export async function listSources(db: Database, slice: Slice): Promise<SourceRow[]> {
  const { rows } = await db.execute<SourceRow>(sql`
    select b.id::int, b.slug, b.title, p.username, s.snippets
    from (select * from items b where b.is_public and b.is_book
        and exists (select from items i where i.parent_id = b.id and i.is_public and not i.is_book)
      order by b.id desc ${cut(slice)}) b
    join persons p on p.id = b.person_id
    cross join lateral (select json_agg(json_build_object('id', i.id, 'slug', i.slug, 'title', i.title)
        order by i.order_ms desc, i.id desc) as snippets
      from (select id, slug, title, order_ms from items where parent_id = b.id and is_public and not is_book
        order by order_ms desc, id desc limit ${sql.raw(String(MOST_SNIPPETS))}) i) s
    order by b.id desc`)
  return rows
}

/** The first public snippet at or after a position, or the very first. `at` is from 0 to 1. */
export async function findSnippetNear(db: Database, at: number) {
  const { rows } = await db.execute<{ id: number; title: string; content: string; slug: string; book: string }>(sql`
    select i.id::int, i.title, i.content, i.slug, b.slug as book
    from items i join items b on b.id = i.parent_id where i.id = coalesce(
      (select id from items where is_public and parent_id is not null and not is_book
        and id >= (select ceil(max(id) * ${at}::double precision) from items
          where is_public and parent_id is not null and not is_book)
        order by id limit 1), -1)`)
  return rows[0] ?? null
}

export async function listParaphrases(db: Database, itemId: number, slice: Slice): Promise<Paraphrase[]> {
  const rows = await selectParaphrases(db)
    .where(eq(paraphrases.item_id, itemId))
    .orderBy(desc(paraphrases.id))
    .limit(slice.limit)
    .offset(slice.offset)
  return rows.map(toWireParaphrase)
}

const selectParaphrases = (db: Handle) =>
  db
    .select({
      id: paraphrases.id,
      snippet_id: paraphrases.item_id,
      content: paraphrases.content,
      username: users.username,
      created_at: paraphrases.created_at,
      user_id: paraphrases.user_id,
      request_digest: paraphrases.request_digest
    })
    .from(paraphrases)
    .innerJoin(users, eq(users.id, paraphrases.user_id))

export type ParaphraseRow = Awaited<ReturnType<typeof selectParaphrases>>[number]

export function toWireParaphrase({ id, snippet_id, content, username, created_at }: ParaphraseRow): Paraphrase {
  return { id, snippet_id, content, username, created_at: created_at.toISOString() }
}

export const insertParaphrase = preparedInsert(paraphrases)

export async function findParaphrase(db: Database, id: number): Promise<ParaphraseRow | null> {
  const [row] = await selectParaphrases(db).where(eq(paraphrases.id, id))
  return row ?? null
}

export async function findParaphraseByKey(db: Database, userId: number, key: string): Promise<ParaphraseRow | null> {
  const [row] = await selectParaphrases(db).where(
    and(eq(paraphrases.user_id, userId), eq(paraphrases.request_key, key))
  )
  return row ?? null
}

export async function deleteParaphraseRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(paraphrases).where(eq(paraphrases.id, id))
}
