/**
 * Items that come from another hut or from Markdown files. They are created like new ones, and nobody is told of them,
 * because they are not news.
 *
 * The rule that surprises: an item has the request key of its file or of its row in the other hut, and a group is named
 * by its key too. So a file can be imported again, and only what is missing is added.
 */
import * as z from 'zod/mini'
import { endpoint } from '../../lib/endpoint.ts'
import { date, flag, REQUEST_KEY, REQUEST_KEY_TEXT, sentBody, text, title, uuid } from '../../lib/fields.ts'
import { MAX_CONTENT } from '../../publishing/item.ts'
import { MOST_ORDER } from '../../publishing/order.ts'
import { imported, MOST_AT_ONCE } from '../api.ts'
import { sourceField } from '../moving.ts'

/** The most items in one call. */
export const MOST_ITEMS_AT_ONCE = 20

/** The source of an import that has items of Markdown files. */
export const MARKDOWN = 'markdown'

const nullable = z.nullable
const key = z.string(REQUEST_KEY_TEXT).check(z.regex(REQUEST_KEY, REQUEST_KEY_TEXT))
const sentDate = z._default(nullable(date), null)

/** An item as a file has it. */
export const movedItem = z.object({
  /** Names the file of the item, or its row in the other hut. */
  key,
  title: title(),
  content: z._default(text(MAX_CONTENT), ''),
  /** Its name in addresses. If it is taken here, the item gets another one. */
  slug: z._default(nullable(text(100)), null),
  is_book: z._default(flag, 0),
  /** The key of its group, which must be here already; without it the item is in no group. */
  book: z._default(nullable(key), null),
  status: z._default(flag, 0),
  created_at: sentDate,
  updated_at: sentDate,
  published_at: sentDate,
  /** When it becomes public by itself. A time that has passed counts as none. */
  publish_at: sentDate,
  /** Its place in lists, the highest first; by default its time of creation in ms. */
  order_ms: z._default(
    nullable(
      z
        .number('Enter a number.')
        .check(z.minimum(-MOST_ORDER, 'Enter a larger number.'), z.maximum(MOST_ORDER, 'Enter a smaller number.'))
    ),
    null
  )
})
export type MovedItem = z.output<typeof movedItem>

/** A row of an import, by the uuid that all calls for one file share. */
const ofImport = {
  uuid,
  file_name: title(),
  /** The account of an export; absent for Markdown files. */
  account: z.optional(sourceField)
}

export const moveItems = endpoint('POST', '/api/moves/items', {
  summary: 'Add items of Markdown files or of another hut as the person I write as; a second time it adds nothing',
  needsEmail: true,
  creates: 'pages',
  longText: 'items.content',
  richText: true,
  body: sentBody({
    ...ofImport,
    items: z
      .array(movedItem)
      .check(
        z.minLength(1, 'Give an item.'),
        z.maxLength(MOST_ITEMS_AT_ONCE, `Give at most ${MOST_ITEMS_AT_ONCE} items.`)
      )
  }),
  response: z.object({ import: imported, added: z.int() }),
  refusals: ['unauthenticated', 'conflict']
})

/** What a restore creates by the ordinary calls, and items. */
export const KEYED = ['activities', 'activity_lists', 'items'] as const
export type Keyed = (typeof KEYED)[number]

export const findMoved = endpoint('POST', '/api/moves/found', {
  summary: 'Find which things of a file I have, and which slugs are free',
  body: sentBody({
    section: z.enum(KEYED, `Give ${KEYED.join(', ')}.`),
    keys: z.array(key).check(z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} keys.`)),
    slugs: z._default(z.array(text(100)).check(z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} slugs.`)), [])
  }),
  response: z.object({
    /** Those of the slugs that a new item can have. */
    free: z.array(z.string()),
    found: z.array(
      z.object({
        key: z.string(),
        /** Its slug; of a list its id. */
        name: z.string()
      })
    )
  }),
  refusals: ['unauthenticated']
})

export const markMoved = endpoint('POST', '/api/moves/made', {
  summary: 'Say which activities and lists an import has made, so that undoing it deletes them',
  body: sentBody({
    ...ofImport,
    section: z.enum(['activities', 'activity_lists'], 'Give activities or activity_lists.'),
    keys: z.array(key).check(z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} keys.`))
  }),
  response: z.object({ import: imported }),
  refusals: ['unauthenticated', 'conflict']
})
