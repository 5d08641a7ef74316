import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs'
import IconHeading from '@tabler/icons-react/dist/esm/icons/IconHeading.mjs'
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { type ReactNode, useState } from 'react'
import { RichText } from '../ui/text/RichText.tsx'
import { hasFormatting, htmlOf, textOf } from './paragraphs.ts'
import classes from './RichTextField.module.css'

/** What the toolbar will offer. */
const TOOLS = { IconBold, IconItalic, IconLink, IconList, IconPhoto, IconHeading }

interface Props {
  label: string
  describedBy: string
  isInvalid: boolean
  /** HTML. */
  value: string
  onChange: (html: string) => void
  onFocus: () => void
  /** Shown in place of the toolbar; its tools when empty. */
  children: ReactNode
}

/** The content of the field until the editor has loaded. People can type plain text at once. */
export function StandIn({ label, describedBy, isInvalid, value, onChange, onFocus, children }: Props) {
  const [shown, setShown] = useState(value)
  const [text, setText] = useState(() => textOf(value))
  if (value !== shown) {
    setShown(value)
    setText(textOf(value))
  }
  // Text that is typed after a text with formatting. Until the editor loads, the formatted part cannot be edited.
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
      <div className={classes.waiting}>
        <span role="status">{children}</span>
        {!children && (
          <span className={classes.tools} aria-hidden>
            {Object.entries(TOOLS).map(([name, Tool]) => (
              <Tool key={name} size={20} />
            ))}
          </span>
        )}
      </div>
      {hasFormatting(value) ? (
        // biome-ignore lint/a11y/useSemanticElements: the text has headings and lists.
        <div
          role="textbox"
          className={classes.standIn}
          tabIndex={0}
          {...field}
          onKeyDown={event => {
            const { key, ctrlKey, metaKey, altKey } = event
            const added = key === 'Enter' ? '\n\n' : key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : null
            if (added === null && !(key === 'Backspace' && below.text !== '')) return
            // A space would scroll the page, and Enter would submit the form.
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
