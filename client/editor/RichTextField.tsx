import { Input } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { useEditor } from './load-editor.ts'
import { PlainTextField } from './PlainTextField.tsx'
import classes from './RichTextField.module.css'

interface Props {
  label: string
  description?: ReactNode
  error?: ReactNode
  /** HTML. */
  value: string
  onChange: (html: string) => void
}

const NO_EDITOR = 'The editor could not be loaded, so this is plain text.'

/** A form field for rich text. Without its editor it is a field for plain text; what was typed stays in both. */
export function RichTextField({ label, description, error, value, onChange }: Props) {
  const [Editor, giveUp] = useEditor()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  if (Editor === null) {
    return <PlainTextField label={label} note={NO_EDITOR} error={error} value={value} onChange={onChange} rows={8} />
  }
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ onClick: () => field.current?.querySelector<HTMLElement>('[contenteditable]')?.focus() }}
      description={description}
      error={error}
      size="md"
    >
      <div ref={field} className={classes.field} data-invalid={error ? true : undefined}>
        {Editor ? (
          <Editor
            label={label}
            describedBy={describedBy}
            isInvalid={Boolean(error)}
            value={value}
            onChange={onChange}
            onBroken={giveUp}
          />
        ) : (
          <div className={classes.waiting} role="status">
            Loading the editor …
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}
