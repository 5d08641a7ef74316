import type { KeyboardEvent } from 'react'

/**
 * Enter in the form of the builder (D-136): it never saves and never starts. In the title of an event it goes to the next
 * one or adds one, which the row does; with Ctrl, or Cmd on a Mac, it saves. On a button it presses it.
 */
export function enterKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // Dialogs are children for React alone.
  if (!(target instanceof HTMLElement && form instanceof HTMLFormElement && form.contains(target))) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.stopPropagation()
    form.requestSubmit()
  } else if (target instanceof HTMLInputElement) {
    event.preventDefault()
  }
}
