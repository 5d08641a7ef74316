/**
 * Writes, moves, publishes and deletes items (PUB-052..PUB-061, D-114..D-118). The lock of the person makes all changes
 * of a person's items follow each other.
 */

import { isReserved } from '../../domain/accounts/username.ts'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile, isOld } from '../../domain/lib/revision.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import {
  ADMIN_MAY_HIDE,
  type Item,
  ItemStatus,
  isPublic,
  MOST_BOOKS,
  mayEdit,
  mayHide,
  parentCheck,
  SLUG_TAKEN,
  TAKEN_DOWN,
  TOO_MANY_BOOKS
} from '../../domain/publishing/item.ts'
import type { storeItem, updateItem as updateItemCall } from '../../domain/publishing/item-api.ts'
import { firstOrder } from '../../domain/publishing/order.ts'
import { isPersonOf } from '../../domain/publishing/person.ts'
import { PUBLISHED, publishTime } from '../../domain/publishing/publish-at.ts'
import { findCurrentPerson, findPerson, lockPerson, type PersonRow } from '../accounts/persons/person-rows.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import { recordAction } from '../audit-log/entry-rows.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { given } from '../lib/given.ts'
import { safeHtml } from '../lib/html.ts'
import { NO_KEY, once, type RequestKey, withFreeSlug } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { slugFor } from '../lib/slugs.ts'
import { caseClosed, caseHidden, findCase, lockCase } from '../moderation/case-rows.ts'
import { recordDeed } from '../moderation/deed-rows.ts'
import { closeDeleted, tellAuthor, tellReporters } from '../reminders/case-news.ts'
import { noteItemUses } from '../uploads/upload-rows.ts'
import { recordEvents, thingAt } from '../webhooks/event-rows.ts'
import { type BookRow, countBooks, emptyBook, findBook, listAbove } from './book-rows.ts'
import { deleteDraftRow, deleteNewDraftRow } from './draft-rows.ts'
import { noteItemNews } from './following/follow-rows.ts'
import { type FoundItem, getItem, toWireItem } from './item-rows.ts'
import { claimName, deleteItemRow, findItemByKey, insertItem, insertName, updateItemRow } from './queries.ts'
import { liftItems, showBookItems, takeDownItem } from './takedown-rows.ts'
import { insertVersion } from './version-rows.ts'

type Wish = ReceivedBy<typeof storeItem>['body']
type Change = ReceivedBy<typeof updateItemCall>['body']['itemData']

/** With a key, a second call returns the item that the first one made. */
export async function createItem(
  deps: Dependencies,
  viewer: SignedIn,
  wish: Wish,
  key: RequestKey | null
): Promise<Item> {
  const { db } = deps
  const person = await personFor(deps, viewer, wish.person_id)
  const content = safeHtml(wish.content)
  const find = (known: string) => findItemByKey(db, person.id, known)
  const show = async ({ id }: { id: number }) => toWireItem(await getItem(db, id, viewer))
  return once(key, 'items_request', find, show, async () => {
    // The plain slug is for the first of its title; later ones get five random characters.
    const id = await withFreeSlug('names_pkey', async isTaken => {
      if (wish.slug !== undefined && isTaken) refuse(invalid('slug', SLUG_TAKEN))
      const slug = wish.slug ?? freeSlug(wish.title, isTaken, wish.is_book === 1)
      const publish_at = publishAt(deps, viewer, wish.publish_at, 'publish_at')
      return db.transaction(async tx => insertInto(tx, deps, person, { ...wish, content }, { slug, publish_at }, key))
    })
    return show({ id })
  })
}

/** The author: the named person, or the current one (D-36). */
async function personFor({ db }: Dependencies, viewer: SignedIn, id: number | undefined): Promise<PersonRow> {
  const person = id === undefined ? await findCurrentPerson(db, viewer.id) : await findPerson(db, id)
  return person && isPersonOf(person, viewer) ? person : refuse(invalid('person_id', 'Choose one of your own pages.'))
}

/** The instant of a local time of the viewer; null for none. Refuses one that has passed or doesn't exist. */
function publishAt(
  { clock }: Dependencies,
  viewer: SignedIn,
  local: string | null | undefined,
  field: string
): Date | null {
  if (local == null) return null
  const at = publishTime(local, viewer.time_zone, clock.now())
  return typeof at === 'number' ? new Date(at) : refuse(invalid(field, at.problem))
}

function freeSlug(title: string, isTaken: boolean, isBook: boolean): string {
  const unnamed = isBook ? 'group' : 'item'
  const slug = slugFor(title, isTaken, unnamed)
  return isReserved(slug) ? slugFor(title, true, unnamed) : slug
}

