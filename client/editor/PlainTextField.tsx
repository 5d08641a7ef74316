import { Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasFormatting, htmlOf, textOf } from './paragraphs.ts'

interface Props {
  label: string
  /** Why only plain text is available, where people expect formatting. */
  note?: string
  error?: ReactNode
  /** HTML. */
  value: string
  onChange: (html: string) => void
  rows?: number
  /** Set when this field replaced one that had the focus. */
  takesFocus?: boolean
}

/** Edits rich text as plain paragraphs. A text with formatting stays unchanged until someone edits it. */
export function PlainTextField({ label, note, error, value, onChange, rows = 4, takesFocus = false }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  const [shown, setShown] = useState(value)
  const [text, setText] = useState(() => textOf(value))
  const [isFormatted, setIsFormatted] = useState(() => hasFormatting(value))
  if (value !== shown) {
    setShown(value)
    setText(textOf(value))
    setIsFormatted(hasFormatting(value))
  }
  const manner = isFormatted
    ? 'This text has bold words, lists or links. Changing it here turns it into plain text.'
    : 'Leave an empty line to start a new paragraph.'
  return (
    <Textarea
      ref={box}
      label={label}
      description={note ? `${note} ${manner}` : manner}
      rows={rows}
      resize="vertical"
      value={text}
      error={error}
      onChange={event => {
        const html = htmlOf(event.currentTarget.value)
        setText(event.currentTarget.value)
        setShown(html)
        onChange(html)
      }}
    />
  )
}
