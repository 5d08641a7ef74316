import { Button, type ButtonProps, TextInput, type TextInputProps } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useRef, useState } from 'react'
import classes from './CopyField.module.css'

interface Props extends Pick<TextInputProps, 'label' | 'description'> {
  /** What to copy. */
  value: string
  /** The button's name for screen readers, where several stand on a page. */
  copyLabel?: string
  look?: ButtonProps['variant']
}

/** A text to copy, such as a link, with a button that does it. */
export function CopyField({ value, copyLabel, look = 'default', ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  /** What the last press did, and with which text. */
  const [last, setLast] = useState({ value: '', said: '' })
  const copied = last.value === value ? last.said : ''

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setLast({ value, said: 'Copied' })
    } catch {
      // Without HTTPS, pages have no clipboard. Select the text, so that the person can copy it.
      input.current?.select()
      setLast({ value, said: 'Press Ctrl+C to copy' })
    }
  }

  return (
    <div className={classes.copy}>
      <TextInput
        {...field}
        ref={input}
        readOnly
        value={value}
        onFocus={event => event.currentTarget.select()}
        classNames={{ input: classes.text }}
      />
      <Button
        variant={look}
        leftSection={<IconCopy size={18} aria-hidden />}
        {...(copyLabel && !copied ? { 'aria-label': copyLabel } : {})}
        onClick={() => void copy()}
      >
        {copied || 'Copy'}
      </Button>
    </div>
  )
}
