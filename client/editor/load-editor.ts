/**
 * The editor is a chunk of its own, for the pages where somebody writes. `null` means that there is none to be had: the
 * connection is gone, or the server has a newer one; the field is plain text then.
 */
import { type ComponentType, useEffect, useState } from 'react'
import type { EditorProps } from './Editor.tsx'

type Editor = ComponentType<EditorProps>

/** After this time the field opens without its toolbar, so that nobody waits to write. */
const PATIENCE = 10_000

/**
 * `undefined` until it is there; once known it stays, so that nothing changes while somebody writes.
 * @param isWanted loads it
 */
export function useEditor(isWanted: boolean): [editor: Editor | null | undefined, giveUp: () => void] {
  const [editor, setEditor] = useState<Editor | null | undefined>()
  useEffect(() => {
    if (!isWanted) return
    const settle = (found: Editor | null): void =>
      setEditor((now: Editor | null | undefined) => (now === undefined ? found : now))
    const timer = setTimeout(settle, PATIENCE, null)
    loadEditor().then(settle, () => settle(null))
    return () => clearTimeout(timer)
  }, [isWanted])
  return [editor, () => setEditor(null)]
}

function loadEditor(): Promise<Editor> {
  return import('./Editor.tsx').then(({ Editor }) => Editor)
}