async function insertInto(
  tx: Transaction,
  deps: Dependencies,
  person: PersonRow,
  { title, content, parent_id, is_book, status: wished, draft }: Wish,
  { slug, publish_at }: { slug: string; publish_at: Date | null },
  key: RequestKey | null
): Promise<number> {
  const { clock } = deps
  await lockPerson(tx, person.id)
  const book = await bookFor(tx, { person_id: person.id }, parent_id, 'parent_id')
  if (is_book === 1 && (await countBooks(tx, person.id)) >= MOST_BOOKS) {
    refuse({ kind: 'conflict', message: TOO_MANY_BOOKS })
  }
  const now = dateAt(clock)
  const status = publish_at ? ItemStatus.Unpublished : wished
  const is_public = isPublic({ status, isTakenDown: false }, book)
  const { id } = await insertItem(tx, {
    person_id: person.id,
    parent_id,
    is_book: is_book === 1,
    slug,
    title,
    content,
    status,
    is_public,
    published_at: is_public ? now : null,
    publish_at,
    order_ms: firstOrder(clock.now()),
    ...(key ?? NO_KEY),
    created_at: now,
    updated_at: now
  })
  await insertName(tx, slug, id)
  if (is_public) await noteItemNews(tx, [id])
  await noteItemUses(tx, id, person.user_id, content)
  if (draft !== undefined) await deleteNewDraftRow(tx, person.id, draft)
  if (is_public) await tellPublished(tx, deps, id, person.user_id)
  return id
}

/** Tells webhooks of an item that everyone can read for the first time. */
async function tellPublished(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock' | 'config'>,
  id: number,
  userId: number
): Promise<void> {
  const { path, title, username } = toWireItem(await getItem(tx, id, null))
  const data = { item: thingAt(deps, path, title), author: username }
  await recordEvents(tx, deps, [{ type: 'item.published', data, whom: { user: userId }, subject: `item ${id}` }])
}

/** The book that the item will be in; null for none. */
async function bookFor(
  tx: Transaction,
  item: { id?: number; person_id: number },
  id: number | null,
  field: string
): Promise<BookRow | null> {
  if (id === null) return null
  const book = await findBook(tx, id)
  const above = book ? await listAbove(tx, id) : []
  const refusal = parentCheck(
    item,
    book,
    above.map(one => one.id),
    field
  )
  return refusal ? refuse(refusal) : book
}

/** Saves an item for its owner. For a moderator it only takes an item down or lifts that. */
export async function updateItem(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  change: Change
): Promise<Item> {
  const content = change.content === undefined ? undefined : safeHtml(change.content)
  const { item, told } = await deps.db.transaction(async tx => {
    const found = await lockItem(tx, slugOrId, viewer)
    if (mayEdit(found, viewer)) return { item: await save(tx, deps, viewer, found, { ...change, content }), told: [] }
    const told = await hide(tx, deps, viewer, found, change)
    return { item: toWireItem(await getItem(tx, found.id, viewer)), told }
  })
  tellInboxes(deps, told)
  return item
}

/** Locks the item's person, and returns the item as it is then. */
export async function lockItem(tx: Transaction, slugOrId: string | number, viewer: SignedIn): Promise<FoundItem> {
  const { id, person_id } = await getItem(tx, slugOrId, viewer)
  await lockPerson(tx, person_id)
  return getItem(tx, id, viewer)
}

/**
 * Takes down another person's item, or lifts that. A moderator may change nothing else (D-117, D-149). Returns whose
 * inboxes to tell.
 */
async function hide(
  tx: Transaction,
  deps: Dependencies,
  viewer: SignedIn,
  found: FoundItem,
  { status, revision: _, ...more }: Change
): Promise<string[]> {
  if (!mayHide(found, viewer)) refuse({ kind: 'forbidden' })
  const isLift = status === ItemStatus.Published && found.hidden_at !== null
  const isTakedown = status === ItemStatus.Unpublished
  if (!(isLift || isTakedown) || Object.values(more).some(value => value !== undefined)) {
    refuse({ kind: 'forbidden', message: ADMIN_MAY_HIDE })
  }
  if (isTakedown && found.hidden_at) return []
  const now = dateAt(deps.clock)
  const about = { kind: 'item', id: found.id, author_id: found.user_id } as const
  const top = (isLift && (await findCase(tx, about))?.subject_id) || found.id
  const row = await lockCase(tx, { ...about, id: top }, now)
  const told = [...(await tellReporters(tx, deps, row)), ...(await tellAuthor(tx, deps, row))]
  if (isLift) {
    await liftItems(tx, [found.id], now)
    await caseClosed(tx, row, 'kept', viewer, now)
    await recordAction(tx, viewer, { action: 'restore', subject: 'item', subjectId: found.id }, now)
  } else {
    await takeDownItem(tx, found.id, now)
    await caseHidden(tx, row, { reason: 'other', note: '', wasUnlisted: false }, viewer, now)
    await recordDeed(tx, viewer, { action: 'hide_item', userId: found.user_id, subjectId: found.id }, now)
  }
  return told
}

