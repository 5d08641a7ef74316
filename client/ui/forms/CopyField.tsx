import { Button, type ButtonProps, TextInput, type TextInputProps } from '@mantine/core'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useRef } from 'react'
import classes from './CopyField.module.css'
import { useCopy } from './use-copy.ts'

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
  const { copied, copy } = useCopy(value, input)

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
