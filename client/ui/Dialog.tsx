import { useOnceTrue } from '../lib/once-true.ts'
import type { DialogProps } from './DialogWindow.tsx'
import { late } from './loading/late.tsx'

export const DialogWindow = late<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow)

/**
 * Every dialog of the page. It keeps the focus, returns it to its opener, and closes on Escape and Back. It mounts at
 * the first opening, because most dialogs never open.
 */
export function Dialog(props: DialogProps) {
  return useOnceTrue(props.opened) ? <DialogWindow {...props} /> : null
}
