import { type ReactNode, useState } from 'react'
import { RichText } from '../ui/text/RichText.tsx'
import { hasFormatting, htmlOf, textOf } from './paragraphs.ts'
import classes from './RichTextField.module.css'

interface Props {
  label: string
  describedBy: string
  isInvalid: boolean
  /** HTML. */
  value: string
  onChange: (html: string) => void
  onFocus: () => void
  /** Stands where the toolbar will be. */
  children: ReactNode
}

/** What stands in the field until somebody goes there and the editor has come: plain text can be written at once. */
export function StandIn({ label, describedBy, isInvalid, value, onChange, onFocus, children }: Props) {
  const [shown, setShown] = useState(value)
  const [text, setText] = useState(() => textOf(value))
  if (value !== shown) {
    setShown(value)
    setText(textOf(value))
  }
  // What is typed below a text with formatting, before the editor that can change it is there.
  const [below, setBelow] = useState({ html: value, text: '' })
  if (value !== below.html + htmlOf(below.text)) setBelow({ html: value, text: '' })
  const type = (typed: string): void => {
    setBelow({ ...below, text: typed })
    onChange(below.html + htmlOf(typed))
  }
  const field = {
    'aria-label': label,
    'aria-multiline': true,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy || undefined,
    onFocus
  }
  return (
    <>
      <div className={classes.waiting} role="status">
        {children}
      </div>
      {hasFormatting(value) ? (
        // biome-ignore lint/a11y/useSemanticElements: what is written has headings and lists.
        <div
          role="textbox"
          className={classes.standIn}
          tabIndex={0}
          {...field}
          onKeyDown={event => {
            const { key, ctrlKey, metaKey, altKey } = event
            const added = key === 'Enter' ? '\n\n' : key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : null
            if (added === null && !(key === 'Backspace' && below.text !== '')) return
            // A space would scroll, and Enter would send the form.
            event.preventDefault()
            type(added === null ? below.text.slice(0, -1) : below.text + added)
          }}
        >
          <RichText html={value} />
        </div>
      ) : (
        <textarea
          className={classes.standIn}
          {...field}
          value={text}
          onChange={event => {
            const html = htmlOf(event.currentTarget.value)
            setText(event.currentTarget.value)
            setShown(html)
            onChange(html)
          }}
        />
      )}
    </>
  )
}
