/**
 * What is typed into an item is kept on the server too, shortly after each change, so that another device goes on with it. The browser keeps what the server does not have yet (lib/drafts/kept-form.ts). Where two pages type
 * into one item, the second that keeps its draft sees both and chooses (D-140).
 */
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import { changedFields, merge } from '../../../domain/lib/merge.ts'
import * as api from '../../../domain/publishing/api.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { type Making, newMaking } from '../../lib/make-once.ts'
import type { AskClashes, Stored } from '../../lib/merged-save.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { ItemFields } from '../publishing.ts'

type Found = ResponseOf<typeof api.getItem>
type Texts = Pick<ItemFields, 'title' | 'content'>

const PAUSE = 2000

/** What forms that were closed are still sending, by the name of its place. */
const sending = new Map<string, Promise<void>>()

/** All of an item, asked for when its form opens. */
export function itemQuery(id: number) {
  return queryOptions({
    queryKey: ['item', id],
    queryFn: async () => {
      await sending.get(`item ${id}`)
      return call(api.getItem, { params: { item: String(id) } })
    },
    // A form begins from what is stored when it opens, and changes under nobody.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
}

const NEW_DRAFTS = 'new-item-drafts'

/** The new items that I am writing as this person, wherever I began. */
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

/** What the form of an item begins with: what I typed on another device, if I did. */
export function startOf({ item, draft }: Found): { fields: ItemFields; base: Stored<ItemFields> } {
  const { title, content, parent_id, revision } = item
  const form = { title, content, parent_id }
  if (!draft) return { fields: form, base: { form, revision } }
  // What an older draft began from is not known any more. So a save asks about all in which it differs.
  const began = draft.revision === revision ? form : ({} as ItemFields)
  return { fields: { ...form, ...textsOf(draft) }, base: { form: began, revision: draft.revision } }
}

interface Typing<Fields> {
  fields: Fields
  change: (change: Partial<Fields>) => void
  /** The browser need not keep it any more. */
  onKept: () => void
}

/** Where a form keeps what is typed. */
interface Place<Fields, Texts extends Partial<Fields>> {
  /** Names it among those that closed forms are still sending. */
  name: string
  /** What is there, and how often it was saved. */
  kept: Texts
  saves: number
  textsOf: (fields: Fields) => Texts
  put: (texts: Texts, saves: number) => Promise<number>
  remove: () => Promise<unknown>
  /** Whether the browser need not keep these fields once their texts are there. */
  isAll?: (fields: Fields) => boolean
  /** It was saved as an item or thrown away elsewhere: what is typed goes on somewhere else. */
  onEnded?: () => void
}

/** Keeps what is typed into an item that exists. `base` is what its form began from. */
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
      // Who was signed out is not asked to sign in while they type, and a save does not wait for that.
      return (await call(api.saveDraft, { params, body, isUnasked: true })).saves
    },
    remove: () => call(api.deleteDraft, { params }),
    isAll: fields => fields.parent_id === item.parent_id
  }
  const { forget, ...kept } = useKeptOnServer(place, typing, ask)
  return { ...kept, forget: () => forget(textsOf(item)) }
}

/** Keeps what is typed into an item that is not there yet, under the key of its making. */
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
 * Keeps what is typed on the server.
 *
 * @returns `settle` ends it before a save, `goOn` begins it again, `take` goes on with another draft, `keepNow` waits for
 *   no pause, and `forget` throws the draft away
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
      // What is typed stays in this browser, and the next change tries again. Nobody is asked by a form that was closed.
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
    // Who goes on editing is asked once; a save shows what differs again.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was typed; what it uses outlives a rendering.
  useEffect(() => {
    const timer = setTimeout(queue, PAUSE)
    return () => clearTimeout(timer)
  }, [fields])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form was closed.
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
    goOn: (): void => {
      isOver.current = false
    },
    take: (texts: Texts, count: number): void => {
      kept.current = texts
      saves.current = count
    },
    /** @param stored what the form shows without the draft */
    forget: async (stored: Texts): Promise<void> => {
      await pending.current
      if (saves.current > 0) await place.remove()
      saves.current = 0
      kept.current = stored
    }
  }
}
