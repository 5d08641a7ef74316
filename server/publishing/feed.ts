/**
 * The Atom feeds of a person and of a book: what their followers hear of (D-162), the newest first. Without `APP_URL`
 * addresses are relative, since the Host header of a request can be forged.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { type Item, isName } from '../../domain/publishing/item.ts'
import { linkForeignPictures } from '../../domain/uploads/in-texts.ts'
import { findPerson, isMainPerson, toWirePerson } from '../accounts/persons/person-rows.ts'
import { listNewestOf, type NewActivity } from '../activities/listed-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Entry, type Feed, MOST_ENTRIES, toAtom } from '../lib/atom.ts'
import { Moved } from '../lib/pages/pages.ts'
import { sessionEntry } from '../sessions/activity-feed.ts'
import { listNewest as listNewestSessions, ofHost } from '../sessions/newest-rows.ts'
import { findReadable, pathOf } from './item-rows.ts'
import { booksOf, listNewest, ofBook, ofPerson } from './listed-item-rows.ts'

/**
 * The feed of a person: their texts, groups of texts, activities and sessions. A second person of an account has only
 * texts, because nobody learns whose it is (D-35).
 */
export async function loadPersonFeed({ db, config }: Dependencies, username: string): Promise<Feed> {
  const person = isName(username) ? await findPerson(db, username) : null
  if (person?.username.toLowerCase() !== username.toLowerCase()) return refuse({ kind: 'notFound' })
  needVisible(person, null)
  const { path, title } = toWirePerson(person)
  const subject = { id: `person/${person.id}`, title, author: title, path, created_at: person.created_at.toISOString() }
  const site = config.appUrl ?? ''
  const isMain = await isMainPerson(db, person)
  const [texts, books, activities, sessions] = await Promise.all([
    listNewest(db, ofPerson(person.id), MOST_ENTRIES),
    listNewest(db, booksOf(person.id), MOST_ENTRIES),
    isMain ? listNewestOf(db, person.user_id, MOST_ENTRIES) : [],
    isMain ? listNewestSessions(db, ofHost(person.user_id), MOST_ENTRIES) : []
  ])
  const items = [...texts, ...books].map(item => itemEntry(item, site))
  const entries = [...items, ...activities.map(activityEntry), ...sessions.map(sessionEntry)]
  const newest = entries.toSorted((one, other) => other.published.localeCompare(one.published))
  return toAtom(subject, newest.slice(0, MOST_ENTRIES), site)
}

/** The feed of a book. Redirects when the book has another address now. */
export async function loadBookFeed({ db, config }: Dependencies, first: string, second: string): Promise<Feed> {
  const book = isName(first) && isName(second) ? await findReadable(db, second, null) : null
  if (!book?.is_book) return refuse({ kind: 'notFound' })
  const path = pathOf(book)
  if (path !== `/${first}/${second}`) throw new Moved(`${path}/feed.atom`)
  const person = (await findPerson(db, book.person_id)) ?? refuse({ kind: 'notFound' })
  const { id, title, created_at } = book
  const subject = { id: `item/${id}`, title, author: person.title, path, created_at: created_at.toISOString() }
  const site = config.appUrl ?? ''
  const items = await listNewest(db, ofBook(id), MOST_ENTRIES)
  return toAtom(
    subject,
    items.map(item => itemEntry(item, site)),
    site
  )
}

function itemEntry(item: Item, site: string): Entry {
  const published = item.published_at ?? item.created_at
  return {
    ...{ id: `item/${item.id}`, title: item.title, path: item.path, published },
    // A change before publication counts as the publication.
    updated: [item.updated_at, published].toSorted().at(-1) ?? published,
    content: linkForeignPictures(item.content, site)
  }
}

function activityEntry({ id, slug, title, created_at }: NewActivity): Entry {
  const made = created_at.toISOString()
  return {
    ...{ id: `activity/${id}`, title, path: `/activities/${slug}` },
    ...{ published: made, updated: made, content: '<p>A new activity</p>' }
  }
}
