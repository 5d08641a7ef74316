/** Stars on books and items, and the books that a filter or form offers (PUB-065..PUB-067, D-66). */
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { mayHide } from '../../domain/publishing/item.ts'
import { findPerson } from '../accounts/persons/person-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listBooks } from './book-rows.ts'
import { findReadable } from './item-rows.ts'
import { deleteFavorite, holdItem, insertFavorite, listFavorites } from './queries.ts'

/** @param wanted the state to reach; undefined toggles, as documented (D-66) */
export async function setFavorite(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  itemId: number,
  wanted: 0 | 1 | undefined
): Promise<boolean> {
  return db.transaction(async tx => {
    const item = await findReadable(tx, itemId, viewer)
    if (!item || !(await holdItem(tx, item.id))) return refuse(invalid('item_id', 'There’s no such item.'))
    if (wanted !== 0 && (await insertFavorite(tx, viewer.id, item.id, dateAt(clock)))) return true
    if (wanted === 1) return true
    await deleteFavorite(tx, viewer.id, item.id)
    return false
  })
}

/** The books of a person, or only those with the viewer's star. */
export async function listParents(
  { db }: Dependencies,
  viewer: SignedIn | null,
  usernameOrId: string,
  favoritesOnly: boolean
) {
  const person = (await findPerson(db, usernameOrId)) ?? refuse({ kind: 'notFound' })
  const books = await listBooks(db, person, !mayHide(person, viewer))
  const ids = books.map(({ id }) => id)
  const starred = viewer ? await listFavorites(db, viewer.id, ids) : new Set<number>()
  return books
    .filter(({ id }) => !favoritesOnly || starred.has(id))
    .map(book => ({ ...book, is_favorite: starred.has(book.id) ? (1 as const) : (0 as const) }))
}
