import { flushSync } from 'react-dom'

/**
 * Adds a row and moves the focus to its first field: what is typed next is meant for the new row, and the button that
 * was pressed may have become another one by then.
 */
export function addAndFocus(add: () => void, list: HTMLElement | null, rows = 'li'): void {
  flushSync(add)
  const row = Array.from(list?.querySelectorAll(rows) ?? []).at(-1)
  row?.querySelector('input')?.focus()
}
