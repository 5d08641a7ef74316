/** Drafts of items and of new items. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { responseDate, sentBody, text } from '../lib/fields.ts'
import { sentRevision } from '../lib/revision.ts'
import { content, parentId } from './item-api.ts'

/** Saves the unsaved text of an existing item as a draft that only its author sees, on all their devices. */
export const saveDraft = endpoint('PUT', '/api/items/:item/draft', {
  summary: 'Keep what I am typing into an item; saving the item ends the draft',
  longText: 'content',
  body: sentBody({
    title: text(255),
    content,
    /** The item's revision when the typing began. */
    revision: sentRevision,
    /**
     * `saves` of the draft that this one continues, 0 for a new draft. Refused when another page saved in between
     * (D-140).
     */
    saves: sentRevision
  }),
  response: z.object({ saves: z.int(), saved_at: responseDate }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const deleteDraft = endpoint('DELETE', '/api/items/:item/draft', {
  summary: 'Forget what I was typing into an item',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

const newDraft = z.object({
  uuid: z.string(),
  title: z.string(),
  content: z.string(),
  /** The group that will contain the item; null for none. */
  parent_id: z.nullable(z.int()),
  /** How often this draft was saved; the next save sends it back. */
  saves: z.int(),
  saved_at: responseDate
})
export type NewItemDraft = z.output<typeof newDraft>

/** Drafts of new items that I write as this person. I can continue them on every device. */
export const getNewDrafts = endpoint('GET', '/api/me/persons/:person/drafts', {
  summary: 'New items that I am writing as a person of mine, the last one first',
  response: z.object({ drafts: z.array(newDraft) }),
  refusals: ['unauthenticated', 'notFound']
})

export const saveNewDraft = endpoint('PUT', '/api/me/persons/:person/drafts/:draft', {
  summary: 'Keep what I am typing into a new item, under a uuid of the page; free',
  longText: 'content',
  body: sentBody({
    title: text(255),
    content,
    parent_id: z._default(parentId, null),
    /**
     * `saves` of the draft that this one continues, 0 for a new draft. Refused when another page saved in between
     * (D-140).
     */
    saves: sentRevision
  }),
  response: z.object({ saves: z.int(), saved_at: responseDate }),
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const deleteNewDraft = endpoint('DELETE', '/api/me/persons/:person/drafts/:draft', {
  summary: 'Forget what I was typing into a new item',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})
