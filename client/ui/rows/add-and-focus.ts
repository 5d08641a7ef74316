import { flushSync } from 'react-dom'

/**
 * Adds a row and moves the focus to its first field, because people type into the new row next. The button they pressed
 * may have been replaced by another one.
 */
export function addAndFocus(add: () => void, list: HTMLElement | null, rows = 'li'): void {
  flushSync(add)
  const row = Array.from(list?.querySelectorAll(rows) ?? []).at(-1)
  row?.querySelector('input')?.focus()
}

/** Removes the row at a place and moves the focus to the next row, or to the button after the rows. */
export function removeAndFocus(remove: () => void, list: HTMLElement | null, at: number): void {
  const around = list?.parentElement
  flushSync(remove)
  const rows = Array.from(list?.querySelectorAll<HTMLElement>(':scope > li, :scope > [data-row]') ?? [])
  const row = rows[at] ?? rows.at(-1)
  const field = row?.querySelector('input') ?? Array.from(around?.querySelectorAll('button') ?? []).at(-1)
  field?.focus()
}
