/** Holds the thing that someone is about to report or hide, for the one dialog of the page. */
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { HiddenKind } from '../../domain/moderation/hidden.ts'

export interface Reported {
  kind: HiddenKind
  id: number
}

interface Asked extends Reported {
  /** A moderator hides it instead. */
  hides: boolean
}

const store = atom<Asked | null>(null)

export function useReportAsked(): Asked | null {
  return useStore(store)
}

export function askReport(about: Reported, hides = false): void {
  store.set({ ...about, hides })
}

export function closeReport(): void {
  store.set(null)
}
