/**
 * The editor is a separate chunk, loaded only where someone writes. `null` means that it cannot be loaded, because
 * the connection is gone or the server has a newer version. The field then edits plain text.
 */
import { type ComponentType, useEffect, useState } from 'react'
import type { EditorProps } from './Editor.tsx'

type Editor = ComponentType<EditorProps>

/** In ms. Afterwards the field becomes plain text, so that nobody waits to write. */
const PATIENCE = 10_000

/**
 * `undefined` while the editor loads. The result never changes afterwards, so that the field stays the same while
 * someone writes.
 * @param isWanted starts the load
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
