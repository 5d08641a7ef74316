import { toast } from '../ui/toasts/toast.tsx'
import type { Builder } from './builder.ts'

/** Says what was just removed. Taking it back leaves what was changed since as it is. */
export function offerUndo({ latest, takeBack }: Builder, name: string): void {
  const step = latest()
  const id = toast.help(`Removed ${name}. `, {
    action: {
      label: 'Undo',
      run: () => {
        takeBack(step)
        toast.hide(id)
      }
    }
  })
}
