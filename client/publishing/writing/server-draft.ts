/**
 * What is typed into an item that exists is kept on the server too, shortly after each change, so that another device
 * goes on with it. The browser keeps what the server does not have yet (lib/drafts/kept-form.ts). Where two pages type
 * into one item, the second that keeps its draft sees both and chooses (D-140).
 */
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import { merge } from '../../../domain/lib/merge.ts'
import * as api from '../../../domain/publishing/api.ts'
import { CallRefused, call } from '../../lib/api.ts'
import type { AskClashes, Stored } from '../../lib/merged-save.ts'
import type { ItemFields } from '../publishing.ts'

type Found = ResponseOf<typeof api.getItem>
type Texts = Pick<ItemFields, 'title' | 'content'>

const PAUSE = 2000

/** What forms that were closed are still sending, by item. */
const sending = new Map<number, Promise<void>>()

/** All of an item, asked for when its form opens. */
export function itemQuery(id: number) {
  return queryOptions({
    queryKey: ['item', id],
    queryFn: async () => {
      await sending.get(id)
      return call(api.getItem, { params: { item: String(id) } })
    },
    // A form begins from what is stored when it opens, and changes under nobody.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
}

const textsOf = ({ title, content }: Texts): Texts => ({ title, content })
const isSame = (a: Texts, b: Texts): boolean => a.title === b.title && a.content === b.content

/** What the form of an item begins with: what I typed on another device, if I did. */
export function startOf({ item, draft }: Found): { fields: ItemFields; base: Stored<ItemFields> } {
  const { title, content, parent_id, revision } = item
  const form = { title, content, parent_id }
  if (!draft) return { fields: form, base: { form, revision } }
  // What an older draft began from is not known any more. So a save asks about all in which it differs.
  const began = draft.revision === revision ? form : ({} as ItemFields)
  return { fields: { ...form, ...textsOf(draft) }, base: { form: began, revision: draft.revision } }
}

interface Typing {
  fields: ItemFields
  base: Stored<ItemFields>
  change: (change: Partial<ItemFields>) => void
  /** The browser need not keep it any more. */
  onKept: () => void
}

/**
 * Keeps what is typed on the server.
 *
 * @returns `settle` ends it before a save, `goOn` begins it again, and `forget` throws the draft away
 */
export function useServerDraft({ item, draft }: Found, typing: Typing, ask: AskClashes) {
  const { fields } = typing
  const now = useRef(typing)
  const saves = useRef(draft?.saves ?? 0)
  const kept = useRef(textsOf(draft ?? item))
  const pending = useRef(Promise.resolve())
  const isOver = useRef(false)
  const isClosed = useRef(false)
  useLayoutEffect(() => {
    now.current = typing
  })

  async function send(): Promise<void> {
    if (isOver.current) return
    const { fields, base } = now.current
    const texts = textsOf(fields)
    try {
      if (!isSame(texts, kept.current)) {
        const body = { ...texts, revision: base.revision, saves: saves.current }
        // Who was signed out is not asked to sign in while they type, and a save does not wait for that.
        const sent = { params: { item: String(item.id) }, body, isUnasked: true } as const
        saves.current = (await call(api.saveDraft, sent)).saves
        kept.current = texts
      }
    } catch (error) {
      // What is typed stays in this browser, and the next change tries again. Nobody is asked by a form that was closed.
      if (isClosed.current || !(error instanceof CallRefused) || error.status !== 409 || !error.body.newer) return
      await join(texts, error.body.newer as unknown as Texts & { saves: number })
    }
    const latest = now.current
    if (isSame(latest.fields, kept.current) && latest.fields.parent_id === item.parent_id) latest.onKept()
  }

  async function join(mine: Texts, newer: Texts & { saves: number }): Promise<void> {
    const theirs = textsOf(newer)
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
      const last = queue().finally(() => sending.get(item.id) === last && sending.delete(item.id))
      sending.set(item.id, last)
    }
  }, [])

  return {
    settle: async (): Promise<void> => {
      isOver.current = true
      await pending.current
    },
    goOn: (): void => {
      isOver.current = false
    },
    forget: async (): Promise<void> => {
      await pending.current
      if (saves.current > 0) await call(api.deleteDraft, { params: { item: String(item.id) } })
      saves.current = 0
      kept.current = textsOf(item)
    }
  }
}
