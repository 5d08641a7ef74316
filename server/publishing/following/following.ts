/** Following persons and books (D-162). */
import { refuse } from '../../../domain/lib/refusal.ts'
import { needVisible } from '../../../domain/moderation/hidden.ts'
import {
  type Following,
  MOST_FOLLOWED,
  NOT_BLOCKED,
  OWN_PAGE,
  TOO_MANY_FOLLOWED
} from '../../../domain/publishing/following-api.ts'
import { findPerson } from '../../accounts/persons/person-rows.ts'
import { findUserId, lockUser } from '../../accounts/user-rows.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { getItem } from '../item-rows.ts'
import { countFollowed, deleteFollow, type Followed, findFollowing, insertFollow, isBlocked } from './follow-rows.ts'

/** Follows a person, or stops following. Repeating it changes nothing. */
export async function followPerson(
  deps: Dependencies,
  viewer: SignedIn,
  usernameOrId: string,
  isOn: boolean
): Promise<Following> {
  return deps.db.transaction(async tx => {
    const person = needVisible((await findPerson(tx, usernameOrId)) ?? refuse({ kind: 'notFound' }), viewer)
    return set(tx, deps, viewer, { page: { person_id: person.id }, author: person }, isOn)
  })
}

/** Follows a book, or stops following. Repeating it changes nothing. */
export async function followBook(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  isOn: boolean
): Promise<Following> {
  return deps.db.transaction(async tx => {
    const book = await getItem(tx, slugOrId, viewer)
    if (!book.is_book) refuse({ kind: 'notFound' })
    return set(tx, deps, viewer, { page: { item_id: book.id }, author: book }, isOn)
  })
}

interface Page {
  page: Followed
  author: { user_id: number; username: string }
}

async function set(
  tx: Transaction,
  { clock }: Dependencies,
  viewer: SignedIn,
  { page, author }: Page,
  isOn: boolean
): Promise<Following> {
  if (isOn) {
    await mayFollow(tx, viewer, author)
    await insertFollow(tx, page, viewer.id, dateAt(clock))
    if ((await countFollowed(tx, viewer.id)) > MOST_FOLLOWED) refuse({ kind: 'conflict', message: TOO_MANY_FOLLOWED })
  } else await deleteFollow(tx, page, viewer.id)
  return findFollowing(tx, page, viewer.id)
}

async function mayFollow(tx: Transaction, viewer: SignedIn, author: Page['author']): Promise<void> {
  if (author.user_id === viewer.id) refuse({ kind: 'conflict', message: OWN_PAGE })
  // Nobody learns whose a second page is, so blocks concern the account's own page only (D-35, D-164).
  const isMain = (await findUserId(tx, author.username)) === author.user_id
  if (isMain && (await isBlocked(tx, viewer.id, author.user_id))) refuse({ kind: 'conflict', message: NOT_BLOCKED })
  await lockUser(tx, viewer.id)
}
