/**
 * Stores typed text of an item on the server shortly after each change, so that another device can continue it. The
 * browser keeps the text until the server has it (lib/drafts/kept-form.ts). If two pages edit the same item, the second
 * one to store its draft sees both texts and chooses (D-140).
 */
import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import * as draftApi from '../../../domain/publishing/draft-api.ts'
import * as itemApi from '../../../domain/publishing/item-api.ts'
import { call } from '../../lib/api.ts'
import { type Making, newMaking } from '../../lib/make-once.ts'
import type { AskClashes, Stored } from '../../lib/merged-save.ts'
import { queryClient } from '../../lib/page-cache.ts'
import type { ItemFields } from '../publishing.ts'
import { isSame, type Place, sending, type Texts, type Typing, textsOf, useKeptOnServer } from './use-kept-on-server.ts'

type Found = ResponseOf<typeof itemApi.getItem>

/** The whole item. Loads when its form opens. */
export function itemQuery(id: number) {
  return queryOptions({
    queryKey: ['item', id],
    queryFn: async () => {
      await sending.get(`item ${id}`)
      return call(itemApi.getItem, { params: { item: String(id) } })
    },
    // The form starts from the state at its opening, which later loads must not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
}

const NEW_DRAFTS = 'new-item-drafts'

/** The user's unfinished new items as this person, from all devices. */
export function newDraftsQuery(username: string) {
  return queryOptions({
    queryKey: [NEW_DRAFTS, username],
    queryFn: async () => {
      await sending.get(`new item ${username}`)
      return (await call(draftApi.getNewDrafts, { params: { person: username } })).drafts
    },
    staleTime: 0
  })
}

export async function discardNewDraft(username: string, draft: string): Promise<void> {
  await call(draftApi.deleteNewDraft, { params: { person: username, draft } })
  await queryClient.invalidateQueries({ queryKey: [NEW_DRAFTS, username] })
}

/** The initial values of an item's form: the draft from another device, or else the item. */
export function startOf({ item, draft }: Found): { fields: ItemFields; base: Stored<ItemFields> } {
  const { title, content, parent_id, revision } = item
  const form = { title, content, parent_id }
  if (!draft) return { fields: form, base: { form, revision } }
  // The base of an older draft is no longer known, so a save asks about all differences.
  const began = draft.revision === revision ? form : ({} as ItemFields)
  return { fields: { ...form, ...textsOf(draft) }, base: { form: began, revision: draft.revision } }
}

/** Stores the draft of an existing item. `base` is what the form began with. */
export function useServerDraft(
  { item, draft }: Found,
  typing: Typing<ItemFields> & { base: Stored<ItemFields> },
  ask: AskClashes
) {
  const params = { item: String(item.id) }
  const place: Place<ItemFields, Texts> = {
    name: `item ${item.id}`,
    kept: textsOf(draft ?? item),
    saves: draft?.saves ?? 0,
    textsOf,
    put: async (texts, saves) => {
      const body = { ...texts, revision: typing.base.revision, saves }
      // A draft that saves itself shows no sign-in prompt, and saving the item does not wait for it.
      return (await call(draftApi.saveDraft, { params, body, isUnasked: true })).saves
    },
    remove: () => call(draftApi.deleteDraft, { params }),
    isAll: fields => fields.parent_id === item.parent_id
  }
  const { forget, ...kept } = useKeptOnServer(place, typing, ask)
  return { ...kept, forget: () => forget(textsOf(item)) }
}

/** Stores the draft of a new item, under the key of its making. */
export function useNewDraft(
  { username, making, empty }: { username: string; making: { current: Making }; empty: ItemFields },
  typing: Typing<ItemFields>,
  ask: AskClashes
) {
  const params = () => ({ person: username, draft: making.current.key })
  const remove = () => call(draftApi.deleteNewDraft, { params: params() })
  const place: Place<ItemFields, ItemFields> = {
    name: `new item ${username}`,
    kept: empty,
    saves: 0,
    textsOf: fieldsOf,
    put: async (fields, saves) => {
      if (isSame(fields, empty)) {
        await remove()
        return 0
      }
      return (await call(draftApi.saveNewDraft, { params: params(), body: { ...fields, saves }, isUnasked: true }))
        .saves
    },
    remove,
    onEnded: () => {
      making.current = newMaking()
    }
  }
  return useKeptOnServer(place, typing, ask)
}

const fieldsOf = ({ title, content, parent_id }: ItemFields): ItemFields => ({ title, content, parent_id })
