import { toast } from '../ui/toasts/toast.tsx'
import type { Builder } from './builder.ts'

/** Shows a toast about a removed item, with Undo. Undo keeps all later changes. */
export function offerUndo({ latest, undoStep }: Builder, name: string): void {
  const step = latest()
  const id = toast.help(`Removed ${name}. `, {
    action: {
      label: 'Undo',
      run: () => {
        undoStep(step)
        toast.hide(id)
      }
    }
  })
}
