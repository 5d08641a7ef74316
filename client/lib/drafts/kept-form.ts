/**
 * Keeps the text of a form in this browser while it is typed (kept-drafts.ts), offers it when the form opens again
 * (ui/forms/DraftOffer.tsx), and drops it once it is saved. For forms whose fields are one object; the builder keeps
 * more and has its own code.
 */
import { useEffect, useState } from 'react'
import { changedFields } from '../../../domain/lib/edits/merge.ts'
import { randomUuid } from '../client-uuid.ts'
import { type Making, newMaking } from '../make-once.ts'
import type { Stored } from '../merged-save.ts'
import { useUser } from '../user.ts'
import { continueDraft, findDrafts, forgetDraft, holdDraft, type KeptDraft, keepDraft } from './kept-drafts.ts'

interface KeptForm<Form> {
  /** Drafts of earlier visits. */
  drafts: readonly KeptDraft<Form>[]
  /** Whether the form differs from its base. */
  isChanged: boolean
  /** Whether this browser has space for the draft. */
  isKept: boolean
  /** The caller then shows the draft's values and uses its `base`. */
  restore: (draft: KeptDraft<Form>) => void
  discard: (draft: KeptDraft<Form>) => void
  /** Stores the draft again, with a `making` that includes the request being sent. */
  keep: () => void
  /** Call after saving. */
  forget: () => void
}

/**
 * @param item identifies the form: its address, or a name that no other form has
 * @param base the values and revision that the form began with
 * @param making of the one thing that the form creates, if it creates one
 */
export function useKeptForm<Form extends object>(
  item: string,
  form: Form,
  base: Stored<Form>,
  making?: { current: Making }
): KeptForm<Form> {
  const user = useUser()?.id ?? null
  const [id] = useState(randomUuid)
  const [drafts, setDrafts] = useState<readonly KeptDraft<Form>[]>([])
  const [isKept, setIsKept] = useState(true)
  const isChanged = Object.keys(changedFields(base.form, form)).length > 0
  const draft = (): KeptDraft<Form> => {
    return { id, item, form, base, making: making?.current ?? newMaking(), at: Date.now(), user }
  }
  const without = (one: KeptDraft<Form>) => drafts.filter(other => other.id !== one.id)
  const keep = (): void => {
    if (isChanged) setIsKept(keepDraft(draft()))
  }

  useEffect(() => holdDraft(id), [id])
  useEffect(
    () => findDrafts<Form>(item, user, found => setDrafts(found.filter(one => one.id !== id))),
    [item, user, id]
  )
  // Text that was undone by hand leaves no draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all values that a draft contains
  useEffect(() => (isChanged ? keep() : forgetDraft(id)), [id, item, form, base, isChanged, user])

  return {
    drafts,
    isChanged,
    isKept,
    restore: earlier => {
      // Text typed before restoring becomes another draft.
      const typed = isChanged ? [{ ...draft(), id: randomUuid() }] : []
      for (const one of typed) keepDraft(one)
      setIsKept(continueDraft(earlier, { ...earlier, id, user }))
      setDrafts([...without(earlier), ...typed])
      if (making) making.current = earlier.making
    },
    discard: one => {
      forgetDraft(one.id)
      setDrafts(without(one))
    },
    keep,
    forget: () => forgetDraft(id)
  }
}
