import { messageOf } from '../forms/form-errors.tsx'
import { toast } from './toast.tsx'

/** Shows a toast about a deletion, which one press can undo for ten seconds. */
export function toastUndo(text: string, takeBack: () => Promise<unknown>): void {
  toast.undo(`${text} `, {
    action: { label: 'Undo', run: () => void takeBack().catch(error => toast.error(messageOf(error))) }
  })
}
