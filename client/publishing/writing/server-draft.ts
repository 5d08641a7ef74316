/**
 * Stores typed text of an item on the server shortly after each change, so that another device can continue it. The
 * browser keeps the text until the server has it (lib/drafts/kept-form.ts). If two pages edit the same item, the second
 * one to store its draft sees both texts and chooses (D-140).
 */
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { changedFields, merge } from '../../../domain/lib/edits/merge.ts'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import * as api from '../../../domain/publishing/api.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { type Making, newMaking } from '../../lib/make-once.ts'
import type { AskClashes, Stored } from '../../lib/merged-save.ts'
import { queryClient } from '../../lib/page-cache.ts'
import type { ItemFields } from '../publishing.ts'

type Found = ResponseOf<typeof api.getItem>
type Texts = Pick<ItemFields, 'title' | 'content'>

const PAUSE = 2000

/** The last saves of closed forms, by the name of the place. */
const sending = new Map<string, Promise<void>>()

/** The whole item. Loads when its form opens. */
export function itemQuery(id: number) {
  return queryOptions({
    queryKey: ['item', id],
    queryFn: async () => {
      await sending.get(`item ${id}`)
      return call(api.getItem, { params: { item: String(id) } })
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
      return (await call(api.getNewDrafts, { params: { person: username } })).drafts
    },
    staleTime: 0
  })
}

export async function discardNewDraft(username: string, draft: string): Promise<void> {
  await call(api.deleteNewDraft, { params: { person: username, draft } })
  await queryClient.invalidateQueries({ queryKey: [NEW_DRAFTS, username] })
}

const textsOf = ({ title, content }: Texts): Texts => ({ title, content })
const isSame = (a: object, b: object): boolean => Object.keys(changedFields(a, b)).length === 0

/** The initial values of an item's form: the draft from another device, or else the item. */
export function startOf({ item, draft }: Found): { fields: ItemFields; base: Stored<ItemFields> } {
  const { title, content, parent_id, revision } = item
  const form = { title, content, parent_id }
  if (!draft) return { fields: form, base: { form, revision } }
  // The base of an older draft is no longer known, so a save asks about all differences.
  const began = draft.revision === revision ? form : ({} as ItemFields)
  return { fields: { ...form, ...textsOf(draft) }, base: { form: began, revision: draft.revision } }
}

interface Typing<Fields> {
  fields: Fields
  change: (change: Partial<Fields>) => void
  /** Called when the browser no longer needs to keep the text. */
  onKept: () => void
}

/** The place on the server that stores a draft. */
interface Place<Fields, Texts extends Partial<Fields>> {
  /** Names the place, to find saves of closed forms that are still running. */
  name: string
  /** The stored texts, and how often they were saved. */
  kept: Texts
  saves: number
  textsOf: (fields: Fields) => Texts
  put: (texts: Texts, saves: number) => Promise<number>
  remove: () => Promise<unknown>
  /** Whether the browser can drop these fields once the texts are stored. */
  isAll?: (fields: Fields) => boolean
  /**
   * Called when the draft has ended elsewhere, because it became an item or was discarded. The text continues in a new
   * draft.
   */
  onEnded?: () => void
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
      return (await call(api.saveDraft, { params, body, isUnasked: true })).saves
    },
    remove: () => call(api.deleteDraft, { params }),
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
  const remove = () => call(api.deleteNewDraft, { params: params() })
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
      return (await call(api.saveNewDraft, { params: params(), body: { ...fields, saves }, isUnasked: true })).saves
    },
    remove,
    onEnded: () => {
      making.current = newMaking()
    }
  }
  return useKeptOnServer(place, typing, ask)
}

const fieldsOf = ({ title, content, parent_id }: ItemFields): ItemFields => ({ title, content, parent_id })

/**
 * Stores the form's text after each pause.
 *
 * @returns `settle` stops the saving before the item is saved, `resume` starts it again, `take` switches to another draft,
 *   `keepNow` saves without a pause, and `forget` deletes the draft
 */
function useKeptOnServer<Fields extends object, Texts extends Partial<Fields>>(
  place: Place<Fields, Texts>,
  typing: Typing<Fields>,
  ask: AskClashes
) {
  const { fields } = typing
  const now = useRef({ ...typing, ...place })
  const saves = useRef(place.saves)
  const kept = useRef(place.kept)
  const pending = useRef(Promise.resolve())
  const isOver = useRef(false)
  const isClosed = useRef(false)
  useLayoutEffect(() => {
    now.current = { ...typing, ...place }
  })

  async function send(): Promise<void> {
    if (isOver.current) return
    const { fields, textsOf, put, onEnded } = now.current
    const texts = textsOf(fields)
    try {
      if (!isSame(texts, kept.current)) {
        saves.current = await put(texts, saves.current)
        kept.current = texts
      }
    } catch (error) {
      // The text stays in this browser, and the next change tries again. A closed form asks no question.
      if (isClosed.current || !(error instanceof CallRefused) || error.status !== 409 || !error.body.newer) return
      const newer = error.body.newer as unknown as Texts & { saves: number }
      if (onEnded && newer.saves === 0) {
        onEnded()
        saves.current = 0
        return send()
      }
      await join(texts, newer)
    }
    const latest = now.current
    const isAll = latest.isAll?.(latest.fields) ?? true
    if (isAll && isSame(latest.textsOf(latest.fields), kept.current)) latest.onKept()
  }

  async function join(mine: Texts, newer: Texts & { saves: number }): Promise<void> {
    const { textsOf } = now.current
    const theirs = textsOf(newer as unknown as Fields)
    const { clashes } = merge(kept.current, mine, theirs)
    const choices = clashes.length === 0 ? {} : await ask(clashes)
    // A person who dismisses the question is not asked again here; saving the item shows the differences again.
    if (!choices) {
      isOver.current = true
      return
    }
    const { merged } = merge(kept.current, textsOf(now.current.fields), theirs, choices)
    saves.current = newer.saves
    kept.current = theirs
    now.current.change(merged)
  }

  const queue = (): Promise<void> => {
    pending.current = pending.current.then(send)
    return pending.current
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes; `queue` reads refs only.
  useEffect(() => {
    const timer = setTimeout(queue, PAUSE)
    return () => clearTimeout(timer)
  }, [fields])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form closes.
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
      const { name } = place
      const last = queue().finally(() => sending.get(name) === last && sending.delete(name))
      sending.set(name, last)
    }
  }, [])

  return {
    keepNow: queue,
    settle: async (): Promise<void> => {
      isOver.current = true
      await pending.current
    },
    resume: (): void => {
      isOver.current = false
    },
    take: (texts: Texts, count: number): void => {
      kept.current = texts
      saves.current = count
    },
    /** @param stored the form's texts without the draft */
    forget: async (stored: Texts): Promise<void> => {
      await pending.current
      if (saves.current > 0) await place.remove()
      saves.current = 0
      kept.current = stored
    }
  }
}
