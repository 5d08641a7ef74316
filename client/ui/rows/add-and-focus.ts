import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

let isAdding = false

/**
 * Adds a row and moves the focus to its first field, because people type into the new row next. The button they pressed
 * may have been replaced by another one.
 */
export function addAndFocus(add: () => void, list: HTMLElement | null, rows = 'li'): void {
  isAdding = true
  try {
    flushSync(add)
  } finally {
    isAdding = false
  }
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

/**
 * Whether a row shows more than its first field. A row that a press adds shows the rest after the next paint, so that
 * the person can type at once.
 */
export function useWholeRow(): boolean {
  const [isWhole, setWhole] = useState(!isAdding)
  useEffect(() => {
    if (isWhole) return
    const channel = new MessageChannel()
    channel.port1.onmessage = () => startTransition(() => setWhole(true))
    const frame = requestAnimationFrame(() => channel.port2.postMessage(null))
    return () => {
      cancelAnimationFrame(frame)
      channel.port1.close()
    }
  }, [isWhole])
  return isWhole
}
