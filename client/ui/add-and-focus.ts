import { flushSync } from 'react-dom'

/**
 * Adds a row and goes on in its first field: whoever types or presses Enter means the new row, and the button that was
 * pressed may have become another one meanwhile.
 */
export function addAndFocus(add: () => void, list: HTMLElement | null, rows = 'li'): void {
  flushSync(add)
  const row = Array.from(list?.querySelectorAll(rows) ?? []).at(-1)
  row?.querySelector('input')?.focus()
}
