import { atom, computed } from 'nanostores'
import { allToasts } from './toast.tsx'

/** The place for toasts in the bar at the bottom of the page, or null if the page has no bar (D-142). */
export const toastPlace = atom<HTMLElement | null>(null)

interface DialogPlace {
  place: HTMLElement | null
  /** The number of the last toast before the dialog opened. */
  since: number
}

/** The open dialogs, the top one last. */
const dialogs = atom<readonly DialogPlace[]>([])

/** The top dialog. Its toasts are in it, because a keyboard and screen readers reach nothing outside it. */
export const topDialog = computed(dialogs, all => all.at(-1) ?? null)

/** A `ref` for the place of toasts in a dialog. */
export function holdDialogToasts(place: HTMLElement | null): () => void {
  const mine = { place, since: allToasts.get()[0]?.number ?? 0 }
  dialogs.set([...dialogs.get(), mine])
  return () => dialogs.set(dialogs.get().filter(one => one !== mine))
}
