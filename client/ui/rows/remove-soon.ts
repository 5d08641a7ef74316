/**
 * Some deletions are final. For ten seconds the row is only hidden, and Undo brings it back (D-118). The message stays
 * longer while the pointer or the focus is on it, and the deletion waits until it is gone. A page that closes meanwhile
 * deletes the row at once.
 */

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { getUser } from '../../lib/user.ts'
import { toastError } from '../ActionButton.tsx'
import { allToasts, toast } from '../toasts/toast.tsx'

/** The paths of the calls that will delete hidden rows. @internal Exported for tests. */
export const $removing = atom<readonly string[]>([])

/** @param pathOf the path of the call that deletes a row */
export function useWithoutRemoving<Row>(rows: readonly Row[], pathOf: (row: Row) => string): readonly Row[] {
  const removing = useStore($removing)
  return removing.length === 0 ? rows : rows.filter(row => !removing.includes(pathOf(row)))
}

const without = (path: string): void => $removing.set($removing.get().filter(other => other !== path))

interface Removal {
  /** The path of the DELETE call. */
  path: string
  /** Names the row in the message: "“Winter”". */
  name: string
  /** Sends the call and changes the pages. */
  remove: () => Promise<void>
}

export function removeSoon({ path, name, remove }: Removal): void {
  if ($removing.get().includes(path)) return
  $removing.set([...$removing.get(), path])
  const id = `removing ${path}`
  const end = (): void => {
    stopWaiting()
    window.removeEventListener('pagehide', removeNow)
    toast.hide(id)
  }
  const removeNow = (): void => {
    end()
    // Only a request with keepalive outlives the page.
    void fetch(path, { method: 'DELETE', keepalive: true, headers: { 'x-person': String(getUser()?.id ?? 'visitor') } })
  }
  const undo = (): void => {
    end()
    without(path)
  }
  toast.undo(`${name} is deleted.`, { id, action: { label: 'Undo', run: undo } })
  const stopWaiting = allToasts.listen(all => {
    if (all.some(one => one.id === id)) return
    end()
    remove()
      .catch(toastError)
      .finally(() => without(path))
  })
  window.addEventListener('pagehide', removeNow)
}
