/**
 * What is being typed into items, kept in the browser from the first letter until it is saved or thrown away. What is
 * typed into an item that exists is kept on the server too (kept-draft.ts).
 */
import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import { createDrafts } from '../../lib/drafts/drafts.ts'
import { type Making, newMaking } from '../../lib/make-once.ts'
import type { Stored } from '../../lib/merged-save.ts'

/** What the form of an item holds. */
export interface ItemFields {
  title: string
  /** HTML. */
  content: string
  parent_id: number | null
}

export interface NewItemDraft extends ItemFields {
  isOpen: boolean
  making: Making
}

/** Of a new item, by the person and the group on whose page it is written. */
export function newItemDraft(person: number, parent_id: number | null): WritableAtom<NewItemDraft> {
  return newItems(`${person} ${parent_id ?? ''}`)
}

const newItems = createDrafts<NewItemDraft>(
  'item',
  () => ({ title: '', content: '', parent_id: null, isOpen: false, making: newMaking() }),
  ({ isOpen: _, ...draft }) => (draft.title || draft.content ? { ...draft, isOpen: true } : null)
)

export interface EditDraft {
  /** Null while nothing is typed. */
  fields: ItemFields | null
  /** What it began from; without fields where that is not known any more. */
  base: Stored<Partial<ItemFields>> | null
}

const edits = createDrafts<EditDraft>(
  'edit item',
  () => ({ fields: null, base: null }),
  draft => (draft.fields ? draft : null)
)

/** Of an item that exists. */
export const editDraft = (id: number): WritableAtom<EditDraft> => edits(String(id))

export const useEditDraft = (id: number): EditDraft => useStore(editDraft(id))

export const forgetEdit = (id: number): void => editDraft(id).set({ fields: null, base: null })
