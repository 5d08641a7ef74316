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
        <div role="textbox" className={classes.standIn} tabIndex={0} {...field} aria-readonly="true">
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
