import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { changedFields, merge } from '../../../domain/lib/edits/merge.ts'
import { CallRefused } from '../../lib/api.ts'
import type { AskClashes } from '../../lib/merged-save.ts'
import type { ItemFields } from '../publishing.ts'

export type Texts = Pick<ItemFields, 'title' | 'content'>

const PAUSE = 2000

/** The last saves of closed forms, by the name of the place. */
export const sending = new Map<string, Promise<void>>()

export const textsOf = ({ title, content }: Texts): Texts => ({ title, content })
export const isSame = (a: object, b: object): boolean => Object.keys(changedFields(a, b)).length === 0

export interface Typing<Fields> {
  fields: Fields
  change: (change: Partial<Fields>) => void
  /** Called when the browser no longer needs to keep the text. */
  onKept: () => void
}

/** The place on the server that stores a draft. */
export interface Place<Fields, Texts extends Partial<Fields>> {
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

/**
 * Stores the form's text after each pause.
 *
 * @returns `isStored` says whether the server has all that is typed, `settle` stops the saving before the item is saved,
 *   `resume` starts it again, `take` switches to another draft, `keepNow` saves without a pause, and `forget` deletes the
 *   draft
 */
export function useKeptOnServer<Fields extends object, Texts extends Partial<Fields>>(
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
  const [stored, setStored] = useState<Fields | null>(null)
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
    if (isAll && isSame(latest.textsOf(latest.fields), kept.current)) {
      setStored(latest.fields)
      latest.onKept()
    }
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
    isStored: stored === fields,
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
