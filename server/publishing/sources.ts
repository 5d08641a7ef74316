/** Snippets and paraphrases of them (PUB-068..PUB-071, D-42). */
import type { DataOf } from '../../domain/lib/page.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { itemPath, mayEdit, mayHide } from '../../domain/publishing/item.ts'
import type { Paraphrase, sourcePage } from '../../domain/publishing/source-api.ts'
import { findPerson, toWirePerson } from '../accounts/persons/person-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { NO_KEY, once, type RequestKey } from '../lib/idempotency.ts'
import type { Slice } from '../lib/paging.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findReadable, getItem, toWireItem } from './item-rows.ts'
import {
  deleteParaphraseRow,
  findParaphrase,
  findParaphraseByKey,
  findSnippetNear,
  insertParaphrase,
  listParaphrases,
  listSources,
  toWireParaphrase
} from './paraphrase-rows.ts'
import { holdItem } from './queries.ts'

const snippetPath = (book: string, snippet: string): string => `/sources/${book}/activities/${snippet}`

/** Published books with their snippets. */
export async function getSources({ db }: Dependencies, slice: Slice) {
  const rows = await listSources(db, slice)
  return rows.map(({ id, slug, title, username, snippets }) => ({
    id,
    slug,
    title,
    username,
    path: itemPath({ slug, is_book: true }, username, null),
    snippets: snippets.map(one => ({ ...one, path: snippetPath(slug, one.slug) }))
  }))
}

/** @param at the position of a snippet among all, from 0 to 1 */
export async function getSnippet({ db }: Dependencies, at: number) {
  const { slug, book, ...found } = (await findSnippetNear(db, at)) ?? refuse({ kind: 'notFound' })
  return { ...found, path: snippetPath(book, slug) }
}

/** The page of a snippet, with its paraphrases. */
export async function loadSource(
  { db }: Dependencies,
  viewer: SignedIn | null,
  names: { book: string; snippet: string },
  slice: Slice
): Promise<DataOf<typeof sourcePage>> {
  const [book, snippet] = await Promise.all([getItem(db, names.book, viewer), getItem(db, names.snippet, viewer)])
  if (snippet.parent_id !== book.id || snippet.is_book) refuse({ kind: 'notFound' })
  const person = (await findPerson(db, book.person_id)) ?? refuse({ kind: 'notFound' })
  const named = { id: book.id, title: book.title, path: itemPath(book, book.username, null) }
  return {
    book: named,
    snippet: toWireItem(snippet),
    person: toWirePerson(person),
    isOwner: mayEdit(snippet, viewer),
    breadcrumbs: [
      { title: person.title, path: toWirePerson(person).path },
      { title: named.title, path: named.path },
      { title: snippet.title, path: snippetPath(book.slug, snippet.slug) }
    ],
    paraphrases: await listParaphrases(db, snippet.id, slice)
  }
}

/** With a key, a second call returns the paraphrase that the first one made. */
export async function addParaphrase(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  { snippet_id, content }: { snippet_id: number; content: string },
  key: RequestKey | null
): Promise<Paraphrase> {
  const find = (known: string) => findParaphraseByKey(db, viewer.id, known)
  return once(key, 'paraphrases_request', find, toWireParaphrase, () =>
    db.transaction(async tx => {
      const snippet = await findReadable(tx, snippet_id, viewer)
      const isSnippet = snippet?.parent_id != null && !snippet.is_book
      if (!isSnippet || !(await holdItem(tx, snippet.id))) {
        return refuse(invalid('snippet_id', 'There’s no such snippet.'))
      }
      const created_at = dateAt(clock)
      const row = { item_id: snippet.id, user_id: viewer.id, content, ...(key ?? NO_KEY), created_at }
      const { id } = await insertParaphrase(tx, row)
      return { id, snippet_id, content, username: viewer.username, created_at: created_at.toISOString() }
    })
  )
}

/** Deletes a paraphrase for its author, the snippet's owner or a site admin. */
export async function deleteParaphrase({ db }: Dependencies, viewer: SignedIn, id: number): Promise<void> {
  const found = (await findParaphrase(db, id)) ?? refuse({ kind: 'notFound' })
  // The author may delete it even if the snippet is unpublished now.
  if (found.user_id !== viewer.id && !mayHide(await getItem(db, found.snippet_id, viewer), viewer)) {
    refuse({ kind: 'forbidden' })
  }
  await db.transaction(tx => deleteParaphraseRow(tx, id))
}
