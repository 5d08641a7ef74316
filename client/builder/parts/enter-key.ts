import type { KeyboardEvent } from 'react'

/**
 * Handles Enter in the builder's form (D-136). Enter alone never saves. With Ctrl, or Cmd on a Mac, it saves. In the title
 * of a part, the row goes to the next part or adds one. On a button, Enter presses the button.
 */
export function enterKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // React also passes on events of dialogs, which are elsewhere in the document.
  if (!(target instanceof HTMLElement && form instanceof HTMLFormElement && form.contains(target))) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.stopPropagation()
    form.requestSubmit()
  } else if (target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}
