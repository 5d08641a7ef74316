/**
 * A form whose text nobody loses: what was typed is kept in this browser while it is typed (kept-drafts.ts), offered when
 * the form is opened again (ui/forms/DraftOffer.tsx), and gone once it is saved. For forms whose fields are one object;
 * the builder, which has more to keep, does the same by itself.
 */
import { useEffect, useState } from 'react'
import { changedFields } from '../../../domain/lib/merge.ts'
import { randomUuid } from '../client-uuid.ts'
import { type Making, newMaking } from '../make-once.ts'
import type { Stored } from '../merged-save.ts'
import { useUser } from '../user.ts'
import { continueDraft, findDrafts, forgetDraft, holdDraft, type KeptDraft, keepDraft } from './kept-drafts.ts'

interface KeptForm<Form> {
  /** What earlier visits typed. */
  drafts: readonly KeptDraft<Form>[]
  /** Whether something was typed since it began. */
  isChanged: boolean
  /** Whether this browser has room for what is typed. */
  isKept: boolean
  /** The caller shows the form of the draft, and saves it as one that began from its `base`. */
  restore: (draft: KeptDraft<Form>) => void
  discard: (draft: KeptDraft<Form>) => void
  /** Keeps it once more, with a making that knows what is being sent. */
  keep: () => void
  /** It was saved. */
  forget: () => void
}

/**
 * @param item what the form is about: its address, or a name that no other form has
 * @param base what the form began from
 * @param making of the one thing that the form makes, if it makes one
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
  // What was taken back by hand is no draft any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever a draft holds
  useEffect(() => (isChanged ? keep() : forgetDraft(id)), [id, item, form, base, isChanged, user])

  return {
    drafts,
    isChanged,
    isKept,
    restore: earlier => {
      // What was typed beside the offer becomes a draft of its own.
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
