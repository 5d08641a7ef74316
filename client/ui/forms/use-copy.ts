import { type RefObject, useState } from 'react'

/** Copies a text. Returns what the last press did with this text: "Copied", or what to press. */
export function useCopy(value: string, field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>) {
  const [last, setLast] = useState({ value: '', said: '' })

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setLast({ value, said: 'Copied' })
    } catch {
      // Without HTTPS, pages have no clipboard. Select the text, so that the person can copy it.
      field.current?.select()
      setLast({ value, said: 'Press Ctrl+C to copy' })
    }
  }

  return { copied: last.value === value ? last.said : '', copy }
}
