import { CKEditor } from '@ckeditor/ckeditor5-react'
import { ClassicEditor, PendingActions } from 'ckeditor5'
import 'ckeditor5/ckeditor5-editor.css'
import './editor.css'
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import prose from '../ui/text/RichText.module.css'
import { editorConfig } from './editor-config.ts'

export interface EditorProps {
  label: string
  /** The slug of the edited item, for its uploads; '' if it has none. */
  slug: string
  /** "Upload in progress 40%."; null when nothing is uploading. */
  onPending: (text: string | null) => void
  describedBy: string
  isInvalid: boolean
  /** HTML. */
  value: string
  onChange: (html: string) => void
  /** @param focus puts the cursor at the end of the text */
  onReady: (focus: () => void) => void
  /** The editor cannot start, or it has crashed. */
  onBroken: () => void
}

/** RichTextField imports this on demand; nothing else imports it. */
export function Editor({
  label,
  slug,
  onPending,
  describedBy,
  isInvalid,
  value,
  onChange,
  onReady,
  onBroken
}: EditorProps) {
  const [editor, setEditor] = useState<ClassicEditor | null>(null)
  const config = useMemo(() => editorConfig(label, slug), [label, slug])
  const [start] = useState(value)
  const written = useRef(value)

  // Takes over a text that was not typed here, such as a restored draft.
  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.setData(value)
  }, [editor, value])

  // A layout effect, so that it runs before the page focuses the first field with an error.
  useLayoutEffect(() => {
    editor?.editing.view.change(writer => {
      const root = editor.editing.view.document.getRoot()
      if (!root) return
      writer.addClass(String(prose.prose), root)
      writer.setAttribute('aria-multiline', 'true', root)
      writer.setAttribute('aria-invalid', String(isInvalid), root)
      if (describedBy) writer.setAttribute('aria-describedby', describedBy, root)
      else writer.removeAttribute('aria-describedby', root)
    })
  }, [editor, isInvalid, describedBy])

  /**
   * Typing in the source view fires no change event. Reading the data makes the editor take the source over, which
   * fires one.
   */
  function takeSource({ target }: FormEvent): void {
    if (target instanceof HTMLTextAreaElement && target.closest('.ck-source-editing-area')) editor?.getData()
  }

  return (
    <div onInput={takeSource}>
      <CKEditor
        editor={ClassicEditor}
        config={config}
        data={start}
        onReady={ready => {
          setEditor(ready)
          const actions = ready.plugins.get(PendingActions)
          actions.on('add', (_, action) => {
            onPending(action.message)
            action.on('change:message', () => onPending(action.message))
          })
          actions.on('remove', () => onPending(actions.first?.message ?? null))
          onReady(() => {
            ready.model.change(writer => {
              const root = ready.model.document.getRoot()
              if (root) writer.setSelection(root, 'end')
            })
            ready.editing.view.focus()
          })
        }}
        onChange={(_, changed) => {
          written.current = withoutPending(changed.getData({ skipListItemIds: true }))
          onChange(written.current)
        }}
        onError={(_, { willEditorRestart }) => {
          if (!willEditorRestart) onBroken()
        }}
      />
    </div>
  )
}

/** Removes pictures whose upload is not finished; they have no address yet. */
function withoutPending(html: string): string {
  return html.replace(PENDING_FIGURE, '').replace(PENDING_IMAGE, '')
}

const PENDING_IMAGE = /<img(?![^>]* src="[^"])[^>]*>/g
const PENDING_FIGURE = new RegExp(
  `<figure class="image[^>]*>${PENDING_IMAGE.source}(<figcaption>.*?</figcaption>)?</figure>`,
  'g'
)
