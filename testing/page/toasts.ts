/** The toasts that a person would see, newest first, each as "kind: text". */
import { allToasts } from '../../client/ui/toasts/toast.tsx'

export function toasts(): string[] {
  return allToasts.get().map(({ kind, text }) => `${kind}: ${text}`)
}
