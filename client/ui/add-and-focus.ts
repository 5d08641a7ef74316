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

/** Removes the row at a place and moves the focus to the one that follows, or to the button after them. */
export function removeAndFocus(remove: () => void, list: HTMLElement | null, at: number): void {
  const around = list?.parentElement
  flushSync(remove)
  const rows = Array.from(list?.querySelectorAll<HTMLElement>(':scope > li, :scope > [data-row]') ?? [])
  const row = rows[at] ?? rows.at(-1)
  const field = row?.querySelector('input') ?? Array.from(around?.querySelectorAll('button') ?? []).at(-1)
  field?.focus()
}
