import { messageOf } from '../forms/form-errors.tsx'
import { toast } from './toast.tsx'

/**
 * Says what was deleted, and takes it back with one press for ten seconds.
 * @param at the page that comes next, where the message stays
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