/**
 * The fields of an item's form. A save from an older state is refused (D-140). Other fields change by single presses.
 */
const OF_FORM = ['title', 'content', 'parent_id', 'slug'] as const

/** Saves the owner's change, in the transaction that has locked the item. */
export async function save(
  tx: Transaction,
  deps: Dependencies,
  viewer: SignedIn,
  found: FoundItem,
  { publish_at: local, ...change }: Change
): Promise<Item> {
  const publish_at = local === undefined ? {} : { publish_at: publishAt(deps, viewer, local, PUBLISH_AT) }
  await store(tx, deps, found, { ...change, ...publish_at })
  return toWireItem(await getItem(tx, found.id, viewer))
}

const PUBLISH_AT = 'itemData.publish_at'

/** Stores a change of the item's owner. */
export async function store(
  tx: Transaction,
  deps: Pick<Dependencies, 'clock' | 'config'>,
  found: FoundItem,
  { revision, ...change }: Omit<Change, 'publish_at'> & { publish_at?: Date | null }
): Promise<void> {
  if (isOld(revision, found.revision)) refuse(changedMeanwhile(toWireItem(found)))
  const isTakenDown = found.hidden_at !== null
  if (isTakenDown && change.status === ItemStatus.Published) refuse({ kind: 'forbidden', message: TAKEN_DOWN })
  const now = dateAt(deps.clock)
  const parent_id = change.parent_id === undefined ? found.parent_id : change.parent_id
  const status = change.status ?? found.status
  if (change.publish_at && status === ItemStatus.Published) refuse(invalid(PUBLISH_AT, PUBLISHED))
  const book = await bookFor(tx, found, parent_id, 'itemData.parent_id')
  const is_public = isPublic({ status, isTakenDown }, book)
  if (change.slug !== undefined) await takeSlug(tx, found, change.slug)
  const isText = change.title !== undefined || change.content !== undefined
  const { title, content } = { title: found.title, content: found.content, ...given(change) }
  const isRewritten = title !== found.title || content !== found.content
  if (isRewritten) {
    await insertVersion(tx, {
      item_id: found.id,
      revision: found.revision,
      title: found.title,
      content: found.content,
      created_at: now
    })
  }
  const isChanged = OF_FORM.some(field => change[field] !== undefined && change[field] !== found[field])
  await updateItemRow(tx, found.id, {
    ...given(change),
    is_public,
    published_at: found.published_at ?? (is_public ? now : null),
    // A press may be earlier.
    ...(status === ItemStatus.Published ? { publish_at: null } : {}),
    revision: found.revision + (isChanged ? 1 : 0),
    // Readers see it as the day of the last change, so moving and publishing keep it.
    updated_at: isRewritten ? now : found.updated_at
  })
  const isFirst = is_public && found.published_at === null
  if (isFirst) await noteItemNews(tx, [found.id])
  if (found.is_book && is_public !== found.is_public) {
    const published = await showBookItems(tx, found.id, now)
    // The news of a new book are enough.
    if (!isFirst) await noteItemNews(tx, published)
  }
  if (isText) await deleteDraftRow(tx, found.id, found.user_id)
  await noteItemUses(tx, found.id, found.user_id, content, [found.content])
  if (isFirst) await tellPublished(tx, deps, found.id, found.user_id)
}

/** Refuses a slug that is taken. Earlier slugs of an item stay its own (D-41). */
async function takeSlug(tx: Transaction, found: FoundItem, slug: string): Promise<void> {
  if (slug !== found.slug && !(await claimName(tx, slug, found.id))) refuse(invalid('itemData.slug', SLUG_TAKEN))
}

/** Deletes an item for good. The items of a deleted book stay, in no book (D-118). */
export async function deleteItem(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  reason?: Reason
): Promise<string> {
  const { id, slug } = await deps.db.transaction(async tx => {
    const found = await lockItem(tx, slugOrId, viewer)
    if (!mayHide(found, viewer)) refuse({ kind: 'forbidden' })
    if (found.is_book) await emptyBook(tx, found)
    await deleteItemRow(tx, found.id)
    if (!mayEdit(found, viewer)) {
      const deed = { action: 'delete_item', userId: found.user_id, subjectId: found.id, reason } as const
      await recordDeed(tx, viewer, deed, dateAt(deps.clock))
    }
    return found
  })
  await closeDeleted(deps, viewer, { kind: 'item', id })
  return slug
}
