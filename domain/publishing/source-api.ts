/** Sources to paraphrase, and the paraphrases. A snippet is an item in a book (D-42). */

import * as z from 'zod/mini'
import { breadcrumbs } from '../browse/api.ts'
import { endpoint } from '../lib/endpoint.ts'
import { responseDate, sentBody, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { previewOf } from '../uploads/in-texts.ts'
import { articleOf, bookFeeds, feedOf, named } from './api.ts'
import { item } from './item.ts'
import { person } from './person.ts'

export const paraphrase = z.object({
  id: z.int(),
  snippet_id: z.int(),
  /** Plain text. */
  content: z.string(),
  username: z.string(),
  created_at: responseDate
})
export type Paraphrase = z.output<typeof paraphrase>

/** A snippet with its paraphrases (PUB-006, PUB-071, D-42). */
export const sourcePage = page('/sources/:book/activities/:snippet', {
  query: ['page'],
  data: z.object({
    book: z.object({ id: z.int(), ...named.shape }),
    snippet: item,
    person,
    /** The viewer may delete any of the paraphrases. */
    isOwner: z.boolean(),
    breadcrumbs,
    /** The newest first; one more than `per_page` when there is a next page. */
    paraphrases: z.array(paraphrase)
  }),
  head: ({ book, snippet, person }) => ({
    title: `${snippet.title} · ${book.title}`,
    ...previewOf(snippet.content),
    // The item has its own page at another address.
    canonical: snippet.path,
    feeds: [...bookFeeds(snippet), feedOf(person)],
    article: articleOf(snippet, person)
  })
})

/** Published books with published items (PUB-070, D-42). */
export const getSources = endpoint('GET', '/api/sources', {
  summary: 'Published groups with their newest snippets, the newest group first',
  query: z.object({ page: z.optional(text(10)) }),
  response: z.object({
    serverData: z.object({
      /** One more than `per_page` when there is a next page. */
      sources: z.array(
        z.object({
          id: z.int(),
          slug: z.string(),
          title: z.string(),
          path: z.string(),
          username: z.string(),
          /** At most twenty. */
          snippets: z.array(
            z.object({
              id: z.int(),
              slug: z.string(),
              title: z.string(),
              /** Path of the snippet's page with paraphrases. */
              path: z.string()
            })
          )
        })
      )
    })
  })
})

export const getRandomSnippet = endpoint('GET', '/api/snippets/random', {
  summary: 'Any published snippet', // D-42
  response: z.object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    /** Path of the snippet's page with paraphrases. */
    path: z.string()
  }),
  refusals: ['notFound']
})

export const storeParaphrase = endpoint('POST', '/api/paraphrases', {
  summary: 'Say a snippet in my own words; free', // D-42
  needsEmail: true,
  creates: 'pages',
  keyed: true,
  body: sentBody({
    snippet_id: z.int('Give the id of a snippet.'),
    content: title(5000)
  }),
  response: paraphrase,
  refusals: ['unauthenticated']
})

export const deleteParaphrase = endpoint('DELETE', '/api/paraphrases/:paraphrase', {
  summary: 'Its author, the owner of the snippet or a moderator deletes a paraphrase',
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})
