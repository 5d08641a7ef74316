/**
 * Some deletions are final. For ten seconds the row is only hidden, and Undo brings it back (D-118). A page that closes
 * meanwhile deletes the row at once.
 */

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { getUser } from '../../lib/user.ts'
import { toastError } from '../ActionButton.tsx'
import { toast, UNDO_MS } from '../toasts/toast.tsx'

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
  const end = (): void => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', removeNow)
  }
  const removeNow = (): void => {
    end()
    // Only a request with keepalive outlives the page.
    void fetch(path, { method: 'DELETE', keepalive: true, headers: { 'x-person': String(getUser()?.id ?? 'visitor') } })
  }
  const timer = setTimeout(() => {
    end()
    remove()
      .catch(toastError)
      .finally(() => without(path))
  }, UNDO_MS)
  window.addEventListener('pagehide', removeNow)
  const undo = (): void => {
    end()
    without(path)
  }
  toast.undo(`${name} is deleted.`, { id: `removing ${path}`, action: { label: 'Undo', run: undo } })
}
