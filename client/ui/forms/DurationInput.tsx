import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { formatDuration, lengthText, parseDuration, probableSeconds } from '../../../domain/lib/duration.ts'
import classes from './DurationInput.module.css'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As typed; `secondsOf` reads it. */
  value?: string
  onChange?: (text: string) => void
}

/**
 * Takes "1h 30m" and rewrites it as "0d 1h 30m 0s" when one leaves it, so that one sees what was understood (D-90). For
 * a number without a unit it offers what was probably meant (D-137), also after it was rewritten.
 */
export function DurationInput({ value = '', onChange, onBlur, onFocus, onKeyDown, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const offers = probableSeconds(typed)
  const take = (seconds: number): void => {
    setTyped('')
    onChange?.(formatDuration(seconds))
    input.current?.focus()
  }
  const offered: ReactNode = offers.length > 0 && (
    <span className={classes.offers}>
      {typed.includes(':') ? 'Did you mean' : 'A number alone counts milliseconds. Did you mean'}
      {offers.map(seconds => (
        <Button key={seconds} size="compact-md" variant="default" onClick={() => take(seconds)}>
          {lengthText(seconds)}
        </Button>
      ))}
    </span>
  )
  return (
    <div>
      <TextInput
        autoComplete="off"
        placeholder="1h 30m"
        {...props}
        ref={input}
        value={value}
        onFocus={event => {
          // "90s" replaces what is there; typed behind "20s" it would be added.
          event.currentTarget.select()
          onFocus?.(event)
        }}
        onChange={event => {
          setTyped(event.currentTarget.value)
          onChange?.(event.currentTarget.value)
        }}
        onKeyDown={event => {
          onKeyDown?.(event)
          if (event.key !== 'Enter') return
          // Takes what was probably meant, else shows how the text is read.
          const [first] = offers
          const parsed = parseDuration(value)
          if (first !== undefined) {
            event.preventDefault()
            take(first)
          } else if (parsed.ok && parsed.seconds !== null) onChange?.(formatDuration(parsed.seconds))
        }}
        onBlur={event => {
          const parsed = parseDuration(value)
          if (parsed.ok && parsed.seconds !== null) onChange?.(formatDuration(parsed.seconds))
          onBlur?.(event)
        }}
      />
      <div aria-live="polite">{offered}</div>
    </div>
  )
}

/** For `validate` of a form. */
export function durationError(text: string): string | null {
  const parsed = parseDuration(text)
  return parsed.ok ? null : parsed.message
}

/** Whole seconds of what was typed; null when it is empty or unreadable. */
export function secondsOf(text: string): number | null {
  const parsed = parseDuration(text)
  return parsed.ok ? parsed.seconds : null
}

/** What the field shows at first. */
export function durationText(seconds: number | null): string {
  return seconds === null ? '' : formatDuration(seconds)
}
