/** Adds an item that comes from a file or another hut. Nobody is told of it, because it is no news. */
import { isReserved } from '../../../domain/accounts/username.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import { isSlug } from '../../../domain/lib/slug.ts'
import { ItemStatus, isPublic, MOST_BOOKS, TOO_MANY_BOOKS } from '../../../domain/publishing/item.ts'
import { firstOrder } from '../../../domain/publishing/order.ts'
import { LONGEST_MS } from '../../../domain/publishing/publish-at.ts'
import { isNameTaken, listTakenNames, type PersonRow } from '../../accounts/persons/person-rows.ts'
import type { Handle, Transaction } from '../../db/database.ts'
import { safeHtml } from '../../lib/html.ts'
import { slugFor } from '../../lib/slugs.ts'
import { noteItemUses } from '../../uploads/upload-rows.ts'
import { countBooks, findBook } from '../book-rows.ts'
import { insertItem, insertName } from '../queries.ts'

interface MovedItem {
  /** Its request key. */
  key: string
  title: string
  content: string
  slug: string | null
  is_book: 0 | 1
  status: 0 | 1
  created_at: string | null
  updated_at: string | null
  published_at: string | null
  publish_at: string | null
  order_ms: number | null
}

/** @param person locked, because all changes of their items follow each other. @param bookId null for no book */
export async function insertMovedItem(
  tx: Transaction,
  person: PersonRow,
  item: MovedItem,
  { bookId, importId, now }: { bookId: number | null; importId: number; now: Date }
): Promise<{ id: number; slug: string }> {
  const found = bookId === null ? null : await findBook(tx, bookId)
  const book = found?.is_book && found.person_id === person.id ? found : null
  if (item.is_book === 1 && (await countBooks(tx, person.id)) >= MOST_BOOKS)
    refuse({ kind: 'conflict', message: TOO_MANY_BOOKS })
  const content = safeHtml(item.content)
  const slug = await freeSlug(tx, item)
  const is_public = isPublic({ status: item.status, isTakenDown: false }, book)
  const created_at = past(item.created_at ?? item.published_at, now) ?? now
  const { id } = await insertItem(tx, {
    ...{ person_id: person.id, parent_id: book?.id ?? null, is_book: item.is_book === 1 },
    ...{ slug, title: item.title, content, status: item.status, is_public },
    published_at: is_public ? (past(item.published_at, now) ?? created_at) : null,
    publish_at: item.status === ItemStatus.Unpublished ? publishAt(item.publish_at, now) : null,
    ...{ order_ms: item.order_ms ?? firstOrder(created_at.getTime()) },
    ...{ import_id: importId, request_key: item.key, request_digest: null },
    ...{ created_at, updated_at: past(item.updated_at, now) ?? created_at }
  })
  await insertName(tx, slug, id)
  await noteItemUses(tx, id, person.user_id, content)
  return { id, slug }
}

/** A date of a file, which can't be later than now. */
function past(sent: string | null, now: Date): Date | null {
  return sent === null ? null : new Date(Math.min(Date.parse(sent), now.getTime()))
}

/** A time at which an item can become public by itself. */
function publishAt(sent: string | null, now: Date): Date | null {
  const at = sent === null ? 0 : Date.parse(sent)
  return at > now.getTime() && at <= now.getTime() + LONGEST_MS ? new Date(at) : null
}

const MOST_SLUG = 80

/** Those of the slugs that a new item can have. */
export async function listFreeSlugs(db: Handle, slugs: readonly string[]): Promise<string[]> {
  const fit = slugs.filter(canBeSlug)
  const taken = await listTakenNames(db, fit)
  return fit.filter(slug => !taken.has(slug.toLowerCase()))
}

const canBeSlug = (wish: string): boolean => wish.length <= MOST_SLUG && isSlug(wish) && !isReserved(wish)

/** The item's own slug if it can have it here. */
async function freeSlug(
  tx: Transaction,
  { slug, title, is_book }: Pick<MovedItem, 'slug' | 'title' | 'is_book'>
): Promise<string> {
  const unnamed = is_book === 1 ? 'group' : 'item'
  for (const wish of [slug ?? '', slugFor(title, false, unnamed)]) {
    if (canBeSlug(wish) && !(await isNameTaken(tx, wish))) return wish
  }
  return slugFor(title, true, unnamed)
}
