/**
 * Deleting an item is final, so for ten seconds it is only out of sight, and Undo brings it back (D-118). A page that
 * closes meanwhile deletes it at once.
 */
import { atom } from 'nanostores'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { deleteItem } from '../../domain/publishing/api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { getUser } from '../lib/user.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { removeItem } from './publishing.ts'

const TIME_TO_UNDO = 10_000

/** The ids of the items that are out of sight. */
export const $removing = atom<readonly number[]>([])

const without = (id: number): void => $removing.set($removing.get().filter(other => other !== id))

export function removeSoon(item: Item): void {
  const { id, title } = item
  if ($removing.get().includes(id)) return
  $removing.set([...$removing.get(), id])
  const end = (): void => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', removeNow)
  }
  const removeNow = (): void => {
    end()
    // What the page starts while it closes goes on only so.
    const url = fillPath(deleteItem.path, { item: String(id) })
    void fetch(url, { method: 'DELETE', keepalive: true, headers: { 'x-person': String(getUser()?.id ?? 'visitor') } })
  }
  const timer = setTimeout(() => {
    end()
    removeItem(item)
      .catch(error => toast.error(messageOf(error)))
      .finally(() => without(id))
  }, TIME_TO_UNDO)
  window.addEventListener('pagehide', removeNow)
  const undo = (): void => {
    end()
    without(id)
  }
  toast.info(`“${title}” is deleted.`, {
    id: `removing ${id}`,
    goesAfter: TIME_TO_UNDO,
    action: { label: 'Undo', run: undo }
  })
}
