import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatDuration, lengthText, parseDuration, probableSeconds } from '../../../domain/lib/duration.ts'
import classes from './DurationInput.module.css'
import { RowInput } from './RowInput.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'size' | 'style'> {
  /** The typed text, which `secondsOf` reads. */
  value?: string
  onChange?: (text: string) => void
}

/**
 * Takes "1h 30m" and shows it as "1 h 30 min" on leaving, so that people see what it understood (D-90). With the focus it
 * shows "0d 1h 30m 0s". For a number without a unit it offers likely durations (D-137), also after leaving.
 */
export function DurationInput({ value = '', onChange, onBlur, onFocus, onKeyDown, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const [isFocused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const offers = probableSeconds(typed)
  // Without a visible label it is in a row of a list.
  const Field = props.label === undefined ? RowInput : TextInput
  const take = (seconds: number): void => {
    setTyped('')
    onChange?.(formatDuration(seconds))
    input.current?.focus()
  }
  useLayoutEffect(() => {
    // Selects the text, so that "90s" replaces "20s" instead of following it.
    if (isFocused && document.activeElement === input.current) input.current?.select()
  }, [isFocused])
  const offered: ReactNode = offers.length > 0 && (
    <span className={classes.offers}>
      {typed.includes(':') ? 'Did you mean' : 'A number alone means milliseconds. Did you mean'}
      {offers.map(seconds => (
        <Button key={seconds} size="compact-md" variant="default" onClick={() => take(seconds)}>
          {lengthText(seconds)}
        </Button>
      ))}
    </span>
  )
  return (
    <div>
      <Field
        autoComplete="off"
        placeholder="1h 30m"
        {...props}
        ref={input}
        value={isFocused ? value : shortText(value)}
        onFocus={event => {
          setFocused(true)
          onFocus?.(event)
        }}
        onChange={event => {
          setTyped(event.currentTarget.value)
          onChange?.(event.currentTarget.value)
        }}
        onKeyDown={event => {
          onKeyDown?.(event)
          if (event.key !== 'Enter') return
          // Takes the most likely duration, or else shows what the field understood.
          const [first] = offers
          const parsed = parseDuration(value)
          if (first !== undefined) {
            event.preventDefault()
            take(first)
          } else if (parsed.ok && parsed.seconds !== null) onChange?.(formatDuration(parsed.seconds))
        }}
        onBlur={event => {
          setFocused(false)
          const parsed = parseDuration(value)
          if (parsed.ok && parsed.seconds !== null) onChange?.(formatDuration(parsed.seconds))
          onBlur?.(event)
        }}
      />
      <div aria-live="polite">{offered}</div>
    </div>
  )
}

/** The text of the field without the focus, such as "7 min". It is exact, and the parser reads it. */
function shortText(text: string): string {
  const seconds = secondsOf(text)
  return seconds === null ? text : lengthText(seconds)
}

/** The error of a duration, for `validate` of a form. */
export function durationError(text: string): string | null {
  const parsed = parseDuration(text)
  return parsed.ok ? null : parsed.message
}

/** The typed duration in whole seconds, or null if it is empty or unreadable. */
export function secondsOf(text: string): number | null {
  const parsed = parseDuration(text)
  return parsed.ok ? parsed.seconds : null
}

/** The text that the field shows at first. */
export function durationText(seconds: number | null): string {
  return seconds === null ? '' : formatDuration(seconds)
}
