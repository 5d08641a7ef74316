/** Calls that store, change and delete items and books (PUB-001..PUB-125). */

import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag, sentBody, text, title, uuid } from '../lib/fields.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { listedBook } from './api.ts'
import { item, MAX_CONTENT, slugProblem } from './item.ts'
import { MOST_ORDER } from './order.ts'
import { localTime } from './publish-at.ts'

export const content = text(MAX_CONTENT)
const slug = text(80).check(
  z.superRefine((value, context) => {
    const message = slugProblem(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
)
export const parentId = z.nullable(z.int('Choose one of your own groups.'))
export const saved = z.object({ item, ...noError })

export const storeItem = endpoint('POST', '/api/items', {
  summary: 'Write an item, or with is_book make a group of items', // D-114, D-115
  needsEmail: true,
  creates: 'pages',
  keyed: true,
  longText: 'content',
  richText: true,
  body: sentBody({
    title: title(),
    content: z._default(content, ''),
    parent_id: z._default(parentId, null),
    is_book: z._default(flag, 0),
    status: z._default(flag, 1),
    /** When it becomes public by itself, by the clock of my time zone. Until then it is unpublished, whatever `status` says. */
    publish_at: z.optional(z.nullable(localTime)),
    /** Its name in addresses; by default made from the title. */
    slug: z.optional(slug),
    /** One of my persons; by default the current one. */
    person_id: z.optional(z.int('Give the id of a person of yours.')),
    /** The uuid of the draft of this item; the call deletes the draft. */
    draft: z.optional(uuid)
  }),
  response: saved,
  refusals: ['unauthenticated', 'conflict']
})

export const getItem = endpoint('GET', '/api/items/:item', {
  summary: 'An item with all of its content, and what I was last typing into it',
  response: z.object({
    item,
    draft: z.nullable(
      z.object({
        title: z.string(),
        content: z.string(),
        /** The item's revision when the typing began. */
        revision: z.int(),
        /** How often this draft was saved; the next save sends it back. */
        saves: z.int(),
        saved_at: responseDate
      })
    )
  }),
  refusals: ['notFound']
})
export type ItemDraft = NonNullable<z.output<typeof getItem.response>['draft']>

export const updateItem = endpoint('PATCH', '/api/items/:item', {
  summary: 'Save the sent keys of an item: its owner; moderators may set status 0', // D-115, D-117
  needsEmail: true,
  longText: 'itemData.content',
  richText: true,
  body: sentBody({
    itemData: z.object({
      ...sentKeys({ title: title(), content, parent_id: parentId, status: flag, slug }).shape,
      /** When it becomes public by itself, by the clock of my time zone; null for never. */
      publish_at: z.optional(z.nullable(localTime)),
      order_ms: z.optional(
        z
          .number('Enter a number.')
          .check(z.minimum(-MOST_ORDER, 'Enter a larger number.'), z.maximum(MOST_ORDER, 'Enter a smaller number.'))
      ),
      /** An old revision is refused, and the response holds the newer state (D-140). */
      revision: sentRevision
    })
  }),
  response: saved,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

/** Permanent. The items of a deleted book stay, outside of any book (D-118). */
export const deleteItem = endpoint('DELETE', '/api/items/:item', {
  summary: 'Delete an item; what was in a group stays without one', // D-118
  response: z.object({ slug: z.string(), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})

/** The books of a person that the viewer may read. The page itself searches them for the typed text (PUB-019). */
export const searchParents = endpoint('GET', '/api/items/parents/search/:person', {
  summary: 'The groups of a person, in their order; with favorites=1 those that I have starred',
  query: z.object({ favorites: z.optional(z.union([z.literal('0'), z.literal('1')], 'Give 0 or 1.')) }),
  response: z.array(
    z.object({
      ...listedBook.shape,
      is_favorite: responseFlag
    })
  ),
  refusals: ['notFound']
})

/** Without `favorited` each call toggles the star, as documented. With it, repeating a call changes nothing. */
export const storeFavorite = endpoint('POST', '/api/favorites', {
  summary: 'Star a group or an item, or take the star away; with favorited that is how it ends', // D-66
  body: sentBody({
    item_id: z.int('Give the id of an item.'),
    favorited: z.optional(flag)
  }),
  response: z.object({ favorited: z.boolean() }),
  refusals: ['unauthenticated']
})
