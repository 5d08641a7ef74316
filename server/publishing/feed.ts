/**
 * The Atom feeds of a person and of a book: the items that were published last, as lists show them. Without `APP_URL`
 * addresses are relative, since the Host header of a request can be forged.
 */

import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { type Item, isName } from '../../domain/publishing/item.ts'
import { linkForeignPictures } from '../../domain/uploads/in-texts.ts'
import { findPerson, toWirePerson } from '../accounts/persons/person-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Feed, toAtom } from '../lib/atom.ts'
import { Moved } from '../lib/pages/pages.ts'
import { findReadable, listNewest, ofBook, ofPerson, pathOf } from './item-rows.ts'

const ENTRIES = 20

/** The feed of a person. */
export async function loadPersonFeed({ db, config }: Dependencies, username: string): Promise<Feed> {
  const person = isName(username) ? await findPerson(db, username) : null
  if (person?.username.toLowerCase() !== username.toLowerCase()) return refuse({ kind: 'notFound' })
  needVisible(person, null)
  const { path, title } = toWirePerson(person)
  const subject = { id: `person/${person.id}`, title, author: title, path, created_at: person.created_at.toISOString() }
  const site = config.appUrl ?? ''
  return toAtom(subject, entriesOf(await listNewest(db, ofPerson(person.id), ENTRIES), site), site)
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
  return toAtom(subject, entriesOf(await listNewest(db, ofBook(id), ENTRIES), site), site)
}

const entriesOf = (items: readonly Item[], site: string) =>
  items.map(item => {
    const published = item.published_at ?? item.created_at
    return {
      ...{ id: `item/${item.id}`, title: item.title, path: item.path, published },
      // A change before publication counts as the publication.
      updated: [item.updated_at, published].toSorted().at(-1) ?? published,
      content: linkForeignPictures(item.content, site)
    }
  })
