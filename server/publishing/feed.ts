/**
 * The Atom feeds of a person and of a book: the items that were published last, as lists show them. Without `APP_URL`
 * addresses are relative, since the Host header of a request can be forged.
 */

import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import { type Item, isName } from '../../domain/publishing/item.ts'
import { linkForeignPictures } from '../../domain/uploads/in-texts.ts'
import { findPerson, toWirePerson } from '../accounts/persons/person-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { Moved } from '../lib/pages/pages.ts'
import { findReadable, listNewest, ofBook, ofPerson, pathOf } from './item-rows.ts'

const ENTRIES = 20

interface Feed {
  text: string
  modified: Date
}

/** The subject of a feed. */
interface Source {
  id: string
  title: string
  author: string
  path: string
  created_at: Date
}

/** The feed of a person. */
export async function loadPersonFeed({ db, config }: Dependencies, username: string): Promise<Feed> {
  const person = isName(username) ? await findPerson(db, username) : null
  if (person?.username.toLowerCase() !== username.toLowerCase()) return refuse({ kind: 'notFound' })
  needVisible(person, null)
  const { path, title } = toWirePerson(person)
  const source = { id: `person/${person.id}`, title, author: title, path, created_at: person.created_at }
  return toAtom(source, await listNewest(db, ofPerson(person.id), ENTRIES), config.appUrl ?? '')
}

/** The feed of a book. Redirects when the book has another address now. */
export async function loadBookFeed({ db, config }: Dependencies, first: string, second: string): Promise<Feed> {
  const book = isName(first) && isName(second) ? await findReadable(db, second, null) : null
  if (!book?.is_book) return refuse({ kind: 'notFound' })
  const path = pathOf(book)
  if (path !== `/${first}/${second}`) throw new Moved(`${path}/feed.atom`)
  const person = (await findPerson(db, book.person_id)) ?? refuse({ kind: 'notFound' })
  const { id, title, created_at } = book
  const source = { id: `item/${id}`, title, author: person.title, path, created_at }
  return toAtom(source, await listNewest(db, ofBook(id), ENTRIES), config.appUrl ?? '')
}

function toAtom({ id, title, author, path, created_at }: Source, items: Item[], site: string): Feed {
  const times = [created_at.toISOString(), ...items.map(updatedAt)]
  const updated = times.toSorted().at(-1) ?? ''
  const page = address(site, path)
  // Our own pictures have addresses without the site, which `xml:base` adds.
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${site && ` xml:base="${text(site)}/"`}>
  <id>${tagOf(site, id)}</id>
  <title>${text(title)}</title>
  <updated>${updated}</updated>
  <author><name>${text(author)}</name></author>
  <link rel="alternate" type="text/html" href="${page}"/>
  <link rel="self" type="application/atom+xml" href="${page}/feed.atom"/>
${items.map(item => toEntry(item, site)).join('')}</feed>
`
  return { text: feed, modified: new Date(updated) }
}

const publishedAt = ({ published_at, created_at }: Item): string => published_at ?? created_at
/** A change before publication counts as the publication. */
const updatedAt = (item: Item): string => [item.updated_at, publishedAt(item)].toSorted().at(-1) ?? item.updated_at

function toEntry(item: Item, site: string): string {
  return `  <entry>
    <id>${tagOf(site, `item/${item.id}`)}</id>
    <title>${text(item.title)}</title>
    <published>${publishedAt(item)}</published>
    <updated>${updatedAt(item)}</updated>
    <link rel="alternate" type="text/html" href="${address(site, item.path)}"/>
    <content type="html">${text(linkForeignPictures(item.content, site))}</content>
  </entry>
`
}

/** An id that no other site uses (RFC 4151). The year says when the host was ours, and never changes. */
function tagOf(site: string, path: string): string {
  return `tag:${site ? new URL(site).hostname : 'localhost'},2026:${path}`
}

function address(site: string, path: string): string {
  return text(site + encodeURI(path))
}

/** XML allows only three control characters. */
function text(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return escapeHtml(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
}
