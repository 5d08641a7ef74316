import { Input } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from '../ui/toasts/toast.tsx'
import { useEditor } from './load-editor.ts'
import { PlainTextField } from './PlainTextField.tsx'
import classes from './RichTextField.module.css'
import { StandIn } from './StandIn.tsx'

interface Props {
  label: string
  /** The slug of the edited item, if it has one. Its pictures are uploaded for it. */
  slug?: string
  error?: ReactNode
  /** HTML. */
  value: string
  onChange: (html: string) => void
}

const NO_EDITOR = 'We couldn’t load the editor, so this is plain text.'

const WAIT = 'A picture is still uploading. Save once it’s there.'

/**
 * A form field for rich text. The editor is large, so it loads when the field gets the focus, and then takes over the
 * text typed so far. If it cannot load, the field edits plain text. Neither case loses text.
 */
export function RichTextField({ label, slug = '', error, value, onChange }: Props) {
  const [isWanted, setWanted] = useState(false)
  const [isReady, setReady] = useState(false)
  const [Editor, giveUp] = useEditor(isWanted)
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const wasIn = useRef(false)
  const [pending, setPending] = useState<string | null>(null)
  const isPending = pending !== null
  // Saving now would lose a picture, so block the form while pictures upload.
  useEffect(() => {
    const form = isPending ? field.current?.closest('form') : null
    const wait = (event: Event): void => {
      event.preventDefault()
      event.stopPropagation()
      toast.warning(WAIT)
    }
    form?.addEventListener('submit', wait, { capture: true })
    return () => form?.removeEventListener('submit', wait, { capture: true })
  }, [isPending])
  if (Editor === null) {
    return (
      <PlainTextField
        label={label}
        note={NO_EDITOR}
        error={error}
        value={value}
        onChange={onChange}
        rows={8}
        takesFocus={wasIn.current}
      />
    )
  }
  const describedBy = error ? `${id}-error` : ''
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{
        onClick: () =>
          field.current?.querySelector<HTMLElement>(isReady ? '[contenteditable]' : '[role="textbox"]')?.focus()
      }}
      error={error}
      size="md"
    >
      <div ref={field} className={classes.field} data-invalid={error ? true : undefined}>
        {!isReady && (
          <StandIn
            label={label}
            describedBy={describedBy}
            isInvalid={Boolean(error)}
            value={value}
            onChange={onChange}
            onFocus={() => {
              wasIn.current = true
              setWanted(true)
            }}
          >
            {isWanted && 'Loading the editor …'}
          </StandIn>
        )}
        {Editor && (
          <div className={isReady ? undefined : classes.coming}>
            <Editor
              label={label}
              slug={slug}
              onPending={setPending}
              describedBy={describedBy}
              isInvalid={Boolean(error)}
              value={value}
              onChange={onChange}
              onReady={focus => {
                const isIn = field.current?.contains(document.activeElement)
                flushSync(() => setReady(true))
                if (isIn) focus()
              }}
              onBroken={() => {
                setPending(null)
                giveUp()
              }}
            />
          </div>
        )}
        {pending && <p className={classes.pending}>{pending}</p>}
      </div>
    </Input.Wrapper>
  )
}
