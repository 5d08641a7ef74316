/**
 * What is typed into an item that exists is kept on the server too, shortly after each change, so that another device
 * goes on with it. Where two pages type into one item, the second that keeps its draft sees both and chooses (D-140).
 */
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import { merge } from '../../../domain/lib/merge.ts'
import * as api from '../../../domain/publishing/api.ts'
import { CallRefused, call } from '../../lib/api.ts'
import type { AskClashes } from '../../lib/merged-save.ts'
import { editDraft, forgetEdit, type ItemFields } from './typing.ts'

type Found = ResponseOf<typeof api.getItem>
type Texts = Pick<ItemFields, 'title' | 'content'>

const PAUSE = 2000

/** All of an item, asked for when its form opens. What I typed on another device is taken up, unless I typed here. */
export function itemQuery(id: number) {
  return queryOptions({
    queryKey: ['item', id],
    queryFn: async () => {
      const found = await call(api.getItem, { params: { item: String(id) } })
      if (!editDraft(id).get().fields) takeUp(found)
      return found
    },
    // A form begins from what is stored when it opens, and changes under nobody.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
}

function takeUp({ item, draft }: Found): void {
  if (!draft) return
  const { title, content, parent_id } = item
  // What an older draft began from is not known any more. So a save asks about all in which it differs.
  const form = draft.revision === item.revision ? { title, content, parent_id } : {}
  editDraft(item.id).set({
    fields: { title: draft.title, content: draft.content, parent_id },
    base: { form, revision: draft.revision }
  })
}

/**
 * Keeps what is typed on the server.
 *
 * @returns `settle` ends it before a save, and `forget` throws the draft away
 */
export function useKeptDraft({ item, draft }: Found, ask: AskClashes) {
  const saves = useRef(draft?.saves ?? 0)
  const kept = useRef<Texts>(draft ?? item)
  const pending = useRef<Promise<void> | null>(null)
  const isOver = useRef(false)
  const store = editDraft(item.id)

  async function send(): Promise<void> {
    const { fields, base } = store.get()
    if (!fields || isOver.current) return
    const texts = { title: fields.title, content: fields.content }
    if (texts.title === kept.current.title && texts.content === kept.current.content) return
    const revision = base?.revision ?? item.revision
    try {
      const body = { ...texts, revision, saves: saves.current }
      const stored = await call(api.saveDraft, { params: { item: String(item.id) }, body })
      saves.current = stored.saves
      kept.current = texts
    } catch (error) {
      // What is typed stays in this browser, and the next change tries again.
      if (!(error instanceof CallRefused) || error.status !== 409 || !error.body.newer) return
      await join(texts, error.body.newer as unknown as Texts & { saves: number })
    }
  }

  async function join(mine: Texts, { title, content, saves: newest }: Texts & { saves: number }): Promise<void> {
    const theirs = { title, content }
    const { clashes } = merge(kept.current, mine, theirs)
    const choices = clashes.length === 0 ? {} : await ask(clashes)
    const { fields, base } = store.get()
    // Who goes on editing is asked once; a save shows what differs again.
    if (!choices || !fields) {
      isOver.current = true
      return
    }
    const { merged } = merge(kept.current, { title: fields.title, content: fields.content }, theirs, choices)
    saves.current = newest
    kept.current = theirs
    store.set({ fields: { ...fields, ...merged }, base })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it uses outlives a render.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.listen(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        pending.current = (pending.current ?? Promise.resolve()).then(send)
      }, PAUSE)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])

  return {
    settle: async (): Promise<void> => {
      isOver.current = true
      await pending.current
    },
    goOn: (): void => {
      isOver.current = false
    },
    forget: async (): Promise<void> => {
      forgetEdit(item.id)
      await pending.current
      if (saves.current > 0) await call(api.deleteDraft, { params: { item: String(item.id) } })
      saves.current = 0
      kept.current = item
    }
  }
}
