/** The public pages: of a person, and of an item or book (PUB-004..PUB-011, D-41). */

import { isSegment } from '../../domain/accounts/reserved-usernames.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import type { itemPage, personPage } from '../../domain/publishing/api.ts'
import { isName, itemPath, mayHide } from '../../domain/publishing/item.ts'
import { isShownAsOwner, maySwitch } from '../../domain/publishing/person.ts'
import { findNamed, findPerson, type PersonRow, toWirePerson } from '../accounts/persons/person-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { findFaces } from '../faces/face-rows.ts'
import { Moved } from '../lib/pages/pages.ts'
import type { Slice } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listAbove, listBooks } from './book-rows.ts'
import { type Followed, findFollowing } from './following/follow-rows.ts'
import { type FoundItem, findReadable, getItem, pathOf, toWireItem } from './item-rows.ts'
import { type Listed, listItems, ofBook, ofPerson } from './listed-item-rows.ts'
import { loadProfile } from './profile-rows.ts'
import { countItems, findNeighbours } from './queries.ts'

/**
 * The page of the person with this name. Redirects when the name belongs to an item or the address has changed.
 * @param isPerson whether the name must be a person's, as below /users
 */
export async function loadPerson(
  deps: Dependencies,
  viewer: SignedIn | null,
  username: string,
  slice: Slice,
  isPerson: boolean
): Promise<DataOf<typeof personPage>> {
  const named = isName(username) ? await findNamed(deps.db, username) : null
  if (!named || (isPerson && named.item_id !== null)) return refuse({ kind: 'notFound' })
  if (named.item_id !== null) throw new Moved(pathOf(await getItem(deps.db, named.item_id, viewer)))
  const person = (await findPerson(deps.db, named.person_id ?? 0)) ?? refuse({ kind: 'notFound' })
  needVisible(person, viewer)
  const { path } = toWirePerson(person)
  if (person.username !== username) throw new Moved(path)
  const listed = { where: ofPerson(person.id), publicOnly: !mayHide(person, viewer) }
  const [page, profile] = await Promise.all([
    shared(deps, viewer, person, listed, slice, { person_id: person.id }),
    loadProfile(deps, viewer, person)
  ])
  return { ...page, profile, breadcrumbs: [{ title: person.title, path }] }
}

/** The page of an item or book. Redirects when its address has changed. */
export async function loadItem(
  deps: Dependencies,
  viewer: SignedIn | null,
  [first, second]: [string, string],
  slice: Slice
): Promise<DataOf<typeof itemPage>> {
  if (!isName(first) || !isName(second)) refuse({ kind: 'notFound' })
  const found = await getItem(deps.db, second, viewer)
  const path = pathOf(found)
  if (path !== `/${first}/${second}`) {
    if (!(await wasUnder(deps, viewer, found, first))) refuse({ kind: 'notFound' })
    throw new Moved(path)
  }
  const person = (await findPerson(deps.db, found.person_id)) ?? refuse({ kind: 'notFound' })
  const publicOnly = !mayHide(person, viewer)
  const listed = { where: ofBook(found.id), publicOnly }
  const [page, neighbours, above] = await Promise.all([
    shared(deps, viewer, person, listed, slice, found.is_book ? { item_id: found.id } : null),
    findNeighbours(deps.db, found, publicOnly),
    found.parent_id === null ? [] : listAbove(deps.db, found.parent_id)
  ])
  const item = toWireItem(found)
  return {
    ...page,
    item,
    ...neighbours,
    breadcrumbs: [
      { title: person.title, path: page.person.path },
      ...above
        .toReversed()
        .map(book => ({ title: book.title, path: itemPath({ ...book, is_book: true }, person.username, null) })),
      { title: item.title, path }
    ]
  }
}

/** Whether the first segment may have been the item's: its person, or one of their books, also by an earlier name. */
async function wasUnder(
  { db }: Dependencies,
  viewer: SignedIn | null,
  item: FoundItem,
  first: string
): Promise<boolean> {
  const named = isSegment(first) ? null : await findNamed(db, first)
  if (named?.item_id == null) return named?.person_id === item.person_id
  const book = await findReadable(db, named.item_id, viewer)
  return book?.is_book === true && book.person_id === item.person_id
}

async function shared(
  { db }: Dependencies,
  viewer: SignedIn | null,
  person: PersonRow,
  listed: Listed,
  slice: Slice,
  followed: Followed | null
) {
  const [books, items, itemsCount, faces, following] = await Promise.all([
    listBooks(db, person, listed.publicOnly),
    listItems(db, listed, viewer, slice),
    countItems(db, listed),
    findFaces(db, [person.username]),
    followed && findFollowing(db, followed, viewer?.id ?? null)
  ])
  return {
    person: toWirePerson(person),
    face: faces.get(person.username) ?? null,
    isOwner: isShownAsOwner(person, viewer),
    canSwitch: maySwitch(person, viewer),
    books,
    following,
    items,
    itemsCount
  }
}
