import { messageOf } from '../forms/form-errors.tsx'
import { toast } from './toast.tsx'

/**
 * Shows a toast about a deletion, which one press can undo for ten seconds.
 * @param at the path of the next page, on which the toast stays
 */
export function toastUndo(text: string, takeBack: () => Promise<unknown>, at?: string): void {
  const id = toast.undo(`${text} `, {
    ...(at === undefined ? {} : { at }),
    action: {
      label: 'Undo',
      run: () => {
        toast.hide(id)
        takeBack().catch(error => toast.error(messageOf(error)))
      }
    }
  })
}
